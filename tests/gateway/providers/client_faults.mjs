// What a client has to do for each family beside sending everything back, and what it can do wrong.
import { keepAll } from "./plain_client.mjs";

const assistants = (body) => body.messages.filter(({ role }) => role === "assistant");
const lastCalling = (body) =>
  assistants(body)
    .filter((message) => hasCalls(message))
    .at(-1);
const hasCalls = ({ tool_calls: calls, content }) =>
  calls?.length > 0 || (Array.isArray(content) && content.some(({ type }) => type === "tool_use"));
// What a client has to do beside sending everything back.
const clearEarlier = (member) => (body) => {
  const last = body.messages.map(({ role }) => role).lastIndexOf("user");
  for (const message of body.messages.slice(0, last)) delete message[member];
};
export const RIGHT = {
  "deepseek-v32": clearEarlier("reasoning_content"),
  minimax: clearEarlier("reasoning_details"),
  "minimax-cumulative": clearEarlier("reasoning_details"),
  "qwen-open": (body) => {
    if (!body.stream) body.enable_thinking = false;
  },
};
// Those that have no bodies at all.
export const STREAMS_ONLY = ["qwen-streams"];
export const MORE = {
  minimax: { reasoning_split: true },
  "minimax-cumulative": { reasoning_split: true },
  anthropic: { thinking: { type: "enabled", budget_tokens: 2048 } },
};

// Faults: changes of a request.
const change = (member, make) => (body) => {
  const message = lastCalling(body);
  if (message?.[member] !== undefined) message[member] = make(message[member]);
};
const remove = (member) => (body) => {
  for (const message of assistants(body)) delete message[member];
};
const force = (choice) => (body) => {
  body.tool_choice = choice;
};
const misnamed = (body) => {
  const result = body.messages.find(({ role }) => role === "tool");
  if (result !== undefined) result.tool_call_id = "call_of_nobody";
};
const without = (body) => {
  const at = body.messages.findIndex(({ role }) => role === "tool");
  if (at >= 0) body.messages.splice(at, 1);
};
const thoughtBlock = (make) => (body) => {
  const content = assistants(body).at(-1)?.content;
  const at = Array.isArray(content) ? content.findIndex(({ type }) => type.includes("thinking")) : -1;
  if (at >= 0) content.splice(at, 1, ...make(content[at]));
};
const signature = (make) => (body) => {
  const call = lastCalling(body)?.tool_calls[0];
  if (call !== undefined) call.extra_content = make(call.extra_content);
};
const otherText = (text) => text.slice(0, -1);
const otherDetails = (list) => list.map((detail) => ({ ...detail, text: `${detail.text ?? ""}!` }));

// [family, what, change of each request, words of the refusal, or undefined and words that are noticed]
export const FAULTS = [
  [
    "deepseek-v32",
    "missing",
    remove("reasoning_content"),
    /^Missing `reasoning_content` field in the assistant message at message index 1$/,
  ],
  [
    "deepseek-v32",
    "altered",
    change("reasoning_content", otherText),
    /^The `reasoning_content` in the thinking mode must be passed back/,
  ],
  ["deepseek-v32", "a forced tool", force("required"), /^Thinking mode does not support this tool_choice$/],
  ["deepseek-v32", "an unknown id", misnamed, /^Messages with role 'tool' must be a response/],
  ["deepseek-v32", "a result missing", without, /insufficient tool messages following tool_calls message/],
  ["deepseek-v32", "kept for the next turn", keepAll, undefined, /of an earlier turn/],
  [
    "deepseek-v4",
    "missing",
    remove("reasoning_content"),
    /^The `reasoning_content` in the thinking mode must be passed back/,
  ],
  [
    "deepseek-v4",
    "empty left out",
    (body) =>
      assistants(body).forEach((message) => message.reasoning_content || delete message.reasoning_content),
    /^The `reasoning_content` in the thinking mode must be passed back/,
  ],
  [
    "deepseek-v4",
    "cleared at a new turn",
    clearEarlier("reasoning_content"),
    /^The `reasoning_content` in the thinking mode must be passed back/,
  ],
  [
    "deepseek-v4",
    "altered",
    change("reasoning_content", otherText),
    /^The `reasoning_content` in the thinking mode must be passed back/,
  ],
  [
    "deepseek-v4",
    "a named tool",
    force({ type: "function", function: { name: "get_time" } }),
    /^Thinking mode does not support this tool_choice$/,
  ],
  [
    "deepseek-v4",
    "strict",
    (body) => (body.tools[0].function.strict = true),
    undefined,
    /strict outside of \/beta/,
  ],
  [
    "kimi",
    "missing",
    remove("reasoning_content"),
    /^thinking is enabled but reasoning_content is missing in assistant tool call message at index 1$/,
  ],
  ["kimi", "cleared at a new turn", clearEarlier("reasoning_content"), /reasoning_content is missing/],
  [
    "kimi",
    "a forced tool",
    force("required"),
    /^tool_choice specified is incompatible with thinking enabled$/,
  ],
  ["kimi", "an unknown id", misnamed, /^tool_call_id call_of_nobody is not found$/],
  [
    "kimi",
    "another's signature",
    (body) =>
      assistants(body).forEach(({ tool_calls: calls }) =>
        calls?.forEach((call) => (call.extra_content = { google: { thought_signature: "Zg==" } })),
      ),
    undefined,
    /another provider's signature beside a call/,
  ],
  [
    "kimi",
    "both switches",
    (body) => Object.assign(body, { thinking: { type: "enabled" }, reasoning_effort: "high" }),
    /cannot be specified together/,
  ],
  [
    "kimi",
    "other ids",
    (body) =>
      body.messages.forEach((message) => {
        if (message.tool_calls)
          message.tool_calls.forEach((call) => (call.id = call.id.replace("functions.", "f_")));
        if (message.tool_call_id) message.tool_call_id = message.tool_call_id.replace("functions.", "f_");
      }),
    /^tool_call_id f_get_weather:0 is not found$/,
  ],
  ["glm", "a tool choice", force("none"), /^Tool choice must be auto$/],
  ["glm", "an unknown id", misnamed, /参数非法/],
  ["glm", "missing", remove("reasoning_content"), undefined, /did not come back as it was/],
  [
    "glm",
    "superfluous",
    (body) => assistants(body).forEach((message) => (message.reasoning_content ??= "")),
    undefined,
    /superfluous/,
  ],
  [
    "glm",
    "stream_options",
    (body) => (body.stream_options = { include_usage: true }),
    undefined,
    /stream_options is not supported/,
  ],
  ["minimax", "missing", remove("reasoning_details"), undefined, /reasoning_details are missing/],
  ["minimax", "altered", change("reasoning_details", otherDetails), undefined, /altered reasoning_details/],
  ["minimax", "kept for the next turn", keepAll, undefined, /of an earlier turn/],
  ["minimax", "an unknown id", misnamed, /^tool result's tool id\(call_of_nobody\) not found$/],
  ["minimax", "a temperature", (body) => (body.temperature = 0), /temperature must be in/],
  [
    "minimax-inline",
    "stripped",
    change("content", (text) => text.replace(/<think>[^]*<\/think>\s*/, "")),
    undefined,
    /the content with its <think> did not come back/,
  ],
  [
    "minimax-inline",
    "null",
    change("content", () => null),
    undefined,
    /the content with its <think> did not come back/,
  ],
  [
    "qwen",
    "a forced tool",
    force("required"),
    /^<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required/,
  ],
  ["qwen", "altered", change("reasoning_content", (text) => `${text} more`), undefined, /altered or foreign/],
  ["qwen", "an unknown id", misnamed, /did not have response messages/],
  [
    "qwen-open",
    "a forced tool",
    force("required"),
    /in thinking mode$|must be set to false for non-streaming calls$/,
  ],
  [
    "qwen-streams",
    "a forced tool",
    force("required"),
    /in thinking mode$/,
  ],
  [
    "qwen-streams",
    "thinking off",
    (body) => (body.enable_thinking = false),
    /enable_thinking parameter is restricted to True/,
  ],
  ["qwen-streams", "a body", (body) => (body.stream = false), /only support stream mode/],
  [
    "openrouter",
    "missing",
    remove("reasoning_details"),
    /Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
  ],
  ["openrouter", "altered", change("reasoning_details", otherDetails), /cannot be modified/],
  [
    "openrouter",
    "foreign",
    change("reasoning_details", (list) =>
      list.map((detail) => ({ ...detail, signature: "c2ln", format: "google-gemini-v1" })),
    ),
    /cannot be modified/,
  ],
  ["openrouter", "an unknown id", misnamed, /must be a response/],
  [
    "gemini",
    "missing",
    signature(() => undefined),
    /^Function call is missing a thought_signature in functionCall parts/,
  ],
  [
    "gemini",
    "foreign",
    signature(() => ({ google: { thought_signature: "Zm9yZWlnbg==" } })),
    /^Corrupted thought signature/,
  ],
  [
    "gemini",
    "sent where forbidden",
    (body) => assistants(body).forEach((message) => (message.reasoning_content = "Hm.")),
    /^Invalid JSON payload received. Unknown name "reasoning_content" at 'messages\[1\]': Cannot find field.$/,
  ],
  ["gemini", "a result missing", without, /number of function response parts is equal/],
  [
    "mistral",
    "ids of another",
    (body) =>
      body.messages.forEach((message) => {
        message.tool_calls?.forEach((call) => (call.id = `call_${call.id}`));
        if (message.tool_call_id) message.tool_call_id = `call_${message.tool_call_id}`;
      }),
    /^Tool call id was call_\w+ but must be a-z, A-Z, 0-9, with a length of 9\.$/,
  ],
  [
    "mistral",
    "sent where forbidden",
    (body) => assistants(body).forEach((message) => (message.reasoning_content = "Hm.")),
    /^Extra inputs are not permitted$/,
  ],
  ["mistral", "a member of others", (body) => (body.max_completion_tokens = 5), /^Extra inputs are not/],
  ["mistral", "an unknown id", misnamed, /must be a response to a preceding message/],
  [
    "anthropic",
    "missing",
    thoughtBlock(() => []),
    /Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
  ],
  ["anthropic", "altered", thoughtBlock((block) => [{ ...block, thinking: "other" }]), /cannot be modified/],
  [
    "anthropic",
    "foreign",
    thoughtBlock((block) => [{ ...block, signature: "c2ln" }]),
    /Invalid `signature` in `thinking` block/,
  ],
  [
    "anthropic",
    "a forced tool",
    force({ type: "any" }),
    /^Thinking may not be enabled when tool_choice forces tool use/,
  ],
  ["anthropic", "a top_p", (body) => (body.top_p = 0.5), /`top_p` must be greater than/],
  ["anthropic", "a temperature", (body) => (body.temperature = 0.5), /`temperature` may only be set to 1/],
  [
    "anthropic",
    "an unknown id",
    (body) =>
      body.messages.forEach(
        ({ content }) =>
          Array.isArray(content) &&
          content.forEach((block) => {
            if (block.type === "tool_result") block.tool_use_id = "toolu_nobody";
          }),
      ),
    /tool_use/,
  ],
];
