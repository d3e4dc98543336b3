// `@anthropic-ai/sdk`: its tool runner (which asks for threads first), and the plain loop.
import Anthropic from "@anthropic-ai/sdk";
import { TOOLS, toolbox } from "../tools.mjs";

const clientFor = ({ url, timeout }) =>
  new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0, logLevel: "off", timeout });

// This protocol has no word for effort but a number of tokens.
const thinkingOf = (effort) => effort && { type: "enabled", budget_tokens: 2048 };

const declared = () =>
  TOOLS.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));

async function runner({ url, model, stream, signal, timeout, prompts = ["Go."], steps = 4, effort }) {
  const box = toolbox();
  const seen = { calls: box.calls, text: "", texts: [] };
  let messages = [];
  try {
    const tools = declared().map((tool) => ({
      ...tool,
      run: (value) => box.run(tool.name, value),
      parse: (value) => value,
    }));
    for (const prompt of prompts) {
      messages = [...messages, { role: "user", content: prompt }];
      const turns = clientFor({ url, timeout }).beta.messages.toolRunner(
        {
          model,
          stream,
          max_tokens: 4096,
          max_iterations: steps,
          messages,
          tools,
          thinking: thinkingOf(effort),
        },
        { signal },
      );
      for await (const turn of turns) {
        const message = stream ? await turn.finalMessage() : turn;
        seen.text = textOf(message);
        seen.finish = message.stop_reason;
      }
      seen.texts.push(seen.text);
      messages = turns.params.messages;
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

const textOf = (message) =>
  message.content
    .filter((block) => block.type === "text")
    .map((block) => block.text)
    .join("");

async function plain({ url, model, stream, signal, timeout, prompts = ["Go."], steps = 4, effort }) {
  const box = toolbox();
  const client = clientFor({ url, timeout });
  const left = [...prompts];
  const messages = [{ role: "user", content: left.shift() }];
  const seen = { calls: box.calls, text: "", texts: [] };
  try {
    for (let turn = 0; turn < steps * prompts.length; turn += 1) {
      const asked = {
        model,
        max_tokens: 4096,
        messages,
        tools: declared(),
        thinking: thinkingOf(effort),
      };
      const message = stream
        ? await client.messages.stream(asked, { signal }).finalMessage()
        : await client.messages.create(asked, { signal });
      seen.text = textOf(message);
      seen.finish = message.stop_reason;
      messages.push({ role: "assistant", content: message.content });
      if (message.stop_reason !== "tool_use") {
        seen.texts.push(seen.text);
        if (left.length === 0) return seen;
        messages.push({ role: "user", content: left.shift() });
        continue;
      }
      messages.push({
        role: "user",
        content: message.content
          .filter((block) => block.type === "tool_use")
          .map((block) => ({
            type: "tool_result",
            tool_use_id: block.id,
            content: box.run(block.name, block.input),
          })),
      });
    }
    throw new Error("the loop did not end");
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

export const CLIENTS = [
  { name: "anthropic/runner", protocol: "messages", run: runner },
  { name: "anthropic/plain", protocol: "messages", run: plain },
];
