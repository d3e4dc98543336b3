// How `@anthropic-ai/sdk` shows a reply of Messages. See sdk_seen.mjs for the shape.
import Anthropic, { APIError } from "@anthropic-ai/sdk";
import { emptySeen } from "./sdk_seen.mjs";

const STOP_REASONS = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
  pause_turn: "pause",
};

export async function messages(served) {
  const client = new Anthropic({
    apiKey: "none",
    baseURL: served.url,
    maxRetries: 0,
    logLevel: "off",
    timeout: served.timeout,
  });
  const asked = {
    model: "test",
    max_tokens: 1024,
    messages: [{ role: "user", content: "Go." }],
    ...(served.tools.length > 0 && {
      tools: served.tools.map((name) => ({ name, input_schema: { type: "object" } })),
    }),
  };
  const seen = emptySeen();
  let message;
  try {
    message = served.stream
      ? await client.messages.stream(asked, { signal: served.signal }).finalMessage()
      : await client.messages.create(asked, { signal: served.signal });
  } catch (error) {
    seen.error = {
      api: error instanceof APIError,
      status: error.status,
      message: error.error?.error?.message ?? error.message,
      class: error.constructor.name,
    };
    return seen;
  }

  for (const block of message.content) {
    if (block.type === "text") seen.text += block.text;
    if (block.type === "thinking") seen.reasoning += block.thinking;
    if (block.type === "tool_use") {
      seen.calls.push({ id: block.id, name: block.name, arguments: block.input, custom: false });
    }
  }
  seen.finish = STOP_REASONS[message.stop_reason] ?? `unknown word ${JSON.stringify(message.stop_reason)}`;
  const { usage } = message;
  seen.usage = {
    input:
      usage.input_tokens == null
        ? undefined
        : usage.input_tokens +
          (usage.cache_read_input_tokens ?? 0) +
          (usage.cache_creation_input_tokens ?? 0),
    output: usage.output_tokens ?? undefined,
    cached: usage.cache_read_input_tokens ?? undefined,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? undefined,
  };
  return seen;
}
