// A client without a library: fetch and the loop, for the three protocols. `history` decides what of a reply goes into
// the history: keepAll() all of it, as a provider's documentation wants it; dropReasoning() what most clients keep.
import { answerOf, TOOLS } from "../e2e/tools.mjs";
import { merged } from "./details.mjs";
import { promptsOf } from "./script.mjs";

export class Refused extends Error {
  constructor(status, text) {
    super(`${status} ${text}`);
    this.status = status;
    this.text = text;
  }
}

// The data of each block of a stream.
async function eventsOf(response) {
  const text = await response.text();
  return text
    .split(/\r?\n\r?\n/)
    .flatMap((block) => block.split(/\r?\n/).filter((line) => line.startsWith("data:")))
    .map((line) => line.slice(5).trim())
    .filter((data) => data !== "[DONE]")
    .map((data) => JSON.parse(data));
}

// Snapshots are told from pieces by their beginning.
function addDetails(list, details) {
  for (const piece of details) {
    const same = list.find(({ index, type }) => index === piece.index && type === piece.type);
    if (same?.text && piece.text?.startsWith(same.text)) same.text = piece.text;
    else list.splice(0, list.length, ...merged([...list, piece]));
  }
}

export function chatMessage(events) {
  const message = { role: "assistant", content: "" };
  const calls = [];
  for (const { choices } of events) {
    const delta = choices?.[0]?.delta ?? {};
    if (delta.content) message.content += delta.content;
    for (const key of ["reasoning_content", "reasoning"])
      if (typeof delta[key] === "string") message[key] = (message[key] ?? "") + delta[key];
    if (delta.reasoning_details) addDetails((message.reasoning_details ??= []), delta.reasoning_details);
    for (const piece of delta.tool_calls ?? []) {
      const starts = piece.function?.name !== undefined;
      if (starts) calls.push({ ...structuredClone(piece), index: undefined });
      else calls.at(-1).function.arguments += piece.function?.arguments ?? "";
    }
  }
  if (calls.length > 0) message.tool_calls = calls;
  return message;
}

export function messagesContent(events) {
  const blocks = [];
  for (const event of events) {
    if (event.type === "content_block_start") blocks.push({ ...event.content_block, json: "" });
    if (event.type !== "content_block_delta") continue;
    const block = blocks[event.index];
    const { delta } = event;
    if (delta.type === "thinking_delta") block.thinking += delta.thinking;
    if (delta.type === "signature_delta") block.signature = delta.signature;
    if (delta.type === "text_delta") block.text += delta.text;
    if (delta.type === "input_json_delta") block.json += delta.partial_json;
  }
  return blocks.map(({ json, ...block }) => (json === "" ? block : { ...block, input: JSON.parse(json) }));
}

const WIRES = {
  chat: {
    path: "/chat/completions",
    tools: TOOLS.map(({ name, description, schema }) => ({
      type: "function",
      function: { name, description, parameters: schema },
    })),
    more: {},
    async read(response, stream) {
      return stream ? chatMessage(await eventsOf(response)) : (await response.json()).choices[0].message;
    },
    callsOf: (message) =>
      (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
        id,
        name,
        value: JSON.parse(text),
      })),
    textOf: (message) => message.content ?? "",
    results: (list) => list.map(({ id, text }) => ({ role: "tool", tool_call_id: id, content: text })),
  },
  messages: {
    path: "/messages",
    tools: TOOLS.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    more: { max_tokens: 4096 },
    async read(response, stream) {
      const content = stream ? messagesContent(await eventsOf(response)) : (await response.json()).content;
      return { role: "assistant", content };
    },
    callsOf: ({ content }) =>
      content
        .filter(({ type }) => type === "tool_use")
        .map(({ id, name, input }) => ({ id, name, value: input })),
    textOf: ({ content }) => content.map(({ text }) => text ?? "").join(""),
    results: (list) => [
      {
        role: "user",
        content: list.map(({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text })),
      },
    ],
  },
  // A reply is a list of items, and so is what is kept of it.
  responses: {
    path: "/responses",
    tools: TOOLS.map(({ name, description, schema }) => ({
      type: "function",
      name,
      description,
      parameters: schema,
      strict: false,
    })),
    more: { store: false },
    async read(response, stream) {
      const events = stream ? await eventsOf(response) : [{ response: await response.json() }];
      const { output } = events.at(-1).response;
      return { role: "assistant", items: output };
    },
    callsOf: ({ items }) =>
      items
        .filter(({ type }) => type === "function_call")
        .map(({ call_id: id, name, arguments: text }) => ({ id, name, value: JSON.parse(text) })),
    textOf: ({ items }) =>
      items
        .flatMap(({ type, content }) => (type === "message" ? content : []))
        .map(({ text }) => text ?? "")
        .join(""),
    results: (list) =>
      list.map(({ id, text }) => ({ type: "function_call_output", call_id: id, output: text })),
    body: ({ messages, ...rest }) => ({ ...rest, input: messages.flatMap(({ items, ...one }) => items ?? [one]) }),
  },
};

export const keepAll = (message) => message;
export function dropReasoning({ role, content, tool_calls: calls, items }) {
  if (items !== undefined) return { role, items: items.filter(({ type }) => type !== "reasoning") };
  if (Array.isArray(content)) content = content.filter(({ type }) => !type.includes("thinking"));
  return {
    role,
    content,
    ...(calls && { tool_calls: calls.map(({ id, type, function: f }) => ({ id, type, function: f })) }),
  };
}

// One whole conversation. url: with what stands before /chat/completions or /messages. asks(body, number): a last
// change of each request. post(url, init): how to fetch. model: one, or one for each question, or one by the number of the
// request; stream likewise. Returns {texts, calls}; throws Refused.
export async function converse({
  url,
  protocol,
  model,
  mark,
  stream,
  history = keepAll,
  asks = () => {},
  more = {},
  turns = 2,
  post = fetch,
}) {
  const wire = WIRES[protocol];
  const messages = [];
  const seen = { texts: [], calls: [] };
  let number = -1;
  for (const [question, prompt] of promptsOf(mark).slice(0, turns).entries()) {
    const asked = () =>
      typeof model === "function" ? model(number) : Array.isArray(model) ? model[question] : model;
    messages.push({ role: "user", content: prompt });
    for (let round = 0; ; round += 1) {
      if (round > 8) throw new Error("the loop did not end");
      number += 1;
      const streams = typeof stream === "function" ? stream(number) : stream;
      let body = structuredClone({
        model: asked(),
        stream: streams,
        messages,
        tools: wire.tools,
        ...wire.more,
        ...more,
      });
      if (wire.body !== undefined) body = wire.body(body);
      asks(body, number);
      const response = await post(url + wire.path, {
        method: "POST",
        headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Refused(response.status, await response.text());
      const message = await wire.read(response, body.stream);
      const calls = wire.callsOf(message);
      messages.push(history(message));
      if (calls.length === 0) {
        seen.texts.push(wire.textOf(message));
        break;
      }
      const results = calls.map(({ id, name, value }) => {
        seen.calls.push({ name, arguments: value });
        return { id, text: answerOf(name, value) };
      });
      messages.push(...wire.results(results));
    }
  }
  return seen;
}
