// What the generations of DeepSeek share: wire, ids, words.
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
import { isForced, openaiPairing, readChat } from "./chat_request.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

export const MUST_PASS_BACK = "The `reasoning_content` in the thinking mode must be passed back to the API.";
export const missingAt = (at) =>
  `Missing \`reasoning_content\` field in the assistant message at message index ${at}`;
export const NO_SUCH_CHOICE = "Thinking mode does not support this tool_choice";

const usage = { ...USAGE, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 11 };
const head = ({ seed }, body) => ({ ...HEAD, id: digest(seed).slice(0, 32), model: body.model });

// rules: {thinks(body), reasoning(turn, refuse, notice)}; reasoning() returns words where it refuses a turn.
export function deepseek(row, rules) {
  const shown = (sent, body) => (rules.thinks(body) ? sent.thought : "");
  return {
    provider: "deepseek",
    protocol: "chat",
    path: "/chat/completions",
    read: readChat,
    thinks: rules.thinks,
    idOf: (seed, at) => `call_0${at}_${digest(seed, at).slice(0, 24)}`,
    ...row,
    check(body, view, notice) {
      const no = (words) => refuse(words, openaiError(words));
      const pairing = openaiPairing(view);
      if (pairing !== undefined) return no(pairing);
      // "strict" belongs to the address /beta, and there to all tools.
      if (body.tools?.some((tool) => tool.function?.strict)) notice("strict outside of /beta");
      if ("max_completion_tokens" in body) notice("max_completion_tokens is not in its API");
      if (!rules.thinks(body)) return undefined;
      if (isForced(body)) return no(NO_SUCH_CHOICE);
      if (body.logprobs) return no("deepseek-reasoner does not support the parameter `logprobs`");
      for (const turn of view.turns) {
        const words = rules.reasoning(turn, notice);
        if (words !== undefined) return no(words);
      }
      return undefined;
    },
    stream(sent, body) {
      const top = head(sent, body);
      const asked = { usage: null };
      const blocks = [
        chunk({ ...top, ...asked }, { role: "assistant", content: null, reasoning_content: "" }),
      ];
      const put = (delta) => blocks.push(chunk({ ...top, ...asked }, delta));
      for (const piece of pieces(shown(sent, body))) put({ content: null, reasoning_content: piece });
      for (const piece of pieces(sent.text)) put({ content: piece, reasoning_content: null });
      for (const delta of callDeltas(sent.calls)) put({ content: null, ...delta });
      blocks.push(
        chunk({ ...top, usage }, { content: "", reasoning_content: null }, finishOf(sent), {
          logprobs: null,
        }),
      );
      return [...blocks, DONE];
    },
    reply(sent, body) {
      const message = { role: "assistant", content: sent.text };
      if (rules.thinks(body)) message.reasoning_content = sent.thought;
      if (sent.calls.length > 0)
        message.tool_calls = sent.calls.map((call, index) => wholeCall(call, { index }));
      return {
        ...head(sent, body),
        object: "chat.completion",
        choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(sent) }],
        usage,
        system_fingerprint: "fp_fake",
      };
    },
  };
}
