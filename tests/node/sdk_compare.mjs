// Judges what a client saw (sdk_seen.mjs) by what the manifest expects of a reply.
import { sameValue } from "./exact_json.mjs";
import { LIMITS, PROTOCOLS, UNREADABLE } from "./sdk_clients.mjs";

// The word that this client shows for the neutral one.
function finishFor(expect, client, served) {
  let word = expect.finish;
  // Calls make it a call, whatever the upstream's word was: agents loop by it.
  const calls = expect.calls?.length > 0;
  if (calls && (word === "stop" || word === "unknown")) return "tool_calls";
  word = PROTOCOLS[served.to].finish[word] ?? word;
  word = client.finish?.[word] ?? word;
  return word === "stop" && expect.refusal && client.refusalFinish ? client.refusalFinish : word;
}

// A custom tool's input is free text; where a protocol has no custom tools it is a function with one member.
const unwrapped = (call) => {
  const value = call.arguments;
  const only = value !== null && typeof value === "object" ? Object.keys(value) : [];
  return only.length === 1 && only[0] === "input" && typeof value.input === "string" ? value.input : value;
};

function compareCalls(expected, seen, differ) {
  if (expected.length !== seen.length) {
    differ("calls", expected, seen);
    return;
  }
  expected.forEach((call, index) => {
    const other = seen[index];
    if (call.id !== other.id) differ(`calls[${index}].id`, call.id, other.id);
    if (call.name !== other.name) differ(`calls[${index}].name`, call.name, other.name);
    const [left, right] = call.custom
      ? [unwrapped(call), unwrapped(other)]
      : [call.arguments, other.arguments];
    if (!sameValue(left, right)) differ(`calls[${index}].arguments`, left, right);
  });
}

function compareError(expected, seen, differ) {
  if (seen.error === null) {
    differ(
      "error",
      expected,
      `none; finish ${seen.finish}, ${seen.calls.length} calls, text ${JSON.stringify(seen.text)}`,
    );
    return;
  }
  const { api, status, message } = seen.error;
  if (!api) differ("error.class", "an error of the API", seen.error);
  // Inside a stream there is no status; some clients infer one from the error's type.
  if (!expected.stream && status !== expected.status) differ("error.status", expected.status, status);
  if (expected.message && !String(message).includes(expected.message))
    differ("error.message", expected.message, message);
}

// Returns [{field, expected, seen}], whatever the client is known not to show.
function differencesOf(served, client, seen) {
  const differences = [];
  const differ = (field, expected, saw) => differences.push({ field, expected, seen: saw });
  const { expect } = served;
  if (expect.error) {
    compareError(expect.error, seen, differ);
    return differences;
  }
  if (seen.error !== null) {
    differ("error", null, seen.error);
    return differences;
  }
  compareCalls(expect.calls ?? [], seen.calls, differ);
  const text = expect.text ?? "";
  const refusal = expect.refusal ?? "";
  const joined = client.refusalAsText || PROTOCOLS[served.to].refusalAsText;
  if (!joined && seen.refusal !== refusal) differ("refusal", refusal, seen.refusal);
  const fullText = joined ? text + refusal : text;
  if (seen.text !== fullText) differ("text", fullText, seen.text);
  if (seen.reasoning !== (expect.reasoning ?? ""))
    differ("reasoning", expect.reasoning ?? "", seen.reasoning);
  if (expect.finish != null) {
    const finish = finishFor(expect, client, served);
    if (seen.finish !== finish) differ("finish", finish, seen.finish);
  }
  for (const [count, value] of Object.entries(expect.usage ?? {})) {
    if (value != null && seen.usage[count] !== value) differ(`usage.${count}`, value, seen.usage[count]);
  }
  return differences;
}

// Returns {unreadable, limits, differences}: the differences that count, and the limits that took the others.
// unreadable: a pattern of UNREADABLE, if `generated` lets them speak, or null. The client indeed does not read it.
export function compare(served, client, seen, { generated = false } = {}) {
  const all = differencesOf(served, client, seen);
  if (all.length === 0) return { unreadable: null, limits: [], differences: [] };
  const isOf = ({ clients, when }) => clients.includes(client.name) && (when?.(served) ?? true);
  const unreadable = generated ? UNREADABLE.find(isOf) : undefined;
  if (unreadable) return { unreadable, limits: [], differences: [] };
  const known = LIMITS.filter(isOf);
  const limitOf = ({ field }) => known.find((limit) => limit.fields.includes(field));
  return {
    unreadable: null,
    limits: [...new Set(all.map(limitOf).filter((limit) => limit !== undefined))],
    differences: all.filter((difference) => limitOf(difference) === undefined),
  };
}
