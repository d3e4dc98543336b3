// Whether a client's run was right. Returns undefined, or words that say what was wrong.
import { isDeepStrictEqual } from "node:util";
import { fileIn } from "./agents.mjs";
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
  for (const more of [
    error?.cause?.message,
    error?.cause?.cause?.message,
    error?.responseBody,
    error?.error?.message,
  ]) {
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
  if (
    history.some(
      (call) =>
        !wanted.some(
          (each) => each.name === call.name && isDeepStrictEqual(each.arguments, JSON.parse(call.text)),
        ),
    )
  ) {
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

// An agent program: the file's text has to come out at the end, and every call has to have had its result.
export function judgeAgent({ client, fault }, seen, requests, secret) {
  // The model's name is the fault's: it would count as words about it.
  const told = `${seen.output}\n${seen.errors}`.replaceAll(/fault-[\w.-]+/g, "MODEL");
  const last = () => shortly(told.trim().slice(-300));
  // Who asks again, or says so, has understood that the reply was none.
  const asked = requests.filter(({ due }) => due).length;
  const asksAgain = !fault.loop && client.agent.asksForEver && (asked > 1 || /\bError\b/.test(told));
  if (seen.late && !asksAgain) return `hung; it said: ${last()}`;
  const refused = requests.find(({ problem }) => problem !== undefined);
  if (refused !== undefined) return `upstream: ${refused.status} ${shortly(refused.problem)}`;
  // The longest history. Results may come in another order than the calls.
  const { calls, results, prompt } = requests
    .map(({ request }) => request ?? { results: [] })
    .reduce((a, b) => (b.results.length > a.results.length ? b : a), { calls: [], results: [], prompt: "" });
  const textOf = (id) => results.find((result) => result.id === id)?.text ?? "";
  if (!fault.loop) {
    if (results.length > 0) return `ran a tool: ${shortly(results)}`;
    if (client.agent.quietWhenCut && fault.words === undefined) return undefined;
    if (
      !asksAgain &&
      seen.code === 0 &&
      !/error|incomplete|truncat|length|limit|disconnect|closed|fail/i.test(told)
    ) {
      return `silent: it ended with 0 and said: ${last()}`;
    }
    return undefined;
  }
  if (seen.code !== 0) return `ended with ${seen.code}; it said: ${last()}`;
  const scene = client.agent.scene(fault.needs, fileIn(prompt));
  if (results.length !== scene.length) return `results: expected ${scene.length}, came ${shortly(results)}`;
  for (const [at, call] of scene.entries()) {
    const came = calls[at];
    if (came?.name !== call.name || !isDeepStrictEqual(JSON.parse(came.text), call.value)) {
      return `history: expected ${call.name} ${shortly(call.value)}, came ${shortly(came)}`;
    }
    const answered = textOf(came.id);
    const right = call.proof?.test(answered) ?? answered.includes(secret);
    if (!right) return `${call.name} answered ${shortly(answered)}`;
  }
  const wanted = scene.some(({ proof }) => proof === undefined) ? secret : "Done:";
  return seen.output.includes(wanted) ? undefined : `the answer lacks ${wanted}: ${last()}`;
}
