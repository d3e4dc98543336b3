// Kimi K2 thinking, and K2.5, which can stop to think and fixes its sampling: ids `functions.NAME:NUMBER`, reasoning on every turn with calls, usage inside the choice.
import { callDeltas, chunk, DONE, finishOf, HEAD, pieces, USAGE, wholeCall } from "./chat_reply.mjs";
import { isForced, readChat } from "./chat_request.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const usage = { ...USAGE, cached_tokens: 3 };
const head = ({ seed }, body) => ({
  ...HEAD,
  id: `chatcmpl-${digest(seed).slice(0, 24)}`,
  model: body.model,
});
const no = (words) => refuse(words, { error: { message: words, type: "invalid_request_error" } });
export const missingAt = (at) =>
  `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`;

// Kimi always has a thought; where the script has none it is one line.
const thoughtOf = ({ seed, thought, quiet }) =>
  thought === "" && !quiet ? `On with ${digest(seed).slice(0, 6)}.` : thought;

const thinks = ({ thinking }) => thinking?.type !== "disabled";
const FIXED = { temperature: 1, top_p: 0.95, n: 1, presence_penalty: 0, frequency_penalty: 0 };

export const KIMI = {
  name: "kimi",
  provider: "kimi",
  protocol: "chat",
  model: "kimi-k2-thinking",
  path: "/v1/chat/completions",
  refusesMissing: true,
  read: readChat,
  thinks,
  idOf: (_seed, _at, name, number) => `functions.${name}:${number}`,
  check(body, { turns, faults }) {
    const [fault] = faults;
    if (fault?.kind === "orphan") return no(`tool_call_id ${fault.ids[0]} is not found`);
    if (fault !== undefined) {
      return no(
        `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. ` +
          `The following tool_call_ids did not have response messages: ${fault.ids.join(", ")}`,
      );
    }
    if (body.thinking !== undefined && body.reasoning_effort !== undefined)
      return no("thinking and reasoning_effort cannot be specified together");
    if (body.thinking?.type === "disabled" && body.model.includes("thinking"))
      return no("invalid thinking: only type=enabled is allowed for this model");
    if (!thinks(body)) return undefined;
    if (isForced(body)) return no("tool_choice specified is incompatible with thinking enabled");
    for (const { at, raw, sent, calls } of turns) {
      if (calls.length === 0) continue;
      if (!raw.reasoning_content) return no(missingAt(at));
      if (sent.foreign || sent.quiet) continue; // any text will do
      if (raw.reasoning_content !== thoughtOf(sent)) return no(missingAt(at));
      // The model was trained on its own ids.
      const foreign = sent.calls.find(({ id }, place) => calls[place]?.id !== id);
      if (foreign !== undefined) return no(`tool_call_id ${calls[0].id} is not found`);
    }
    return undefined;
  },
  stream(sent, body) {
    const top = head(sent, body);
    const blocks = [chunk(top, { role: "assistant", content: "" })];
    const shown = thinks(body) ? thoughtOf(sent) : "";
    for (const piece of pieces(shown)) blocks.push(chunk(top, { reasoning_content: piece }));
    for (const piece of pieces(sent.text)) blocks.push(chunk(top, { content: piece }));
    for (const delta of callDeltas(sent.calls)) blocks.push(chunk(top, delta));
    blocks.push(chunk(top, {}, finishOf(sent), { usage }));
    return [...blocks, DONE];
  },
  reply(sent, body) {
    const message = { role: "assistant", content: sent.text };
    if (thinks(body)) message.reasoning_content = thoughtOf(sent);
    if (sent.calls.length > 0)
      message.tool_calls = sent.calls.map((call, index) => wholeCall(call, { index }));
    return {
      ...head(sent, body),
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finishOf(sent) }],
      usage,
    };
  },
};

export const KIMI_K25 = {
  ...KIMI,
  name: "kimi-k2.5",
  model: "kimi-k2.5",
  check(body, view) {
    for (const [name, value] of Object.entries(FIXED))
      if (name in body && body[name] !== value)
        return no(`invalid ${name}: only ${value} is allowed for this model`);
    return KIMI.check(body, view);
  },
};
