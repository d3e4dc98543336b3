// Clients x families x stream or body: which loops there are, how one is run, and whether it was right.
import { isDeepStrictEqual } from "node:util";
import { wordsOf } from "../e2e/judge.mjs";
import { ANSWERS, EXPECTED_CALLS, promptsOf } from "./script.mjs";

const LIMIT_MS = 30_000;
const STEPS = 8; // replies to one question, at most

// Where everything is too much each pair of client and family is met once, in turn by stream and by body.
export function loopsOf(clients, families, { every }) {
  const loops = [];
  for (const [row, client] of clients.entries()) {
    for (const [column, family] of families.entries()) {
      const modes = every ? [true, false] : [(row + column) % 2 === 0];
      for (const stream of modes) loops.push({ client, family, stream });
    }
  }
  return loops;
}

const shortly = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text?.length > 400 ? `${text.slice(0, 400)}...` : text;
};
const withoutThought = (text) => text?.replace(/^<think>[^]*<\/think>/, "").trimStart();

// Words that say what was wrong, or undefined. entries: what came to the provider.
export function judgeLoop(seen, entries, { client, family }) {
  const refused = entries.find(({ status, thread }) => status !== 200 && !thread);
  const told =
    refused === undefined ? "" : `; refused at step ${entries.indexOf(refused)}: ${refused.problem}`;
  if (seen.error !== undefined) return `error: ${shortly(wordsOf(seen.error))}${told}`;
  if (refused !== undefined) return told.slice(2);
  if (!isDeepStrictEqual(seen.calls, EXPECTED_CALLS)) return `calls: ran ${shortly(seen.calls)}`;
  if (!isDeepStrictEqual(seen.texts.map(withoutThought), ANSWERS)) return `texts: ${shortly(seen.texts)}`;
  // A call that is forced may cost the thought about it; otherwise a loop without thoughts shows nothing.
  const thoughtless = entries.filter(({ thinks, thread }) => !thinks && !thread);
  if (thoughtless.length > 0 && family.refusesMissing && !client.name.startsWith("forcing/"))
    return `the provider was not asked to think in ${thoughtless.length} of ${entries.length} requests`;
  const notices = entries.flatMap(({ notices: list }) => list);
  return notices.length === 0 ? undefined : `noticed: ${shortly([...new Set(notices)].join("; "))}`;
}

export async function runLoop({ client, family, stream }, url, mark) {
  const abort = new AbortController();
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => {
      abort.abort();
      resolve({ calls: [], texts: [], error: new Error(`no end after ${LIMIT_MS} ms`) });
    }, LIMIT_MS);
  });
  const running = client.run({
    url,
    model: family.model,
    stream,
    signal: abort.signal,
    timeout: LIMIT_MS + 1000,
    prompts: promptsOf(mark),
    steps: STEPS,
    effort: family.effort,
  });
  const seen = await Promise.race([running, late]).catch((error) => ({ calls: [], texts: [], error }));
  clearTimeout(timer);
  return seen;
}
