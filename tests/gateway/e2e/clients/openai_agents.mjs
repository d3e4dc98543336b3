// `@openai/agents`, with its models for Chat and for Responses.
import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import OpenAI from "openai";
import { TOOLS, toolbox } from "../tools.mjs";

setTracingDisabled(true); // traces would go to OpenAI

const loopWith =
  (Model) =>
  async ({ url, model, stream, signal, timeout, prompts = ["Go."], steps = 4, effort }) => {
    const box = toolbox();
    const client = new OpenAI({
      apiKey: "none",
      baseURL: `${url}/v1`,
      maxRetries: 0,
      logLevel: "off",
      timeout,
    });
    const agent = new Agent({
      name: "tester",
      instructions: "Use the tools.",
      model: new Model(client, model),
      modelSettings: effort ? { reasoning: { effort } } : {},
      tools: TOOLS.map(({ name, description, schema }) =>
        tool({
          name,
          description,
          parameters: schema,
          strict: true,
          execute: (value) => box.run(name, value),
        }),
      ),
    });
    const seen = { calls: box.calls, text: "", texts: [] };
    let history = [];
    try {
      for (const prompt of prompts) {
        const input = [...history, { role: "user", content: prompt }];
        const result = await run(agent, input, { stream, signal, maxTurns: steps });
        if (stream) await result.completed;
        seen.text = result.finalOutput ?? "";
        seen.texts.push(seen.text);
        if (stream && result.error) throw result.error;
        history = result.history;
      }
    } catch (error) {
      seen.error = error;
    }
    return seen;
  };

export const CLIENTS = [
  { name: "openai-agents/chat", protocol: "chat", run: loopWith(OpenAIChatCompletionsModel) },
  { name: "openai-agents/responses", protocol: "responses", run: loopWith(OpenAIResponsesModel) },
];
