// GLM 4.7: only tool_choice auto; whole calls in one chunk; reasoning goes back where there was some, and no field where
// there was none (S4-93). It refuses none of that, but its answers get worse.
import { chunk, DONE, finishOf, pieces, USAGE, wholeCall } from "./chat_reply.mjs";
import { readChat } from "./chat_request.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const head = ({ seed }, body) => ({
  id: `2026${digest(seed).slice(0, 20)}`,
  created: 1770000000,
  model: body.model,
});
const no = (code, words) => refuse(words, { error: { code, message: words } });
const thoughtOf = ({ thought }) => (thought === "" ? "" : `\n${thought}`);
const thinks = ({ thinking }) => thinking?.type !== "disabled";
// What its documentation does not know, and its SDK does not send.
const UNKNOWN = ["stream_options", "max_completion_tokens", "frequency_penalty", "presence_penalty"];

export const GLM = {
  name: "glm",
  provider: "glm",
  protocol: "chat",
  model: "glm-4.7",
  path: "/api/paas/v4/chat/completions",
  read: readChat,
  thinks,
  idOf: (seed, at) => `call_-${BigInt(`0x${digest(seed, at).slice(0, 15)}`)}`,
  check(body, { turns, faults }, notice) {
    if (faults.length > 0) return no("1214", "messages 参数非法。请检查文档。");
    const choice = body.tool_choice;
    if (choice !== undefined && choice !== null && choice !== "auto")
      return no("1210", "Tool choice must be auto");
    if (choice !== undefined && !body.tools?.length) return no("1210", "API 调用参数有误，请检查文档。");
    for (const name of UNKNOWN) if (name in body) notice(`${name} is not supported`);
    if (body.tools?.some((tool) => "strict" in tool.function)) notice("strict is not supported");
    for (const { at, raw, sent, current, calls } of turns) {
      if ("name" in raw) notice(`message ${at}: name is not supported`);
      if (sent.foreign) continue;
      const given = raw.reasoning_content;
      const thought = thinks(body) ? thoughtOf(sent) : "";
      if (thought === "" && given !== undefined)
        notice(`message ${at}: a superfluous reasoning_content (S4-93)`);
      else if (current && calls.length > 0 && given !== thought && thought !== "")
        notice(`message ${at}: reasoning_content did not come back as it was`);
      else if (given !== undefined && given !== thought) notice(`message ${at}: altered reasoning_content`);
    }
    return undefined;
  },
  stream(sent, body) {
    const top = head(sent, body);
    const blocks = [];
    if (thinks(body)) {
      for (const piece of pieces(thoughtOf(sent)))
        blocks.push(chunk(top, { role: "assistant", reasoning_content: piece }));
    }
    const text = sent.calls.length > 0 && sent.text === "" ? "\n" : sent.text;
    for (const piece of pieces(text)) blocks.push(chunk(top, { role: "assistant", content: piece }));
    // Without tool_stream a call comes whole, the last one in the chunk that ends the reply.
    const whole = sent.calls.map((call, index) => ({ tool_calls: [wholeCall(call, { index })] }));
    for (const delta of whole.slice(0, -1)) blocks.push(chunk(top, { role: "assistant", ...delta }));
    const last = { role: "assistant", content: "", ...whole.at(-1) };
    blocks.push(chunk({ ...top, usage: USAGE }, last, finishOf(sent)));
    return [...blocks, DONE];
  },
  reply(sent, body) {
    const message = { role: "assistant", content: sent.text };
    if (thinks(body) && sent.thought !== "") message.reasoning_content = thoughtOf(sent);
    if (sent.calls.length > 0)
      message.tool_calls = sent.calls.map((call, index) => wholeCall(call, { index }));
    return {
      ...head(sent, body),
      choices: [{ index: 0, message, finish_reason: finishOf(sent) }],
      request_id: head(sent, body).id,
      usage: USAGE,
    };
  },
};
