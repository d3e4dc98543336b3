// Whether a client's run was right. Returns undefined, or words that say what was wrong.
import { isDeepStrictEqual } from "node:util";
import { libraryScene } from "./scene.mjs";
import { answerOf } from "./tools.mjs";

const CUT_OFF = new Set(["length", "max_tokens", "incomplete"]);

const shortly = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text !== undefined && text.length > 300 ? `${text.slice(0, 300)}...` : text;
};
export const wordsOf = (error) => {
  const words = [error?.message ?? JSON.stringify(error)];
  // Libraries wrap: what the server said may stand one or two causes deep.
  for (const more of [error?.cause?.message, error?.cause?.cause?.message, error?.responseBody, error?.error?.message]) {
    if (typeof more === "string" && !words.includes(more)) words.push(more);
  }
  return words.join("; ");
};

// requests: what came to the upstream for this run.
function judgeLoop(fault, seen, requests) {
  const wanted = libraryScene(fault.needs).map(({ name, value }) => ({ name, arguments: value }));
  if (seen.error !== undefined) return `error: ${shortly(wordsOf(seen.error))}`;
  if (!isDeepStrictEqual(seen.calls, wanted)) {
    return `calls: expected ${shortly(wanted)}, ran ${shortly(seen.calls)}`;
  }
  const text = `Done: ${wanted.map((call) => answerOf(call.name, call.arguments)).join(" | ")}`;
  if (seen.text !== text) return `text: expected ${shortly(text)}, seen ${shortly(seen.text)}`;
  const accepted = requests.filter(({ status }) => status === 200);
  if (accepted.length !== 2) return `the upstream was asked ${accepted.length} times, not twice`;
  // The history that came back: each call once, with the arguments that the tool got.
  const history = accepted[1].request.calls.filter((call) => !call.kept);
  if (history.some((call) => !wanted.some((each) => each.name === call.name && isDeepStrictEqual(each.arguments, JSON.parse(call.text))))) {
    return `history: ${shortly(history)}`;
  }
  return undefined;
}

function judgeHonest(fault, seen) {
  if (seen.calls.length > 0) return `ran ${shortly(seen.calls)}`;
  const told = seen.error !== undefined;
  if (!told && !CUT_OFF.has(seen.finish)) {
    return `silent: no error, finish ${JSON.stringify(seen.finish)}, text ${shortly(seen.text)}`;
  }
  if (seen.late) return `hung: ${seen.late}`;
  if (fault.words !== undefined && !(told && wordsOf(seen.error).includes(fault.words))) {
    return `the upstream's words are lost: ${told ? shortly(wordsOf(seen.error)) : `finish ${seen.finish}`}`;
  }
  return undefined;
}

export function judge(fault, seen, requests) {
  const wrong = fault.loop ? judgeLoop(fault, seen, requests) : judgeHonest(fault, seen);
  if (wrong === undefined) return undefined;
  const refused = requests.find(({ problem }) => problem !== undefined && !/^thread:/.test(problem));
  return refused === undefined ? wrong : `${wrong}; upstream: ${refused.status} ${shortly(refused.problem)}`;
}
