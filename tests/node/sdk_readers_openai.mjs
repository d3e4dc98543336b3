// How the `openai` package shows a reply of Chat Completions and of Responses. See sdk_clients.mjs for the shape.
import OpenAI, { APIError } from "openai";
import { chatFinish, emptySeen, parseArguments } from "./sdk_seen.mjs";

const client = (served) =>
  new OpenAI({
    apiKey: "none",
    baseURL: `${served.url}/v1`,
    maxRetries: 0,
    logLevel: "off",
    timeout: served.timeout,
  });

function thrown(error) {
  const seen = emptySeen();
  seen.error = {
    api: error instanceof APIError,
    status: error.status,
    message: error.error?.message ?? error.message,
    class: error.constructor.name,
  };
  return seen;
}

const reasoningOf = (holder) => holder.reasoning_content ?? holder.reasoning ?? "";

// Chunks are read beside the accumulator for their reasoning: the snapshot keeps the last piece only.
export async function chat(served) {
  const asked = {
    model: "test",
    messages: [{ role: "user", content: "Go." }],
    ...(served.tools.length > 0 && {
      tools: served.tools.map((name) => ({
        type: "function",
        function: { name, parameters: { type: "object" } },
      })),
    }),
  };
  const options = { signal: served.signal };
  const pieces = [];
  let completion;
  try {
    if (served.stream) {
      const runner = client(served).chat.completions.stream(
        { ...asked, stream_options: { include_usage: true } },
        options,
      );
      runner.on("chunk", (chunk) => {
        const first = chunk.choices?.find((choice) => choice.index === 0);
        if (first?.delta) pieces.push(reasoningOf(first.delta));
      });
      completion = await runner.finalChatCompletion();
    } else {
      completion = await client(served).chat.completions.create(asked, options);
    }
  } catch (error) {
    return thrown(error);
  }

  const { message, finish_reason } = completion.choices[0];
  const seen = emptySeen();
  seen.calls = (message.tool_calls ?? []).map((call) =>
    call.type === "custom"
      ? { id: call.id, name: call.custom.name, arguments: call.custom.input, custom: true }
      : {
          id: call.id,
          name: call.function.name,
          arguments: parseArguments(call.function.arguments),
          custom: false,
        },
  );
  seen.text = message.content ?? "";
  seen.reasoning = served.stream ? pieces.join("") : reasoningOf(message);
  seen.refusal = message.refusal ?? "";
  seen.finish = chatFinish(finish_reason);
  seen.usage = {
    input: completion.usage?.prompt_tokens,
    output: completion.usage?.completion_tokens,
    cached: completion.usage?.prompt_tokens_details?.cached_tokens,
    reasoning: completion.usage?.completion_tokens_details?.reasoning_tokens,
  };
  return seen;
}

function responsesFinish(response, hasCalls) {
  if (response.status === "incomplete") {
    const reasons = { max_output_tokens: "length", content_filter: "content_filter" };
    return reasons[response.incomplete_details?.reason] ?? "unknown";
  }
  // A stream that stops before its terminal event leaves the snapshot as it was.
  if (response.status !== "completed") return `unfinished (${response.status})`;
  return hasCalls ? "tool_calls" : "stop";
}

export async function responses(served) {
  const asked = {
    model: "test",
    input: "Go.",
    ...(served.tools.length > 0 && {
      tools: served.tools.map((name) => ({
        type: "function",
        name,
        parameters: { type: "object" },
        strict: false,
      })),
    }),
  };
  const options = { signal: served.signal };
  let response;
  try {
    response = served.stream
      ? await client(served).responses.stream(asked, options).finalResponse()
      : await client(served).responses.create(asked, options);
  } catch (error) {
    return thrown(error);
  }

  const seen = emptySeen();
  if (response.status === "failed" || response.error) {
    // This SDK does not throw on response.failed: the caller is told by the reply itself.
    seen.error = { api: true, status: undefined, message: response.error?.message, class: "response.failed" };
    return seen;
  }
  for (const item of response.output) {
    if (item.type === "function_call") {
      const { call_id: id, name } = item;
      seen.calls.push({ id, name, arguments: parseArguments(item.arguments), custom: false });
    } else if (item.type === "custom_tool_call") {
      seen.calls.push({ id: item.call_id, name: item.name, arguments: item.input, custom: true });
    } else if (item.type === "message") {
      for (const part of item.content) {
        if (part.type === "output_text") seen.text += part.text;
        if (part.type === "refusal") seen.refusal += part.refusal;
      }
    } else if (item.type === "reasoning") {
      for (const part of [...(item.summary ?? []), ...(item.content ?? [])]) seen.reasoning += part.text;
    }
  }
  seen.finish = responsesFinish(response, seen.calls.length > 0);
  seen.usage = {
    input: response.usage?.input_tokens,
    output: response.usage?.output_tokens,
    cached: response.usage?.input_tokens_details?.cached_tokens,
    reasoning: response.usage?.output_tokens_details?.reasoning_tokens,
  };
  return seen;
}
