// Mistral: ids of nine letters or digits, whoever made them; members that it does not know are refused; a call comes whole,
// without index and type, in the chunk that ends the reply.
import { chunk, DONE, finishOf, HEAD, pieces, USAGE } from "./chat_reply.mjs";
import { openaiPairing, readChat } from "./chat_request.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const head = ({ seed }, body) => ({ ...HEAD, id: digest(seed).slice(0, 32), model: body.model });
const no = (words, type = "invalid_request_error", code = "3230") =>
  refuse(words, { object: "error", message: words, type, param: null, code, raw_status_code: 400 });
export const badId = (id) => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
const FORBIDDEN = "Extra inputs are not permitted";
const extra = (loc) => {
  const detail = [{ type: "extra_forbidden", loc: ["body", ...loc], msg: FORBIDDEN }];
  const body = { object: "error", message: { detail }, type: "invalid_request_error", param: null, code: null };
  return refuse(FORBIDDEN, body, { status: 422 });
};
const KNOWN = [
  ...["model", "messages", "stream", "tools", "tool_choice", "parallel_tool_calls", "response_format", "stop", "n"],
  ...["max_tokens", "temperature", "top_p", "presence_penalty", "frequency_penalty", "random_seed", "prediction"],
  ...["prompt_mode", "reasoning_effort", "safe_prompt"],
];
const KNOWN_OF_MESSAGES = ["role", "content", "tool_calls", "prefix"];
const KNOWN_OF_CALLS = ["id", "type", "function", "index"];

const wholeCall = ({ id, name, text }) => ({ id, function: { name, arguments: text } });

export const MISTRAL = {
  name: "mistral",
  provider: "mistral",
  protocol: "chat",
  model: "mistral-medium-latest",
  path: "/v1/chat/completions",
  read: readChat,
  idOf: (seed, at) => digest(seed, at).slice(0, 9),
  check(body, view) {
    for (const name of Object.keys(body)) if (!KNOWN.includes(name)) return extra([name]);
    for (const { at, raw, calls } of view.turns) {
      const member =
        Object.keys(raw).find((name) => !KNOWN_OF_MESSAGES.includes(name)) ??
        calls.flatMap((call) => Object.keys(call.raw)).find((name) => !KNOWN_OF_CALLS.includes(name));
      if (member !== undefined) return extra(["messages", at, "assistant", member]);
      const wrong = calls.find(({ id }) => !/^[a-zA-Z0-9]{9}$/.test(id));
      if (wrong !== undefined) return no(badId(wrong.id), "invalid_function_call", "3280");
    }
    // A call needs no type.
    const pairing = openaiPairing({ faults: view.faults.filter(({ kind }) => kind !== "call") });
    return pairing === undefined ? undefined : no(pairing);
  },
  stream(sent, body) {
    const top = head(sent, body);
    const blocks = [chunk(top, { role: "assistant", content: "" })];
    for (const piece of pieces(sent.text)) blocks.push(chunk(top, { content: piece }));
    const last = { content: "", ...(sent.calls.length > 0 && { tool_calls: sent.calls.map(wholeCall) }) };
    blocks.push(chunk({ ...top, usage: USAGE }, last, finishOf(sent)));
    return [...blocks, DONE];
  },
  reply(sent, body) {
    const message = { role: "assistant", content: sent.text, tool_calls: null };
    if (sent.calls.length > 0) message.tool_calls = sent.calls.map(wholeCall);
    return {
      ...head(sent, body),
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finishOf(sent) }],
      usage: USAGE,
    };
  },
};
