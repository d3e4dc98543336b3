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

const holds = (text) => (served) => served.bytes.includes(text);
const isCustom = (served) => served.expect.calls?.some((call) => call.custom) ?? false;

// Fields that a client does not show: they are not compared, and each use is counted in the report. field "*": the
// client cannot read such a reply at all.
export const LIMITS = [
  {
    client: "ai-openai/chat",
    field: "reasoning",
    why: "this provider knows OpenAI's own Chat only, which has no reasoning text",
  },
  {
    client: "ai-openai-compatible/chat",
    field: "*",
    when: isCustom,
    why: "its schema demands `function` in every tool call",
  },
  {
    client: "ai-openai/chat",
    field: "*",
    when: isCustom,
    why: "its schema demands `function` in every tool call",
  },
  {
    client: "ai-openai/responses",
    field: "reasoning",
    when: holds('"reasoning_text"'),
    why: "it reads summaries only, not the open text of a reasoning item",
  },
  {
    client: "anthropic/messages",
    field: "usage.reasoning",
    when: (served) => !served.bytes.includes('"thinking_tokens"'),
    why: "Messages counts reasoning in output_tokens; output_tokens_details came late and is optional",
  },
  {
    client: "ai-anthropic/messages",
    field: "usage.reasoning",
    when: (served) => !served.bytes.includes('"thinking_tokens"'),
    why: "as above",
  },
];
