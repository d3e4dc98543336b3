// What every fake model does in one conversation: five rounds of calls, an answer; then, for a second question, one more
// round and an answer. Everything follows from the conversation's mark and the step, so that a request that is
// asked twice, because its first reply was lost on the way, is answered alike.
import { createHash } from "node:crypto";
import { AGENTS, fileIn } from "../e2e/agents.mjs";

export const ROUNDS = 5;
export const LAST_STEP = ROUNDS + 2; // steps 0..4 call, 5 answers, 6 calls, 7 answers

const weather = (city) => ({
  name: "get_weather",
  value: { city, days: 3, tags: ["snow", "it's windy"], metric: true },
});
const note = (text) => ({ name: "add_note", value: { text, priority: 2 } });
const time = { name: "get_time", value: {} };

// text: what the model says beside its calls. thinks: false where a model may go without a thought.
const STEPS = [
  { text: "", thinks: true, calls: [weather("Tromsø 東京")] },
  { text: "", thinks: true, calls: [weather("Oslo"), note('pack “skis” \u{1F3BF} and a "map"')] },
  { text: "Let me look at the time.", thinks: true, calls: [time] },
  { text: "", thinks: false, calls: [note("no thought was needed")] },
  { text: "", thinks: true, long: true, calls: [weather("Bergen")] },
  { text: "Done: the first question.", thinks: true, calls: [] },
  { text: "", thinks: true, calls: [time] },
  { text: "Done: the second question.", thinks: true, calls: [] },
];
export const ANSWERS = [STEPS[ROUNDS].text, STEPS[LAST_STEP].text];

// The user's texts. The mark travels in the first one.
export const promptsOf = (mark) => [`Go. This is conversation-${mark}.`, "Once more, please."];
export const markIn = (text) => /\bconversation-([a-z0-9]+)/.exec(text)?.[1] ?? fileIn(text);

// What a whole conversation calls, in order, as a client's tools see it.
export const EXPECTED_CALLS = STEPS.flatMap(({ calls }) => calls).map(({ name, value }) => ({
  name,
  arguments: value,
}));

export const digest = (...words) => createHash("sha256").update(words.join("\0")).digest("hex");

// A thought that breaks where texts are trimmed, re-encoded or joined: space at both ends, quotes, line ends, other
// scripts, a backslash, a tag.
function thoughtOf(seed, long) {
  const name = digest(seed).slice(0, 12);
  const thought = `Thought ${name}: the user's "question"\n\n  needs C:\\tools & <b>care</b>, 東京 \u{1F914}. `;
  // Numbered, for where each piece of a stream repeats the one before, nobody can tell pieces from snapshots.
  return long ? Array.from({ length: 60 }, (_none, at) => `${at}. ${thought}`).join("") : thought;
}

// Whether a request belongs to a conversation of ours. Agents also ask for titles and the like, with some of their tools.
export const isScripted = (mark, tools) =>
  mark !== undefined &&
  (mark.startsWith("/") ? AGENTS.some(({ shows }) => tools.includes(shows)) : tools.length > 0);

// The calls of an agent program's own tools. Programs stop a model that repeats itself, so that each round differs.
function agentStep(step, tools, file) {
  if (step >= ROUNDS) return { text: "Done: the first question.", thinks: true, calls: [] };
  const agent = AGENTS.find(({ shows }) => tools.includes(shows));
  const calls = (agent?.scene(undefined, file) ?? []).map(({ name, value }) => {
    const varied = { ...value };
    for (const key of ["command", "cmd"])
      if (key in varied) varied[key] = `${varied[key]}; echo round ${step}`;
    if ("limit" in varied) varied.limit = step + 5;
    return { name, value: varied };
  });
  return { ...STEPS[step], calls };
}

// {thought, text, calls: [{name, value, text}], seed}. tools: the names that the request declares.
export function stepOf(family, mark, step, tools = ["get_weather"]) {
  const seed = `${family}/${mark}/${step}`;
  const { text, thinks, long, calls } = mark.startsWith("/") ? agentStep(step, tools, mark) : STEPS[step];
  return {
    seed,
    text,
    thought: thinks ? thoughtOf(seed, long) : "",
    calls: calls.map((call) => ({ ...call, text: JSON.stringify(call.value) })),
  };
}
