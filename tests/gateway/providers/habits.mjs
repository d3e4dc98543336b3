// What clients do with a history beside dropping reasoning, each for whatever protocol: {asks, history, post, stream} as
// converse() (plain_client.mjs) takes them, all optional.
import { dropReasoning, keepAll } from "./plain_client.mjs";

const FORCED = { chat: "required", messages: { type: "any" }, responses: "required" };
const turnsOf = (body) => body.messages ?? body.input;

// Runs of results, in their place: tool messages, items, or the blocks of a message.
function reverseResults(body) {
  const isResult = ({ role, type }) => role === "tool" || type === "function_call_output";
  const turns = turnsOf(body);
  for (let at = 0; at < turns.length; at += 1) {
    let end = at;
    while (end < turns.length && isResult(turns[end])) end += 1;
    if (end > at + 1) turns.splice(at, end - at, ...turns.slice(at, end).reverse());
    at = Math.max(at, end - 1);
    const { content } = turns[at];
    if (Array.isArray(content) && content.every(({ type }) => type === "tool_result")) content.reverse();
  }
}

// What was thought beside calls; without calls nobody can tell again which turn it was.
const calling = (change) => (message) => {
  const { items, content, tool_calls: calls } = message;
  const blocks = [...(items ?? []), ...(Array.isArray(content) ? content : [])];
  const hasCalls = calls?.length > 0 || blocks.some(({ type }) => type === "tool_use" || type === "function_call");
  return hasCalls ? change(message) : message;
};

// The end of a thought: what an accumulator keeps that takes the last piece for all.
const endOf = (text) => text.slice(-12);
function shorten({ items, content, ...message }) {
  for (const key of ["reasoning_content", "reasoning"]) if (message[key]) message[key] = endOf(message[key]);
  if (message.reasoning_details?.length > 0) message.reasoning_details = message.reasoning_details.slice(-1);
  if (Array.isArray(content))
    content = content.map((block) => (block.thinking ? { ...block, thinking: endOf(block.thinking) } : block));
  const shortened = items?.map(({ summary, ...item }) =>
    summary === undefined ? item : { ...item, summary: summary.map((part) => ({ ...part, text: endOf(part.text) })) },
  );
  return { ...message, content, ...(items && { items: shortened }) };
}

// Texts with space around them, and other words in them.
function rewrite({ items, content, ...message }) {
  const other = (text) => `  ${text.replaceAll("the", "a")}\n`;
  for (const key of ["reasoning_content", "reasoning"]) if (message[key]) message[key] = other(message[key]);
  delete message.reasoning_details;
  if (Array.isArray(content))
    content = content.map((block) => (block.thinking ? { ...block, thinking: other(block.thinking) } : block));
  return { ...message, content, ...(items && { items: items.filter(({ type }) => type !== "reasoning") }) };
}

// What a dump of a library's object holds.
const dumped = (message) =>
  message.items !== undefined || Array.isArray(message.content)
    ? dropReasoning(message)
    : {
        ...dropReasoning(message),
        name: null,
        refusal: null,
        audio: null,
        annotations: null,
        function_call: null,
        reasoning_content: null,
      };

// The rounds before the second one, asked again: what is answered leads nowhere.
const branching = (post) => async (url, init) => {
  const body = JSON.parse(init.body);
  const turns = turnsOf(body);
  const isCalling = ({ type, tool_calls: calls, content }) =>
    type === "function_call" ||
    calls?.length > 0 ||
    (Array.isArray(content) && content.some((block) => block.type === "tool_use"));
  const places = turns.flatMap((turn, at) => (isCalling(turn) ? [at] : []));
  if (places.length >= 2) {
    const key = body.messages === undefined ? "input" : "messages";
    const earlier = { ...body, [key]: turns.slice(0, places[1]) };
    await (await post(url, { ...init, body: JSON.stringify(earlier) })).text();
  }
  return post(url, init);
};

// All that OpenAI or Anthropic would take. Some providers know none of it.
const DEMANDS = {
  chat: {
    ...{ temperature: 0.3, top_p: 0.8, presence_penalty: 0.1, frequency_penalty: 0.1, seed: 7, n: 1 },
    ...{ user: "u", store: false, service_tier: "auto", metadata: { a: "b" }, prompt_cache_key: "k" },
    ...{ max_completion_tokens: 4096, parallel_tool_calls: true, tool_choice: "auto", logprobs: false },
  },
  messages: { temperature: 0.3, top_p: 0.8, top_k: 5, metadata: { user_id: "u" }, tool_choice: { type: "auto" } },
  responses: {
    ...{ temperature: 0.3, top_p: 0.8, max_output_tokens: 4096, parallel_tool_calls: true, tool_choice: "auto" },
    ...{ user: "u", service_tier: "auto", metadata: { a: "b" }, prompt_cache_key: "k" },
  },
};

export const HABITS = {
  plain: () => ({ history: dropReasoning }),
  // Begins each question by forcing a call.
  forcing: (protocol) => ({
    history: dropReasoning,
    asks: (body) => {
      const last = turnsOf(body).at(-1);
      if (last.role === "user" && typeof last.content === "string") body.tool_choice = FORCED[protocol];
    },
  }),
  reversing: () => ({ history: dropReasoning, asks: reverseResults }),
  wavering: () => ({
    history: dropReasoning,
    asks: (body, number) => number % 2 === 0 && reverseResults(body),
  }),
  repeating: () => ({
    history: dropReasoning,
    wrap: (post) => async (url, init) => {
      await (await post(url, init)).text();
      return post(url, init);
    },
  }),
  branching: () => ({ history: dropReasoning, wrap: branching }),
  alternating: () => ({ history: dropReasoning, stream: (number) => number % 2 === 0 }),
  // Other tools in every second request.
  retooling: () => ({
    history: dropReasoning,
    asks: (body, number) => number % 2 === 1 && body.tools.reverse(),
  }),
  demanding: (protocol) => ({
    history: dropReasoning,
    asks: (body) => {
      Object.assign(body, DEMANDS[protocol]);
      if (protocol === "chat" && body.stream) body.stream_options = { include_usage: true };
      for (const tool of body.tools) (tool.function ?? tool).strict = true;
      for (const turn of turnsOf(body)) if (protocol === "chat" && turn.role === "user") turn.name = "ann";
    },
  }),
  shortening: () => ({ history: calling(shorten) }),
  rewriting: () => ({ history: calling(rewrite) }),
  dumping: () => ({ history: dumped }),
  keeping: () => ({ history: keepAll }),
};
