// `@langchain/openai`, through Chat and through Responses. Its stream is added up as its documentation says; tools are
// run as its agents run them: whatever stands in tool_calls.
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { TOOLS, toolbox } from "../tools.mjs";

const loopWith =
  (useResponsesApi) =>
  async ({ url, model, stream, signal, timeout, prompts = ["Go."], steps = 4, effort }) => {
    const box = toolbox();
    const chat = new ChatOpenAI({
      apiKey: "none",
      model,
      maxRetries: 0,
      timeout,
      useResponsesApi,
      // Its own setting for effort reaches only models that it knows.
      modelKwargs: effort && (useResponsesApi ? { reasoning: { effort } } : { reasoning_effort: effort }),
      streaming: stream,
      configuration: { baseURL: `${url}/v1` },
    }).bindTools(
      TOOLS.map(({ name, description, schema }) => ({
        type: "function",
        function: { name, description, parameters: schema },
      })),
    );
    const left = [...prompts];
    const messages = [new HumanMessage(left.shift())];
    const seen = { calls: box.calls, text: "", texts: [] };
    try {
      for (let turn = 0; turn < steps * prompts.length; turn += 1) {
        let reply;
        if (stream) {
          for await (const chunk of await chat.stream(messages, { signal })) {
            reply = reply === undefined ? chunk : reply.concat(chunk);
          }
          if (reply === undefined) throw new Error("the stream was empty");
        } else {
          reply = await chat.invoke(messages, { signal });
        }
        seen.text = reply.text;
        const meta = reply.response_metadata ?? {};
        seen.finish = meta.finish_reason ?? (meta.incomplete_details ? "length" : meta.status);
        messages.push(reply);
        if (!reply.tool_calls?.length) {
          seen.texts.push(seen.text);
          if (left.length === 0) return seen;
          messages.push(new HumanMessage(left.shift()));
          continue;
        }
        for (const call of reply.tool_calls) {
          messages.push(new ToolMessage({ tool_call_id: call.id, content: box.run(call.name, call.args) }));
        }
      }
      throw new Error("the loop did not end");
    } catch (error) {
      seen.error = error;
    }
    return seen;
  };

export const CLIENTS = [
  { name: "langchain/chat", protocol: "chat", run: loopWith(false) },
  { name: "langchain/responses", protocol: "responses", run: loopWith(true) },
];
