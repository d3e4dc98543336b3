// Chat Completions as a scripted upstream reads and writes it. The three files of this folder have the same face:
//   PATH                     what is posted to
//   readRequest(body)        {model, stream, tools: [{name, schema}], calls, results: [{id, text}], prompt, problem}
//   stream(reply), body(reply), errorBody(status, message), errorBlock(message)
// reply: {model, text, calls: [{id, name, text, value}], finish: stop|tool_calls|length, shape}; faults.mjs has the
// words of `shape`. A block with `mid` is one in the middle of the last call: what breaks off, breaks off there.
import { pieces, strictObject, textOf } from "./shared.mjs";

export const PATH = "/v1/chat/completions";

export function readRequest(body) {
  const calls = [];
  const results = [];
  let problem;
  const refuse = (words) => (problem ??= words);
  let open = new Set(); // calls of the last assistant message that have no result yet
  for (const [at, message] of (body.messages ?? []).entries()) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id)) {
        refuse(
          `messages[${at}]: messages with role 'tool' must be a response to a preceding message with 'tool_calls'; ` +
            `${JSON.stringify(message.tool_call_id)} is none of them`,
        );
      }
      results.push({ id: message.tool_call_id, text: textOf(message.content) });
      continue;
    }
    if (open.size > 0) {
      refuse(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
          `'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`,
      );
    }
    open = new Set();
    for (const call of message.tool_calls ?? []) {
      const { name, arguments: text } = call.function ?? {};
      if (call.type !== "function" || !call.id || !name) {
        refuse(`messages[${at}]: a tool call without id, type or name`);
      }
      if (!strictObject(text)) {
        refuse(`messages[${at}]: function.arguments must be valid JSON, got ${JSON.stringify(text)}`);
      }
      open.add(call.id);
      calls.push({ id: call.id, name, text });
    }
  }
  if (open.size > 0) refuse(`messages: no tool message responds to ${[...open].join(", ")}`);
  if (!body.messages?.length) refuse("messages: at least one is needed");
  if (body.tools?.length === 0) refuse("tools: [] is too short");
  return {
    model: body.model,
    stream: body.stream === true,
    tools: (body.tools ?? [])
      .filter((tool) => tool.type === "function")
      .map((tool) => ({ name: tool.function.name, schema: tool.function.parameters })),
    calls,
    results,
    prompt: (body.messages ?? [])
      .filter(({ role }) => role === "user")
      .map(({ content }) => textOf(content))
      .join("\n"),
    problem,
  };
}

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const asArguments = (call, shape) => (shape.object ? call.value : call.text);

export function stream(reply) {
  const { shape } = reply;
  const head = {
    id: "chatcmpl-scripted",
    object: "chat.completion.chunk",
    created: 1770000000,
    model: reply.model,
  };
  const chunk = (delta, finish = null) => ({
    data: { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] },
  });
  const indexOf = (at) =>
    ({ same: { index: 0 }, none: {}, one: { index: at + 1 } })[shape.index] ?? { index: at };
  const first = (call, at, args) => ({
    ...indexOf(at),
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: args },
  });
  const blocks = [chunk({ role: "assistant", content: reply.calls.length > 0 ? null : "" })];
  for (const piece of pieces(reply.text)) blocks.push(chunk({ content: piece }));

  const perCall = reply.calls.map((call, at) => {
    if (shape.object || shape.wholeCalls || shape.finishChunk)
      return [first(call, at, asArguments(call, shape))];
    return [
      first(call, at, ""),
      ...pieces(call.text).map((piece) => ({ ...indexOf(at), function: { arguments: piece } })),
    ];
  });
  const finish = shape.finish === undefined ? reply.finish : shape.finish;
  if (shape.finishChunk) {
    blocks.push({ ...chunk({ tool_calls: perCall.flat() }, finish), mid: true });
  } else {
    const deltas = shape.interleaved ? zip(perCall) : perCall.flat();
    const calls = deltas.map((delta) => chunk({ tool_calls: [delta] }));
    if (calls.length > 2) calls.at(-2).mid = true;
    blocks.push(...calls);
    if (finish !== null) blocks.push(chunk({}, finish));
  }
  if (reply.includeUsage) blocks.push({ data: { ...head, choices: [], usage } });
  if (shape.done !== false) blocks.push({ data: "[DONE]" });
  return blocks;
}

function zip(lists) {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_none, at) => lists.map((list) => list[at]))
    .flat()
    .filter(Boolean);
}

export function body(reply) {
  const { shape } = reply;
  const message = { role: "assistant", content: reply.calls.length > 0 ? null : reply.text, refusal: null };
  if (reply.calls.length > 0) {
    message.tool_calls = reply.calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: asArguments(call, shape) },
    }));
  }
  const finish = shape.finish === undefined ? reply.finish : shape.finish;
  return {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 1770000000,
    model: reply.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage,
  };
}

export const errorBody = (status, message) => ({
  error: { message, type: status < 500 ? "invalid_request_error" : "server_error", param: null, code: null },
});
export const errorBlock = (message) => ({ data: errorBody(500, message) });
