// OpenRouter in front of Claude: reasoning and reasoning_details, the details whole, unchanged and in their order on the
// way back. One reply has those of OpenAI, a summary and what belongs to it with the same index.
import { isDeepStrictEqual } from "node:util";
import { callDeltas, chunk, DONE, finishOf, HEAD, pieces, USAGE, wholeCall } from "./chat_reply.mjs";
import { openaiPairing, readChat } from "./chat_request.mjs";
import { merged } from "./details.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const head = ({ seed }, body) => ({
  ...HEAD,
  id: `gen-1770000000-${digest(seed).slice(0, 20)}`,
  provider: "Anthropic",
  model: body.model,
});
// The provider's own words stand inside, as text.
const no = (words) =>
  refuse(words, {
    error: {
      message: "Provider returned error",
      code: 400,
      metadata: {
        raw: JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: words } }),
        provider_name: "Anthropic",
      },
    },
    user_id: "user_fake",
  });
export const CANNOT_BE_MODIFIED =
  "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must " +
  "remain as they were in the original response.";
export const missingAt = (at) =>
  `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`.`;

const format = "anthropic-claude-v1";
// Text with its proof, and for the longest thought a part that only the provider can read.
function detailsOf({ seed, thought, text, calls }) {
  if (thought === "") return [];
  if (text !== "" && calls.length > 0) {
    const id = `rs_${digest(seed, "i").slice(0, 20)}`;
    const own = { id, format: "openai-responses-v1", index: 0 };
    return [
      { type: "reasoning.summary", summary: thought, ...own },
      { type: "reasoning.encrypted", data: `enc-${digest(seed, "o")}`, ...own },
    ];
  }
  const list = [
    { type: "reasoning.text", text: thought, signature: `sig-${digest(seed, "s")}==`, format, index: 0 },
  ];
  if (thought.length > 1000)
    list.push({
      type: "reasoning.encrypted",
      data: `enc-${digest(seed, "e")}`,
      id: "rs_1",
      format,
      index: 1,
    });
  return list;
}

export const OPENROUTER = {
  name: "openrouter",
  provider: "openrouter",
  protocol: "chat",
  model: "anthropic/claude-sonnet-4.5",
  path: "/api/v1/chat/completions",
  refusesMissing: true,
  framing: { comments: true },
  read: readChat,
  idOf: (seed, at) => `toolu_bdrk_01${digest(seed, at).slice(0, 20)}`,
  check(body, view, notice) {
    const pairing = openaiPairing(view);
    if (pairing !== undefined) return no(pairing);
    for (const { at, raw, sent, current, calls } of view.turns) {
      if (calls.length === 0) continue;
      const wanted = detailsOf(sent);
      const given = raw.reasoning_details;
      if (!Array.isArray(given) || given.length === 0) {
        if (current && wanted.length > 0) return no(missingAt(at));
      } else if (!isDeepStrictEqual(merged(given), wanted)) {
        return no(`messages.${at}.content.0: ${CANNOT_BE_MODIFIED}`);
      }
      if (typeof raw.reasoning === "string" && raw.reasoning !== sent.thought && !sent.foreign)
        notice(`message ${at}: altered reasoning`);
    }
    return undefined;
  },
  stream(sent, body) {
    const top = head(sent, body);
    const put = (delta) => blocks.push(chunk(top, { role: "assistant", content: "", ...delta }));
    const blocks = [];
    for (const { text, summary, signature, ...rest } of detailsOf(sent)) {
      const key = summary === undefined ? "text" : "summary";
      for (const piece of pieces(text ?? summary ?? ""))
        put({ reasoning: piece, reasoning_details: [{ ...rest, [key]: piece }] });
      if (signature !== undefined) put({ reasoning_details: [{ ...rest, signature }] });
      else if (text === undefined && summary === undefined) put({ reasoning_details: [rest] });
    }
    for (const piece of pieces(sent.text)) put({ content: piece });
    // All calls with index 0 and ids of their own.
    const deltas = callDeltas(sent.calls, { whole: sent.calls.length > 1, index: () => ({ index: 0 }) });
    for (const delta of deltas) put({ content: null, ...delta });
    blocks.push(
      chunk(top, { role: "assistant", content: "" }, finishOf(sent), { native_finish_reason: "x" }),
    );
    const late = { ...top, usage: { ...USAGE, cost: 0.1, is_byok: false } };
    blocks.push(chunk(late, { role: "assistant", content: "" }));
    return [...blocks, DONE];
  },
  reply(sent, body) {
    const message = { role: "assistant", content: sent.text, refusal: null };
    if (sent.thought !== "") {
      message.reasoning = sent.thought;
      message.reasoning_details = detailsOf(sent);
    }
    if (sent.calls.length > 0)
      message.tool_calls = sent.calls.map((call, index) => wholeCall(call, { index }));
    return {
      ...head(sent, body),
      object: "chat.completion",
      choices: [
        { index: 0, message, logprobs: null, finish_reason: finishOf(sent), native_finish_reason: "x" },
      ],
      usage: USAGE,
    };
  },
};
