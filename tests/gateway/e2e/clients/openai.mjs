// `openai`: Chat through its own tool runner, Responses as its documentation writes the loop.
import OpenAI from "openai";
import { TOOLS, toolbox } from "../tools.mjs";

const clientFor = ({ url, timeout }) =>
  new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0, logLevel: "off", timeout });

async function chat({ url, model, stream, signal, timeout, prompts = ["Go."], steps = 4, effort }) {
  const box = toolbox();
  const client = clientFor({ url, timeout });
  const tools = TOOLS.map(({ name, description, schema }) => ({
    type: "function",
    function: {
      name,
      description,
      parameters: schema,
      parse: JSON.parse,
      function: (value) => box.run(name, value),
    },
  }));
  const seen = { calls: box.calls, texts: [] };
  let messages = [];
  try {
    for (const prompt of prompts) {
      messages = [...messages, { role: "user", content: prompt }];
      const runner = client.chat.completions.runTools(
        { model, stream, messages, tools, reasoning_effort: effort },
        { signal, maxChatCompletions: steps },
      );
      seen.text = (await runner.finalContent()) ?? "";
      seen.texts.push(seen.text);
      const last = await runner.finalChatCompletion();
      seen.finish = last.choices[0].finish_reason;
      messages = runner.messages;
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

async function responses({ url, model, stream, signal, timeout, prompts = ["Go."], steps = 4, effort }) {
  const box = toolbox();
  const client = clientFor({ url, timeout });
  const tools = TOOLS.map(({ name, description, schema }) => ({
    type: "function",
    name,
    description,
    parameters: schema,
    strict: true,
  }));
  const input = [];
  const left = [...prompts];
  const seen = { calls: box.calls, text: "", texts: [] };
  try {
    input.push({ role: "user", content: left.shift() });
    for (let turn = 0; turn < steps * prompts.length; turn += 1) {
      const asked = { model, input, tools, store: false, reasoning: effort && { effort } };
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
        seen.texts.push(seen.text);
        if (left.length === 0 || seen.finish !== "stop") return seen;
        input.push({ role: "user", content: left.shift() });
        continue;
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
