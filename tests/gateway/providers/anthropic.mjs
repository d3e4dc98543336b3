// Anthropic with thinking: signed blocks, one without readable text, one redacted, two with text between them, one behind a
// redacted one; the latest assistant message of a tool loop starts with them, and all are unchanged and in their order.
import { isDeepStrictEqual } from "node:util";
import { PATH, readRequest } from "../e2e/wire/messages.mjs";
import { pieces, textOf } from "../e2e/wire/shared.mjs";
import { digest } from "./script.mjs";
import { refuse } from "./server.mjs";

const no = (words, details) =>
  refuse(
    words,
    {
      type: "error",
      error: { type: "invalid_request_error", message: words, ...(details && { details }) },
      request_id: "req_fake",
    },
    { thread: details !== undefined },
  );
export const FORCED = "Thinking may not be enabled when tool_choice forces tool use.";
export const expectedAt = (at, found) =>
  `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When ` +
  "`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost " +
  "set of `tool_use` and `tool_result` blocks).";
export const modifiedAt = (at, place) =>
  `messages.${at}.content.${place}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message ` +
  "cannot be modified. These blocks must remain as they were in the original response.";
export const invalidAt = (at, place) =>
  `messages.${at}.content.${place}: Invalid \`signature\` in \`thinking\` block`;

const isForced = ({ tool_choice: choice }) => choice?.type === "any" || choice?.type === "tool";
const isAsked = ({ thinking }) => thinking?.type === "enabled" || thinking?.type === "adaptive";
// claude-sonnet-5 thinks without being asked to, too.
const thinks = (body) => isAsked(body) || (body.thinking === undefined && !isForced(body));
const blocksOf = (content) =>
  typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
const isThought = ({ type }) => type === "thinking" || type === "redacted_thinking";

// The step without a thought of the script is the redacted one; the second shows only its signature; the long one
// begins with a part that nobody may read.
function thoughtsOf({ seed, thought, quiet, foreign, text, calls }) {
  if (quiet || foreign) return [];
  const step = Number(seed.split("/").at(-1));
  const redacted = { type: "redacted_thinking", data: `red-${digest(seed, "d")}` };
  if (thought === "") return [redacted];
  const first = {
    type: "thinking",
    thinking: step === 1 ? "" : thought,
    signature: `sig-${digest(seed, "s")}==`,
  };
  if (thought.length > 1000) return [redacted, first];
  // Interleaved: what it says stands between two thoughts.
  if (text !== "" && calls.length > 0)
    return [
      first,
      { type: "thinking", thinking: ` And so: ${thought}\n`, signature: `sig-${digest(seed, "s2")}==` },
    ];
  return [first];
}

function readMessages(body) {
  const { problem, details, tools, prompt } = readRequest(body);
  const turns = [];
  let lastUser = -1;
  for (const [at, message] of (body.messages ?? []).entries()) {
    const blocks = blocksOf(message.content);
    if (message.role === "user" && !blocks.some(({ type }) => type === "tool_result")) lastUser = at;
    if (message.role !== "assistant") continue;
    const calls = blocks
      .filter(({ type }) => type === "tool_use")
      .map(({ id, name, input }) => ({ id, name, text: JSON.stringify(input) }));
    turns.push({
      at,
      calls,
      text: textOf(blocks.filter(({ type }) => type === "text")),
      results: new Map(),
      blocks,
    });
  }
  return {
    turns,
    lastUser,
    prompt,
    problem,
    details,
    tools: tools.map(({ name }) => name),
    stream: body.stream === true,
  };
}

function checkThoughts({ turns }, notice) {
  const latest = turns.at(-1);
  for (const turn of turns) {
    const wanted = thoughtsOf(turn.sent);
    const given = turn.blocks.filter(isThought).map(({ cache_control: _none, ...block }) => block);
    for (const [place, block] of turn.blocks.entries()) {
      if (!isThought(block)) continue;
      const known = wanted.some(({ signature, data }) =>
        block.type === "thinking" ? signature === block.signature : data === block.data,
      );
      if (!known) return no(invalidAt(turn.at, place));
    }
    if (!turn.current || turn.calls.length === 0) continue;
    if (given.length === 0) {
      if (turn === latest) return no(expectedAt(turn.at, turn.blocks[0]?.type));
      if (wanted.length > 0) notice(`message ${turn.at}: thinking is missing`);
      continue;
    }
    if (!isThought(turn.blocks[0])) return no(expectedAt(turn.at, turn.blocks[0].type));
    if (!isDeepStrictEqual(given, wanted)) return no(modifiedAt(turn.at, 0));
    const order = turn.blocks.map(({ type }) => type);
    if (!isDeepStrictEqual(order, orderOf(turn.sent))) return no(modifiedAt(turn.at, 1));
  }
  return undefined;
}

const usage = {
  input_tokens: 11,
  output_tokens: 7,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};
const message = ({ seed }, body) => ({
  id: `msg_01${digest(seed).slice(0, 22)}`,
  type: "message",
  role: "assistant",
  model: body.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage,
});
const stopOf = ({ calls }) => (calls.length > 0 ? "tool_use" : "end_turn");
function allOf(sent) {
  const thoughts = sent.seed === "aside" ? [] : thoughtsOf(sent);
  const text = sent.text === "" ? [] : [{ type: "text", text: sent.text }];
  const interleaved = sent.text !== "" && sent.calls.length > 0;
  return [
    ...(interleaved ? thoughts.slice(0, 1) : thoughts),
    ...text,
    ...(interleaved ? thoughts.slice(1) : []),
    ...sent.calls.map(({ id, name, value }) => ({ type: "tool_use", id, name, input: value })),
  ];
}
const orderOf = (sent) => allOf(sent).map(({ type }) => type);
const contentOf = (sent, body) => allOf(sent).filter((block) => thinks(body) || !isThought(block));

// How a block begins in a stream, and the deltas that fill it.
const STREAMED = {
  thinking: (block) => [
    { ...block, thinking: "", signature: "" },
    ...pieces(block.thinking).map((thinking) => ({ type: "thinking_delta", thinking })),
    { type: "signature_delta", signature: block.signature },
  ],
  redacted_thinking: (block) => [block],
  text: (block) => [
    { ...block, text: "" },
    ...pieces(block.text).map((text) => ({ type: "text_delta", text })),
  ],
  tool_use: (block) => [
    { ...block, input: {} },
    ...["", ...pieces(JSON.stringify(block.input))].map((text) => ({
      type: "input_json_delta",
      partial_json: text,
    })),
  ],
};

export const ANTHROPIC = {
  name: "anthropic",
  provider: "anthropic",
  protocol: "messages",
  model: "claude-sonnet-5",
  path: PATH,
  refusesMissing: true,
  effort: "high",
  read: readMessages,
  thinks,
  idOf: (seed, at) => `toolu_01${digest(seed, at).slice(0, 22)}`,
  check(body, view, notice) {
    if (view.problem !== undefined) return no(view.problem, view.details);
    if (!thinks(body)) return undefined;
    if (isForced(body)) return no(FORCED);
    if (body.thinking?.budget_tokens >= body.max_tokens)
      return no("`max_tokens` must be greater than `thinking.budget_tokens`.");
    if (body.temperature !== undefined && body.temperature !== 1)
      return no("`temperature` may only be set to 1 when thinking is enabled.");
    if (body.top_p !== undefined && body.top_p < 0.95)
      return no("`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.");
    if (body.top_k !== undefined) return no("`top_k` must be unset when thinking is enabled.");
    return checkThoughts(view, notice);
  },
  stream(sent, body) {
    const event = (data) => ({ event: data.type, data });
    const blocks = [event({ type: "message_start", message: message(sent, body) }), event({ type: "ping" })];
    for (const [index, block] of contentOf(sent, body).entries()) {
      const [first, ...deltas] = STREAMED[block.type](block);
      blocks.push(event({ type: "content_block_start", index, content_block: first }));
      for (const delta of deltas) blocks.push(event({ type: "content_block_delta", index, delta }));
      blocks.push(event({ type: "content_block_stop", index }));
    }
    const delta = { stop_reason: stopOf(sent), stop_sequence: null };
    return [
      ...blocks,
      event({ type: "message_delta", delta, usage: { output_tokens: 7 } }),
      event({ type: "message_stop" }),
    ];
  },
  reply: (sent, body) => ({
    ...message(sent, body),
    content: contentOf(sent, body),
    stop_reason: stopOf(sent),
  }),
};
