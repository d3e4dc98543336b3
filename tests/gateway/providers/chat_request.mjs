// Chat Completions as the fakes read it. Broken pairs of calls and results are told in the provider's own words.
import { strictObject, textOf } from "../e2e/wire/shared.mjs";

// {turns, lastUser, prompt, tools, stream, faults: [{kind: "orphan"|"unanswered"|"call"|"arguments", at, ids}]}
export function readChat(body) {
  const messages = body.messages ?? [];
  const turns = [];
  const faults = [];
  let lastUser = -1;
  let open = []; // ids without a result; not a set, for some providers have no ids
  const close = (at) => {
    if (open.length > 0) faults.push({ kind: "unanswered", at, ids: open });
    open = [];
  };
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool") {
      const place = open.indexOf(message.tool_call_id);
      if (place < 0) faults.push({ kind: "orphan", at, ids: [message.tool_call_id] });
      else open.splice(place, 1);
      turns.at(-1)?.results.set(message.tool_call_id, textOf(message.content));
      continue;
    }
    close(at);
    if (message.role === "user") lastUser = at;
    if (message.role !== "assistant") continue;
    const calls = (message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function?.name,
      text: call.function?.arguments,
      raw: call,
    }));
    for (const call of calls) {
      if (call.raw.type !== "function" || typeof call.id !== "string")
        faults.push({ kind: "call", at, ids: [call.id] });
      if (!strictObject(call.text)) faults.push({ kind: "arguments", at, ids: [call.id] });
      open.push(call.id);
    }
    turns.push({ at, calls, text: textOf(message.content), results: new Map(), raw: message });
  }
  close(messages.length);
  return {
    turns,
    faults,
    lastUser,
    stream: body.stream === true,
    tools: (body.tools ?? []).map((tool) => tool.function?.name),
    prompt: messages
      .filter(({ role }) => role === "user")
      .map(({ content }) => textOf(content))
      .join("\n"),
  };
}

// What most providers took over from OpenAI.
export function openaiPairing({ faults }) {
  const fault = faults[0];
  if (fault === undefined) return undefined;
  const { kind, at, ids } = fault;
  return {
    orphan: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    unanswered:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      "(insufficient tool messages following tool_calls message)",
    call: `messages[${at}].tool_calls: missing field 'id' or 'type'`,
    arguments: `messages[${at}].tool_calls: function.arguments of ${ids[0]} must be valid JSON`,
  }[kind];
}

// The name of a tool choice that forces a call, or undefined.
export const forcedChoice = ({ tool_choice: choice }) =>
  choice === undefined || choice === null || choice === "auto" || choice === "none" ? undefined : choice;

// The words that DeepSeek, Kimi and others have for a named or required tool do not name it.
export const isForced = (body) => forcedChoice(body) !== undefined;
