// Chunks and bodies of Chat Completions, from which each fake makes its own kind.
import { pieces } from "../e2e/wire/shared.mjs";

export { pieces };
export const HEAD = { object: "chat.completion.chunk", created: 1770000000 };
export const USAGE = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

export const chunk = (head, delta, finish = null, more = {}) => ({
  data: { ...head, choices: [{ index: 0, delta, finish_reason: finish, ...more }] },
});

export const wholeCall = ({ id, name, text }, more = {}) => ({
  ...more,
  id,
  type: "function",
  function: { name, arguments: text },
});

// The deltas of calls. whole: each in one piece. index(at): its members for a call. later: members of later pieces.
export function callDeltas(calls, { whole = false, index = (at) => ({ index: at }), later = {} } = {}) {
  return calls.flatMap((call, at) =>
    whole
      ? [{ tool_calls: [wholeCall(call, index(at))] }]
      : [
          { tool_calls: [wholeCall({ ...call, text: "" }, index(at))] },
          ...pieces(call.text).map((piece) => ({
            tool_calls: [{ ...index(at), ...later, function: { arguments: piece } }],
          })),
        ],
  );
}

export const finishOf = ({ calls }) => (calls.length > 0 ? "tool_calls" : "stop");

// An error as OpenAI writes it.
export const openaiError = (message, more = {}) => ({
  error: { message, type: "invalid_request_error", param: null, code: "invalid_request_error", ...more },
});

export const DONE = { data: "[DONE]" };
