// Qwen (DashScope): later pieces of a call have id ""; thinking and a forced tool exclude each other; reasoning may go back.
// The open models think only in streams; others stream only, and cannot stop to think.
import {
  callDeltas,
  chunk,
  DONE,
  finishOf,
  HEAD,
  openaiError,
  pieces,
  USAGE,
  wholeCall,
} from "./chat_reply.mjs";
import { isForced, readChat } from "./chat_request.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const head = ({ seed }, body) => ({
  ...HEAD,
  id: `chatcmpl-${digest(seed).slice(0, 32)}`,
  model: body.model,
});
const no = (words) => {
  const told = `<400> InternalError.Algo.InvalidParameter: ${words}`;
  return refuse(told, { ...openaiError(told, { code: "invalid_parameter_error" }), request_id: "fake" });
};
const FORCED = "The tool_choice parameter does not support being set to required or object in thinking mode";
const thinks = ({ enable_thinking: wished }) => wished !== false;

export const QWEN = {
  name: "qwen",
  provider: "qwen",
  protocol: "chat",
  model: "qwen3.5-plus",
  path: "/compatible-mode/v1/chat/completions",
  read: readChat,
  thinks,
  idOf: (seed, at) => `call_${digest(seed, at).slice(0, 24)}`,
  check(body, { turns, faults }, notice) {
    if (faults.length > 0) {
      return no(
        `An assistant message with "tool_calls" must be followed by tool messages responding to each ` +
          `"tool_call_id". The following tool_call_ids did not have response messages: message[${faults[0].at}].role`,
      );
    }
    if (thinks(body) && isForced(body)) {
      return no(FORCED);
    }
    for (const { at, raw, sent, calls } of turns) {
      if (calls.length === 0 || sent.foreign) continue;
      const given = raw.reasoning_content;
      if (given && given !== sent.thought) notice(`message ${at}: altered or foreign reasoning_content`);
    }
    return undefined;
  },
  stream(sent, body) {
    const top = head(sent, body);
    const blocks = [chunk(top, { role: "assistant", content: null, reasoning_content: "" })];
    if (thinks(body)) {
      for (const piece of pieces(sent.thought))
        blocks.push(chunk(top, { content: null, reasoning_content: piece }));
    }
    for (const piece of pieces(sent.text))
      blocks.push(chunk(top, { content: piece, reasoning_content: null }));
    for (const delta of callDeltas(sent.calls, { later: { id: "", type: "function" } }))
      blocks.push(chunk(top, { content: null, ...delta }));
    blocks.push(chunk(top, { content: "", reasoning_content: null }, finishOf(sent)));
    if (body.stream_options?.include_usage) blocks.push({ data: { ...top, choices: [], usage: USAGE } });
    return [...blocks, DONE];
  },
  reply(sent, body) {
    const message = { role: "assistant", content: sent.text };
    if (thinks(body)) message.reasoning_content = sent.thought;
    if (sent.calls.length > 0)
      message.tool_calls = sent.calls.map((call, index) => wholeCall(call, { index }));
    return {
      ...head(sent, body),
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finishOf(sent) }],
      usage: USAGE,
    };
  },
};

export const STREAMS_ONLY = "parameter.enable_thinking must be set to false for non-streaming calls";

export const QWEN_OPEN = {
  ...QWEN,
  name: "qwen-open",
  model: "qwen3-32b",
  check(body, view, notice) {
    if (thinks(body) && body.stream !== true) return no(STREAMS_ONLY);
    return QWEN.check(body, view, notice);
  },
};

export const ONLY_STREAMS = "This model only support stream mode, please enable the stream parameter to access the model.";
export const ALWAYS_THINKS = "The value of the enable_thinking parameter is restricted to True.";

export const QWEN_STREAMS = {
  ...QWEN,
  name: "qwen-streams",
  model: "qwen3-235b-a22b-thinking-2507",
  thinks: () => true,
  check(body, view, notice) {
    if (body.stream !== true) return no(ONLY_STREAMS);
    if (body.enable_thinking === false) return no(ALWAYS_THINKS);
    if (isForced(body)) return no(FORCED);
    return QWEN.check(body, view, notice);
  },
};
