// Responses as a scripted upstream reads and writes it; chat.mjs tells what is exported. As OpenAI does, it keeps what
// it answered: clients send `item_reference` or `previous_response_id` for it.
import { pieces, strictObject, textOf } from "./shared.mjs";

export const PATH = "/v1/responses";

const kept = new Map(); // item id -> item, response id -> [items]
const MOST_KEPT = 20_000;
let numbered = 0;

export function readRequest(body) {
  const calls = [];
  const results = [];
  const prompt = [];
  let problem;
  const refuse = (words) => (problem ??= words);
  let items = typeof body.input === "string" ? [{ role: "user", content: body.input }] : (body.input ?? []);
  if (items.length === 0) refuse("input: at least one item is needed");
  if (body.previous_response_id) {
    const before = kept.get(body.previous_response_id);
    if (before === undefined) refuse(`Previous response with id '${body.previous_response_id}' not found.`);
    else items = [...before, ...items];
  }
  const open = new Set();
  const known = new Set();
  for (const [at, sent] of items.entries()) {
    const item = sent.type === "item_reference" ? kept.get(sent.id) : sent;
    if (item === undefined) {
      refuse(`Item with id '${sent.id}' not found.`);
    } else if (item.type === "function_call") {
      // What we kept is as faulty as it was; what the client sends has to be right.
      if (item === sent && !strictObject(item.arguments)) {
        refuse(`input[${at}].arguments: must be valid JSON, got ${JSON.stringify(item.arguments)}`);
      }
      if (!item.call_id || !item.name) refuse(`input[${at}]: a call without call_id or name`);
      open.add(item.call_id);
      known.add(item.call_id);
      calls.push({ id: item.call_id, name: item.name, text: item.arguments, kept: item !== sent });
    } else if (item.type === "function_call_output") {
      if (!known.has(item.call_id))
        refuse(`No tool call found for function call output with call_id ${item.call_id}.`);
      open.delete(item.call_id);
      results.push({ id: item.call_id, text: textOf(item.output) });
    } else if (item.role === "user") {
      prompt.push(textOf(item.content));
    }
  }
  if (open.size > 0) refuse(`No tool output found for function call ${[...open].join(", ")}.`);
  return {
    model: body.model,
    stream: body.stream === true,
    tools: (body.tools ?? [])
      .filter((tool) => tool.type === "function")
      .map((tool) => ({ name: tool.name, schema: tool.parameters })),
    calls,
    results,
    prompt: prompt.join("\n"),
    problem,
    items,
  };
}

const usage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
};

function whole(reply) {
  numbered += 1;
  const cutOff = reply.finish === "length";
  const output = [];
  if (reply.text !== "") {
    output.push({
      id: `msg_${numbered}`,
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: reply.text, annotations: [], logprobs: [] }],
    });
  }
  for (const [at, call] of reply.calls.entries()) {
    output.push({
      id: `fc_${numbered}_${at}`,
      type: "function_call",
      call_id: call.id,
      name: call.name,
      arguments: reply.shape.object ? call.value : call.text,
      status: cutOff ? "incomplete" : "completed",
    });
  }
  const response = {
    id: `resp_${numbered}`,
    object: "response",
    created_at: 1770000000,
    status: cutOff ? "incomplete" : "completed",
    error: null,
    incomplete_details: cutOff ? { reason: "max_output_tokens" } : null,
    instructions: null,
    max_output_tokens: null,
    model: reply.model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    truncation: "disabled",
    usage,
    user: null,
    metadata: {},
  };
  if (kept.size > MOST_KEPT) kept.clear();
  for (const item of output) kept.set(item.id, item);
  kept.set(response.id, [...(reply.items ?? []), ...output]);
  return response;
}

export function stream(reply) {
  const response = whole(reply);
  const blocks = [];
  const event = (type, more) => {
    const block = { event: type, data: { type, sequence_number: 0, ...more } };
    blocks.push(block);
    return block;
  };
  const begun = { ...response, status: "in_progress", output: [], usage: null, incomplete_details: null };
  event("response.created", { response: begun });
  event("response.in_progress", { response: begun });
  const later = []; // of calls: one list each, so that they can be interleaved
  for (const [output_index, item] of response.output.entries()) {
    const at = { item_id: item.id, output_index };
    if (item.type === "message") {
      const [part] = item.content;
      event("response.output_item.added", {
        output_index,
        item: { ...item, status: "in_progress", content: [] },
      });
      event("response.content_part.added", { ...at, content_index: 0, part: { ...part, text: "" } });
      for (const delta of pieces(part.text)) {
        event("response.output_text.delta", { ...at, content_index: 0, delta, logprobs: [] });
      }
      event("response.output_text.done", { ...at, content_index: 0, text: part.text, logprobs: [] });
      event("response.content_part.done", { ...at, content_index: 0, part });
      event("response.output_item.done", { output_index, item });
      continue;
    }
    const argumentPieces = typeof item.arguments === "string" ? pieces(item.arguments) : [item.arguments];
    later.push([
      [
        "response.output_item.added",
        { output_index, item: { ...item, status: "in_progress", arguments: "" } },
      ],
      ...argumentPieces.map((delta) => ["response.function_call_arguments.delta", { ...at, delta }]),
      ["response.function_call_arguments.done", { ...at, name: item.name, arguments: item.arguments }],
      ["response.output_item.done", { output_index, item }],
    ]);
  }
  const longest = Math.max(0, ...later.map((list) => list.length));
  const ordered = reply.shape.interleaved
    ? Array.from({ length: longest }, (_none, at) => later.map((list) => list[at]))
        .flat()
        .filter(Boolean)
    : later.flat();
  for (const [type, more] of ordered) event(type, more);
  const deltas = blocks.filter((block) => block.event === "response.function_call_arguments.delta");
  if (deltas.length > 1) deltas.at(-2).mid = true;
  if (reply.shape.finish !== null) event(`response.${response.status}`, { response });
  blocks.forEach((block, number) => (block.data.sequence_number = number));
  return blocks;
}

export const body = (reply) => whole(reply);

export const errorBody = (status, message) => ({
  error: { message, type: status < 500 ? "invalid_request_error" : "server_error", param: null, code: null },
});
export const errorBlock = (message) => ({
  event: "error",
  data: {
    type: "error",
    sequence_number: 99,
    error: { type: "server_error", code: "server_error", message, param: null },
  },
});
