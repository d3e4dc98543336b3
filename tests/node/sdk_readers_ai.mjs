// How the AI SDK (`ai`) shows a reply, through each of its providers. See sdk_seen.mjs for the shape.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  StreamProviderError,
  TypeValidationError,
  generateText,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
} from "ai";
import { emptySeen } from "./sdk_seen.mjs";

const FINISH_REASONS = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
};

// The library's warnings about models it does not know are not what is tested.
globalThis.AI_SDK_LOG_WARNINGS = false;

function toldError(error) {
  const cannotRead = [TypeValidationError, JSONParseError, InvalidResponseDataError, NoOutputGeneratedError];
  // An APICallError with a cause of that kind is a body that did not fit the schema, not an error of the API.
  const unreadable = [error, error?.cause].some((each) => cannotRead.some((type) => type.isInstance(each)));
  return {
    // Any other error is the library's own, about a reply it did not understand.
    api: !unreadable && (APICallError.isInstance(error) || StreamProviderError.isInstance(error)),
    status: error?.statusCode,
    message: error?.message ?? JSON.stringify(error),
    class: error?.name ?? typeof error,
    detail: unreadable ? String(error.cause?.message ?? "").slice(0, 600) : undefined,
  };
}

function addCall(seen, part) {
  // Tools that the provider runs itself are no calls for the client.
  if (part.providerExecuted) return;
  seen.calls.push({
    id: part.toolCallId,
    name: part.toolName,
    arguments: part.input,
    custom: typeof part.input === "string" && !part.invalid,
  });
}

function addEnd(seen, { finishReason, usage }) {
  seen.finish = FINISH_REASONS[finishReason] ?? (finishReason === "other" ? "unknown" : finishReason);
  seen.usage = {
    input: usage.inputTokens,
    output: usage.outputTokens,
    cached: usage.inputTokenDetails?.cacheReadTokens,
    reasoning: usage.outputTokenDetails?.reasoningTokens,
  };
}

async function read(model, served) {
  const asked = {
    model,
    prompt: "Go.",
    maxRetries: 0,
    stopWhen: isStepCount(1),
    abortSignal: served.signal,
    ...(served.tools.length > 0 && {
      tools: Object.fromEntries(
        served.tools.map((name) => [
          name,
          // Without `type` a custom tool's string passes, too.
          tool({ inputSchema: jsonSchema(served.customTools.includes(name) ? {} : { type: "object" }) }),
        ]),
      ),
    }),
  };
  const seen = emptySeen();
  try {
    if (!served.stream) {
      const result = await generateText(asked);
      for (const part of result.content) {
        if (part.type === "text") seen.text += part.text;
        if (part.type === "reasoning") seen.reasoning += part.text;
        if (part.type === "tool-call") addCall(seen, part);
      }
      addEnd(seen, { finishReason: result.finishReason, usage: result.usage });
      return seen;
    }
    for await (const part of streamText({ ...asked, onError() {} }).stream) {
      if (part.type === "text-delta") seen.text += part.text;
      if (part.type === "reasoning-delta") seen.reasoning += part.text;
      if (part.type === "tool-call") addCall(seen, part);
      if (part.type === "finish-step") addEnd(seen, part);
      if (part.type === "abort") seen.error ??= { api: false, message: "aborted", class: "abort" };
      if (part.type === "error") seen.error ??= toldError(part.error); // the first is the cause
    }
  } catch (error) {
    seen.error ??= toldError(error);
  }
  return seen;
}

const key = { apiKey: "none" };

export const compatibleChat = (served) =>
  read(
    createOpenAICompatible({
      ...key,
      name: "test",
      baseURL: `${served.url}/v1`,
      includeUsage: true,
    }).chatModel("test"),
    served,
  );
export const openaiChat = (served) =>
  read(createOpenAI({ ...key, baseURL: `${served.url}/v1` }).chat("test"), served);
export const openaiResponses = (served) =>
  read(createOpenAI({ ...key, baseURL: `${served.url}/v1` }).responses("test"), served);
export const anthropicMessages = (served) =>
  read(createAnthropic({ ...key, baseURL: `${served.url}/v1` })("test"), served);
