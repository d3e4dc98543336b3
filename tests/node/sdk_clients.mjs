// The clients that judge our replies: unmodified SDKs, one row each, and what each of them is known not to show.
//
// A reader gets {url, stream, tools, customTools, signal, timeout} and returns what it saw (sdk_seen.mjs); it never
// throws for what the server sent.
import { messages as anthropicSdk } from "./sdk_readers_anthropic.mjs";
import { anthropicMessages, compatibleChat, openaiChat, openaiResponses } from "./sdk_readers_ai.mjs";
import { chat as openaiSdkChat, responses as openaiSdkResponses } from "./sdk_readers_openai.mjs";

// What a protocol cannot say in the neutral words, and so no client of it can see.
//   finish          the neutral word -> the word that is seen
//   refusalAsText   there is no place for the text of a refusal: it is text
export const PROTOCOLS = {
  chat: { finish: { pause: "stop", unknown: "stop" }, refusalAsText: false },
  responses: { finish: { pause: "stop", unknown: "stop" }, refusalAsText: false },
  messages: { finish: { unknown: "stop" }, refusalAsText: true },
};

// `refusalAsText` and `finish` as above, for what this client makes of a reply. `refusalFinish`: the word it shows for
// a reply that stops with a refusal in it.
export const CLIENTS = [
  { name: "openai/chat", protocol: "chat", read: openaiSdkChat },
  {
    name: "ai-openai-compatible/chat",
    protocol: "chat",
    read: compatibleChat,
    refusalAsText: true,
    refusalFinish: "content_filter",
  },
  {
    name: "ai-openai/chat",
    protocol: "chat",
    read: openaiChat,
    refusalAsText: true,
    refusalFinish: "content_filter",
  },
  { name: "openai/responses", protocol: "responses", read: openaiSdkResponses },
  {
    name: "ai-openai/responses",
    protocol: "responses",
    read: openaiResponses,
    refusalAsText: true,
    refusalFinish: "content_filter",
  },
  { name: "anthropic/messages", protocol: "messages", read: anthropicSdk },
  { name: "ai-anthropic/messages", protocol: "messages", read: anthropicMessages, finish: { pause: "stop" } },
];

const holds = (text) => (served) =>
  text instanceof RegExp ? text.test(served.bytes.toString()) : served.bytes.includes(text);
const isCustom = (served) => served.expect.calls?.some((call) => call.custom) ?? false;

// Reasoning of Chat that is told in no place where clients look.
function hasOddReasoningAlone({ bytes }) {
  const text = bytes.toString();
  return /"(?:reasoning_details|reasoning_text|thinking)":/.test(text) && !/"reasoning(?:_content)?":\s*"/.test(text);
}

// The result of a server's own tool, without its use.
function hasResultAlone({ bytes }) {
  const text = bytes.toString();
  const ids = new Set([...text.matchAll(/"id":\s*"([^"]+)"/g)].map(([, id]) => id));
  return [...text.matchAll(/"tool_use_id":\s*"([^"]+)"/g)].some(([, id]) => !ids.has(id));
}

// A second choice inside a stream of Chat.
function hasSecondChoice({ stream, bytes }) {
  if (!stream) return false;
  for (const line of bytes.toString().split(/\r\n|\r|\n/)) {
    if (!line.startsWith("data:")) continue;
    try {
      if (JSON.parse(line.slice(5)).choices?.some((choice) => choice.index > 0)) return true;
    } catch {
      continue; // [DONE], or a line that is for the clients to judge
    }
  }
  return false;
}

// What a client does not show, or shows in its own way. A difference in such a field is no failure; each is
// counted in the report.
export const LIMITS = [
  {
    clients: ["ai-openai/chat"],
    fields: ["reasoning"],
    why: "this provider knows OpenAI's own Chat only, which has no reasoning text",
  },
  {
    clients: ["openai/chat", "ai-openai-compatible/chat"],
    fields: ["reasoning"],
    when: hasOddReasoningAlone,
    why: "it reads no reasoning_details, reasoning_text or thinking, which pass as the upstream told them",
  },
  {
    clients: ["ai-openai/responses"],
    fields: ["reasoning"],
    when: holds('"reasoning_text"'),
    why: "it reads summaries only, not the open text of a reasoning item",
  },
  {
    clients: ["ai-anthropic/messages"],
    fields: ["usage.input", "usage.output"],
    when: holds('"iterations"'),
    why: "it adds up usage.iterations, where the reply's own counts are of its last iteration",
  },
  {
    clients: ["ai-anthropic/messages"],
    fields: ["text"],
    when: holds('"compaction"'),
    why: "it shows the summary in a compaction block as text",
  },
  {
    clients: ["anthropic/messages", "ai-anthropic/messages"],
    fields: ["finish"],
    when: holds(/"stop_reason":\s*"x_\w+"/),
    why: "a reason of Messages that nobody knows passes as it came; another client may know it",
  },
];

// Replies that a client cannot read as they were meant, told by a pattern: of generated replies there are too many to
// name. Recordings have names: those that a client cannot read are listed one by one in ../conformance/left_out.txt.
export const UNREADABLE = [
  {
    clients: ["ai-openai-compatible/chat", "ai-openai/chat"],
    when: isCustom,
    why: "the schema demands `function` in every tool call: no custom tools",
  },
  {
    clients: ["ai-openai-compatible/chat", "ai-openai/chat"],
    when: hasSecondChoice,
    why: "it reads the first choice of every chunk, whatever its index, and so mixes several choices",
  },
  {
    clients: ["ai-anthropic/messages"],
    when: hasResultAlone,
    why: "it refuses a server tool's result whose use stood in an earlier reply",
  },
  {
    clients: ["ai-anthropic/messages", "ai-openai/responses"],
    when: holds(/"type":\s*"(?:x_\w+|status|heartbeat)"/),
    why: "its lists of events, blocks and items are closed; those of the protocols are open, and pass",
  },
];
