// MiniMax M2: thinking inside content, or with reasoning_split in reasoning_details (pieces, or with some servers all that
// came so far). It refuses nothing of that, but a thought that is missing or changed breaks the chain of its thoughts.
import { isDeepStrictEqual } from "node:util";
import { callDeltas, chunk, finishOf, HEAD, pieces, USAGE, wholeCall } from "./chat_reply.mjs";
import { readChat } from "./chat_request.mjs";
import { merged } from "./details.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const head = ({ seed }, body) => ({ ...HEAD, id: digest(seed).slice(0, 32), model: body.model });
const no = (words) =>
  refuse(words, {
    type: "error",
    error: { type: "bad_request_error", message: `invalid params, ${words} (2013)`, http_code: "400" },
    request_id: "fake",
  });
const SPEAKER = { role: "assistant", name: "MiniMax AI", audio_content: "" };

const detail = (text) => ({
  type: "reasoning.text",
  id: "reasoning-text-1",
  format: "MiniMax-response-v1",
  index: 0,
  text,
});
const detailsOf = ({ thought }) => (thought === "" ? [] : [detail(thought)]);
const inlineOf = ({ thought, text }) => (thought === "" ? text : `<think>\n${thought}\n</think>\n\n${text}`);
const splits = (body) => body.reasoning_split === true;

function checkThoughts(body, turns, notice) {
  for (const { at, raw, text, sent, current, calls } of turns) {
    if (calls.length === 0) continue;
    const details = raw.reasoning_details;
    if (!splits(body)) {
      if (details !== undefined) notice(`message ${at}: reasoning_details without reasoning_split`);
      if (current && text !== inlineOf(sent) && sent.thought !== "")
        notice(`message ${at}: the content with its <think> did not come back as it was`);
      continue;
    }
    if (!current && details?.length > 0)
      notice(`message ${at}: reasoning_details of an earlier turn (S4-12)`);
    if (!current || sent.thought === "") continue;
    if (!Array.isArray(details)) notice(`message ${at}: reasoning_details are missing`);
    else if (!isDeepStrictEqual(merged(details), detailsOf(sent)))
      notice(`message ${at}: altered reasoning_details`);
  }
}

function minimax(row, { cumulative = false } = {}) {
  return {
    provider: "minimax",
    protocol: "chat",
    model: "MiniMax-M2.5",
    path: "/v1/chat/completions",
    read: readChat,
    idOf: (seed, at) => `call_function_${digest(seed).slice(0, 12)}_${at + 1}`,
    ...row,
    check(body, { turns, faults }, notice) {
      const [fault] = faults;
      if (fault?.kind === "orphan") return no(`tool result's tool id(${fault.ids[0]}) not found`);
      if (fault !== undefined) return no("tool call result does not follow tool call");
      if (body.temperature !== undefined && !(body.temperature > 0 && body.temperature <= 1))
        return no("temperature must be in (0, 1]");
      if (body.n !== undefined && body.n !== 1) return no("n must be 1");
      if (splits(body) && body.tool_choice !== undefined && body.tool_choice !== "auto")
        notice("tool_choice is not in its API");
      if (splits(body) && "max_tokens" in body) notice("max_tokens is not in its API");
      checkThoughts(body, turns, notice);
      return undefined;
    },
    stream(sent, body) {
      const top = head(sent, body);
      const put = (delta) => blocks.push(chunk(top, { ...SPEAKER, ...delta }));
      const blocks = [chunk(top, { role: "", content: "" })];
      let text = sent.text;
      if (splits(body)) {
        let before = "";
        for (const piece of pieces(sent.thought)) {
          before += piece;
          const told = detail(cumulative ? before : piece);
          put(
            cumulative
              ? { reasoning_details: [told] }
              : { reasoning_content: piece, reasoning_details: [told] },
          );
        }
      } else {
        text = inlineOf(sent);
      }
      const parts = pieces(text);
      const last = sent.calls.length === 0 ? parts.pop() : undefined; // rides with the end of the reply
      for (const piece of parts) put({ content: piece });
      for (const delta of callDeltas(sent.calls)) put({ content: "", ...delta });
      blocks.push(chunk(top, { ...SPEAKER, content: last ?? "" }, finishOf(sent)));
      blocks.push({
        data: { ...top, choices: [], usage: USAGE, base_resp: { status_code: 0, status_msg: "" } },
      });
      return blocks; // there is no [DONE]
    },
    reply(sent, body) {
      const message = { ...SPEAKER, content: splits(body) ? sent.text : inlineOf(sent) };
      if (splits(body) && sent.thought !== "") {
        message.reasoning_content = sent.thought;
        message.reasoning_details = detailsOf(sent);
      }
      if (sent.calls.length > 0)
        message.tool_calls = sent.calls.map((call, index) => wholeCall(call, { index }));
      return {
        ...head(sent, body),
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: finishOf(sent) }],
        usage: USAGE,
        input_sensitive: false,
        base_resp: { status_code: 0, status_msg: "" },
      };
    },
  };
}

export const MINIMAX = minimax({ name: "minimax", needsSplit: true });
export const MINIMAX_CUMULATIVE = minimax(
  { name: "minimax-cumulative", model: "MiniMax-M2" },
  { cumulative: true },
);
// Asked as its documentation's first page does: nothing is split.
export const MINIMAX_INLINE = minimax({ name: "minimax-inline", provider: "generic" });
