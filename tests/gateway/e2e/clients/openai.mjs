// `openai`: Chat through its own tool runner, Responses as its documentation writes the loop.
import OpenAI from "openai";
import { TOOLS, toolbox } from "../tools.mjs";

const clientFor = ({ url, timeout }) =>
  new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0, logLevel: "off", timeout });

async function chat({ url, model, stream, signal, timeout }) {
  const box = toolbox();
  const runner = clientFor({ url, timeout }).chat.completions.runTools(
    {
      model,
      stream,
      messages: [{ role: "user", content: "Go." }],
      tools: TOOLS.map(({ name, description, schema }) => ({
        type: "function",
        function: {
          name,
          description,
          parameters: schema,
          parse: JSON.parse,
          function: (value) => box.run(name, value),
        },
      })),
    },
    { signal, maxChatCompletions: 4 },
  );
  const seen = { calls: box.calls };
  try {
    seen.text = (await runner.finalContent()) ?? "";
    const last = await runner.finalChatCompletion();
    seen.finish = last.choices[0].finish_reason;
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

async function responses({ url, model, stream, signal, timeout }) {
  const box = toolbox();
  const client = clientFor({ url, timeout });
  const tools = TOOLS.map(({ name, description, schema }) => ({
    type: "function",
    name,
    description,
    parameters: schema,
    strict: true,
  }));
  const input = [{ role: "user", content: "Go." }];
  const seen = { calls: box.calls, text: "" };
  try {
    for (let turn = 0; turn < 4; turn += 1) {
      const asked = { model, input, tools, store: false };
      const response = stream
        ? await client.responses.stream(asked, { signal }).finalResponse()
        : await client.responses.create(asked, { signal });
      if (response.error) throw new Error(response.error.message);
      // The library says so by the reply's own word, and leaves it to its user to look.
      seen.finish = { incomplete: "length", completed: "stop" }[response.status] ?? response.status;
      const calls = response.output.filter(
        (item) => item.type === "function_call" && item.status !== "incomplete",
      );
      input.push(...response.output);
      if (calls.length === 0 || seen.finish !== "stop") {
        seen.text = response.output_text ?? "";
        return seen;
      }
      for (const call of calls) {
        const output = box.run(call.name, JSON.parse(call.arguments));
        input.push({ type: "function_call_output", call_id: call.call_id, output });
      }
    }
    throw new Error("the loop did not end");
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

export const CLIENTS = [
  { name: "openai/chat", protocol: "chat", run: chat },
  { name: "openai/responses", protocol: "responses", run: responses },
];
