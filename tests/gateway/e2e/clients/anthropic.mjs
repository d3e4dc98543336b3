// `@anthropic-ai/sdk`: its tool runner (which asks for threads first), and the plain loop.
import Anthropic from "@anthropic-ai/sdk";
import { TOOLS, toolbox } from "../tools.mjs";

const clientFor = ({ url, timeout }) =>
  new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0, logLevel: "off", timeout });

const declared = () =>
  TOOLS.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));

async function runner({ url, model, stream, signal, timeout }) {
  const box = toolbox();
  const seen = { calls: box.calls, text: "" };
  try {
    const tools = declared().map((tool) => ({
      ...tool,
      run: (value) => box.run(tool.name, value),
      parse: (value) => value,
    }));
    const turns = clientFor({ url, timeout }).beta.messages.toolRunner(
      {
        model,
        stream,
        max_tokens: 1024,
        max_iterations: 4,
        messages: [{ role: "user", content: "Go." }],
        tools,
      },
      { signal },
    );
    for await (const turn of turns) {
      const message = stream ? await turn.finalMessage() : turn;
      seen.text = textOf(message);
      seen.finish = message.stop_reason;
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

async function plain({ url, model, stream, signal, timeout }) {
  const box = toolbox();
  const client = clientFor({ url, timeout });
  const messages = [{ role: "user", content: "Go." }];
  const seen = { calls: box.calls, text: "" };
  try {
    for (let turn = 0; turn < 4; turn += 1) {
      const asked = { model, max_tokens: 1024, messages, tools: declared() };
      const message = stream
        ? await client.messages.stream(asked, { signal }).finalMessage()
        : await client.messages.create(asked, { signal });
      seen.text = textOf(message);
      seen.finish = message.stop_reason;
      if (message.stop_reason !== "tool_use") return seen;
      messages.push({ role: "assistant", content: message.content });
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
