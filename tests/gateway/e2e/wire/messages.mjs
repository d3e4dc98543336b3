// Messages as a scripted upstream reads and writes it; chat.mjs tells what is exported.
import { pieces, textOf } from "./shared.mjs";

export const PATH = "/v1/messages";

const blocksOf = (content) =>
  typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export function readRequest(body) {
  const calls = [];
  const results = [];
  let problem;
  let details;
  const refuse = (words) => (problem ??= words);
  if (body.thread !== undefined) {
    // What a server without threads says; the SDK then sends the whole conversation.
    refuse("thread: not supported");
    details = { error_code: "thread_unsupported_request", unsupported: ["thread"] };
  }
  if (!Number.isInteger(body.max_tokens)) refuse("max_tokens: Field required");
  if (!body.messages?.length) refuse("messages: at least one message is required");
  let open = new Set();
  for (const [at, message] of (body.messages ?? []).entries()) {
    const blocks = blocksOf(message.content);
    if (open.size > 0) {
      const given = blocks.filter(({ type }) => type === "tool_result").map((block) => block.tool_use_id);
      const missing = [...open].filter((id) => !given.includes(id));
      if (message.role !== "user" || missing.length > 0) {
        refuse(
          `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
            `${missing.join(", ")}`,
        );
      }
    }
    for (const [place, block] of blocks.entries()) {
      if (block.type === "text" && block.text === "") {
        refuse(`messages.${at}.content.${place}: text content blocks must be non-empty`);
      }
      if (block.type === "tool_result") {
        if (!open.delete(block.tool_use_id)) {
          refuse(
            `messages.${at}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ` +
              `${block.tool_use_id}`,
          );
        }
        if (blocks.slice(0, place).some(({ type }) => type !== "tool_result")) {
          refuse(`messages.${at}: tool_result blocks must come first`);
        }
        results.push({ id: block.tool_use_id, text: textOf(block.content) });
      }
    }
    open = new Set();
    for (const [place, block] of blocks.entries()) {
      if (block.type !== "tool_use") continue;
      if (!/^[a-zA-Z0-9_-]+$/.test(block.id))
        refuse(`messages.${at}.content.${place}.id: does not match the pattern`);
      if (!isObject(block.input)) {
        refuse(`messages.${at}.content.${place}.tool_use.input: Input should be a valid dictionary`);
      }
      open.add(block.id);
      calls.push({ id: block.id, name: block.name, text: JSON.stringify(block.input) });
    }
  }
  if (open.size > 0) refuse(`messages: \`tool_use\` ids without \`tool_result\`: ${[...open].join(", ")}`);
  return {
    model: body.model,
    stream: body.stream === true,
    tools: (body.tools ?? [])
      .filter((tool) => tool.input_schema)
      .map((tool) => ({ name: tool.name, schema: tool.input_schema })),
    calls,
    results,
    prompt: (body.messages ?? [])
      .filter(({ role }) => role === "user")
      .map(({ content }) => textOf(content))
      .join("\n"),
    problem,
    details,
  };
}

const STOPS = { stop: "end_turn", tool_calls: "tool_use", length: "max_tokens" };
const usage = {
  input_tokens: 11,
  output_tokens: 7,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};
const stopOf = (reply) =>
  reply.shape.finish === undefined ? STOPS[reply.finish] : STOPS[reply.shape.finish];
const message = (reply) => ({
  id: "msg_scripted",
  type: "message",
  role: "assistant",
  model: reply.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage,
});

export function stream(reply) {
  const event = (data) => ({ event: data.type, data });
  const delta = (index, what) => event({ type: "content_block_delta", index, delta: what });
  const blocks = [event({ type: "message_start", message: message(reply) }), event({ type: "ping" })];
  let index = 0;
  if (reply.text !== "") {
    blocks.push(event({ type: "content_block_start", index, content_block: { type: "text", text: "" } }));
    for (const piece of pieces(reply.text)) blocks.push(delta(index, { type: "text_delta", text: piece }));
    blocks.push(event({ type: "content_block_stop", index }));
    index += 1;
  }
  const perCall = reply.calls.map((call, at) => {
    const place = index + at;
    const object = reply.shape.object ? call.value : {};
    return [
      event({
        type: "content_block_start",
        index: place,
        content_block: { type: "tool_use", id: call.id, name: call.name, input: object },
      }),
      ...(reply.shape.object ? [] : pieces(call.text)).map((piece) =>
        delta(place, { type: "input_json_delta", partial_json: piece }),
      ),
      event({ type: "content_block_stop", index: place }),
    ];
  });
  const calls = reply.shape.interleaved
    ? perCall[0]
        .flatMap((block, at) => [block, perCall[1][at]])
        .concat(perCall[1].slice(perCall[0].length))
        .filter(Boolean)
    : perCall.flat();
  if (calls.length > 2) calls.at(-3).mid = true;
  blocks.push(...calls);
  if (reply.shape.finish !== null) {
    blocks.push(
      event({
        type: "message_delta",
        delta: { stop_reason: stopOf(reply), stop_sequence: null },
        usage: { output_tokens: 7 },
      }),
      event({ type: "message_stop" }),
    );
  }
  return blocks;
}

export function body(reply) {
  const content = [];
  if (reply.text !== "") content.push({ type: "text", text: reply.text });
  for (const call of reply.calls) {
    // There is no argument text in a body of Messages; upstreams that do not read what the model wrote put it here.
    const input = strictValue(call.text) ?? call.text;
    content.push({ type: "tool_use", id: call.id, name: call.name, input });
  }
  return { ...message(reply), content, stop_reason: stopOf(reply) ?? null };
}

function strictValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const errorBody = (status, words, details) => ({
  type: "error",
  error: {
    type: status < 500 ? "invalid_request_error" : "api_error",
    message: words,
    ...(details && { details }),
  },
  request_id: "req_scripted",
});
export const errorBlock = (words) => ({ event: "error", data: errorBody(500, words) });
