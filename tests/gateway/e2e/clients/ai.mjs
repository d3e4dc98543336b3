// The AI SDK (`ai`) with its providers.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import { TOOLS, toolbox } from "../tools.mjs";

// The library's warnings about models it does not know are not what is tested.
globalThis.AI_SDK_LOG_WARNINGS = false;

const loopWith =
  (modelFor) =>
  async ({ url, model, stream, signal, prompts = ["Go."], steps = 4, effort }) => {
    const box = toolbox();
    const asked = {
      model: modelFor(`${url}/v1`, model),
      maxRetries: 0,
      stopWhen: isStepCount(steps),
      abortSignal: signal,
      providerOptions: effort && {
        openai: { reasoningEffort: effort, forceReasoning: true },
        test: { reasoningEffort: effort },
        anthropic: { thinking: { type: "enabled", budgetTokens: 2048 } },
      },
      tools: Object.fromEntries(
        TOOLS.map(({ name, description, schema }) => [
          name,
          tool({ description, inputSchema: jsonSchema(schema), execute: (value) => box.run(name, value) }),
        ]),
      ),
    };
    const seen = { calls: box.calls, text: "", texts: [] };
    const messages = [];
    try {
      for (const prompt of prompts) {
        messages.push({ role: "user", content: prompt });
        if (!stream) {
          const result = await generateText({ ...asked, messages });
          seen.text = result.text;
          seen.finish = result.finishReason;
          messages.push(...result.responseMessages);
        } else {
          const result = streamText({ ...asked, messages, onError() {} });
          for await (const part of result.stream) {
            if (part.type === "start-step") seen.text = "";
            if (part.type === "text-delta") seen.text += part.text;
            if (part.type === "finish-step") seen.finish = part.finishReason;
            if (part.type === "abort") seen.error ??= new Error("aborted");
            if (part.type === "error") seen.error ??= part.error; // the first is the cause
          }
          if (seen.error !== undefined) return seen;
          messages.push(...(await result.responseMessages));
        }
        seen.texts.push(seen.text);
      }
    } catch (error) {
      seen.error ??= error;
    }
    return seen;
  };

const apiKey = "none";
export const CLIENTS = [
  {
    name: "ai-compatible/chat",
    protocol: "chat",
    run: loopWith((baseURL, model) =>
      createOpenAICompatible({ apiKey, baseURL, name: "test" }).chatModel(model),
    ),
  },
  {
    name: "ai-openai/chat",
    protocol: "chat",
    run: loopWith((baseURL, model) => createOpenAI({ apiKey, baseURL }).chat(model)),
  },
  {
    name: "ai-openai/responses",
    protocol: "responses",
    run: loopWith((baseURL, model) => createOpenAI({ apiKey, baseURL }).responses(model)),
  },
  {
    name: "ai-anthropic/messages",
    protocol: "messages",
    run: loopWith((baseURL, model) => createAnthropic({ apiKey, baseURL })(model)),
  },
];
