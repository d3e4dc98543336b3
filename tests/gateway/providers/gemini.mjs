// Gemini 3 through its OpenAI address: a signature on the first call of each step, calls without id and without index,
// errors in an array, tokens that nobody sees.
import { chunk, DONE, finishOf, HEAD, pieces, wholeCall } from "./chat_reply.mjs";
import { readChat } from "./chat_request.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 90 };
const head = ({ seed }, body) => ({ ...HEAD, id: digest(seed).slice(0, 22), model: body.model });
const no = (words) => refuse(words, [{ error: { code: 400, message: words, status: "INVALID_ARGUMENT" } }]);
export const missingFor = (name, at) =>
  `Function call is missing a thought_signature in functionCall parts. This is required for tools to work ` +
  `correctly, and missing thought_signature may lead to degraded model performance. Additional data, function ` +
  `call \`default_api:${name}\` , position ${at}.`;
export const CORRUPTED = "Corrupted thought signature.";
// It knows no member for thoughts in words, and refuses what it does not know, with or without a value.
const KNOWN = ["role", "content", "tool_calls", "name", "extra_content"];
const UNKNOWN = ["store", "service_tier", "prompt_cache_key", "thinking", "reasoning", "enable_thinking"];
// What stands for the signature of a call that another model made.
const ANOTHERS = "skip_thought_signature_validator";
export const unknownAt = (member, at) =>
  `Invalid JSON payload received. Unknown name "${member}" at 'messages[${at}]': Cannot find field.`;

const signatureOf = ({ seed }) => Buffer.from(digest(seed, "thought")).toString("base64");
const extra = (sent, at) =>
  at === 0 ? { extra_content: { google: { thought_signature: signatureOf(sent) } } } : {};

export const GEMINI = {
  name: "gemini",
  provider: "gemini",
  protocol: "chat",
  model: "gemini-3-pro-preview",
  path: "/v1beta/openai/chat/completions",
  refusesMissing: true,
  signsCalls: true,
  read: readChat,
  idOf: () => "",
  check(body, { turns, faults }) {
    const unknown = UNKNOWN.find((member) => member in body);
    if (unknown !== undefined)
      return no(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
    if (faults.length > 0) {
      return no(
        "Please ensure that the number of function response parts is equal to the number of function call parts of " +
          "the function call turn.",
      );
    }
    for (const { at, raw, sent, current, calls } of turns) {
      const forbidden = Object.keys(raw).find((member) => !KNOWN.includes(member));
      if (forbidden !== undefined) return no(unknownAt(forbidden, at));
      for (const [place, call] of calls.entries()) {
        const given = call.raw.extra_content?.google?.thought_signature;
        if (given === ANOTHERS && sent.foreign && place === 0) continue;
        if (given !== undefined && (place > 0 || sent.foreign || given !== signatureOf(sent)))
          return no(CORRUPTED);
        if (given === undefined && place === 0 && current) return no(missingFor(call.name, at));
      }
    }
    return undefined;
  },
  stream(sent, body) {
    const top = head(sent, body);
    const blocks = [];
    for (const piece of pieces(sent.text)) blocks.push(chunk(top, { role: "assistant", content: piece }));
    for (const [at, call] of sent.calls.entries())
      blocks.push(chunk(top, { role: "assistant", tool_calls: [wholeCall(call, extra(sent, at))] }));
    blocks.push(chunk({ ...top, usage }, { role: "assistant" }, finishOf(sent)));
    return [...blocks, DONE];
  },
  reply(sent, body) {
    const message = { role: "assistant" };
    if (sent.text !== "") message.content = sent.text;
    if (sent.calls.length > 0)
      message.tool_calls = sent.calls.map((call, at) => wholeCall(call, extra(sent, at)));
    return {
      ...head(sent, body),
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finishOf(sent) }],
      usage,
    };
  },
};
