// Replies written by hand, as each protocol's own server would send them: the SDK test has to pass the good ones
// and to see what is wrong with the others. goodCases() and specialCases(): replies that must pass; wrongCases():
// [{fault, served}], each of which must fail for every client that shows what is wrong.

const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value) => `event: ${value.type}\n${data(value)}`;

const REASONING = ["Two cities: ", "Zürich ", "and 東京 🗼."];
const TEXT = ["I look ", "up “both”", "\nnow."];
// The first argument holds an integer that no double can hold.
const CALLS = [
  {
    id: "call_a1",
    name: "get_weather",
    text: '{"city":"Zürich","id":12345678901234567891,"deep":{"list":[1,2.50,null]}}',
  },
  { id: "call_b2", name: "get_time", text: "{}" },
];
const USAGE = { input: 120, output: 45, cached: 100, reasoning: 12 };
const ERROR = "The server had a bad day";

// expect.calls is spelled as text, since its numbers must keep theirs.
const expected = (changes = {}) => {
  const calls = CALLS.map(
    ({ id, name, text }) => `{"id":"${id}","name":"${name}","arguments":${text},"custom":false}`,
  ).join(",");
  const rest = {
    text: TEXT.join(""),
    reasoning: REASONING.join(""),
    refusal: "",
    finish: "tool_calls",
    usage: USAGE,
    error: null,
    ...changes,
  };
  return `{"calls":[${changes.calls ?? calls}],${JSON.stringify({ ...rest, calls: undefined }).slice(1)}`;
};

// ---- Chat -----------------------------------------------------------------------------------------

const chunkHead = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1700000000, model: "m" };
const chunk = (delta, finish_reason = null) =>
  data({ ...chunkHead, choices: [{ index: 0, delta, finish_reason }], usage: null });
const halves = (text) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
const chatUsage = {
  prompt_tokens: USAGE.input,
  completion_tokens: USAGE.output,
  total_tokens: USAGE.input + USAGE.output,
  prompt_tokens_details: { cached_tokens: USAGE.cached },
  completion_tokens_details: { reasoning_tokens: USAGE.reasoning },
};
const chatUsageChunk = data({ ...chunkHead, choices: [], usage: chatUsage });

const chatStart = () => chunk({ role: "assistant", content: "" });
const chatThoughts = () => REASONING.map((piece) => chunk({ reasoning_content: piece })).join("");
const chatText = () => TEXT.map((piece) => chunk({ content: piece })).join("");
const chatCalls = () =>
  CALLS.map(
    ({ id, name, text }, index) =>
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }) +
      halves(text)
        .map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
        .join(""),
  ).join("");

const chat = {
  stream: () =>
    chatStart() +
    chatThoughts() +
    chatText() +
    chatCalls() +
    chunk({}, "tool_calls") +
    chatUsageChunk +
    "data: [DONE]\n\n",
  cutByLength: () =>
    chatStart() + chatThoughts() + chatText() + chunk({}, "length") + chatUsageChunk + "data: [DONE]\n\n",
  broken: () => chatStart() + chatThoughts() + chatText(),
  failing: () =>
    chatStart() +
    chatText() +
    data({ error: { message: ERROR, type: "server_error", param: null, code: null } }),
  body: (finish_reason = "tool_calls", calls = CALLS) =>
    JSON.stringify({
      ...chunkHead,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: TEXT.join(""),
            reasoning_content: REASONING.join(""),
            refusal: null,
            ...(calls.length > 0 && {
              tool_calls: calls.map(({ id, name, text }) => ({
                id,
                type: "function",
                function: { name, arguments: text },
              })),
            }),
          },
          logprobs: null,
          finish_reason,
        },
      ],
      usage: chatUsage,
    }),
  error: () =>
    JSON.stringify({
      error: { message: ERROR, type: "rate_limit_error", param: null, code: "rate_limit_exceeded" },
    }),
};

// ---- Responses ------------------------------------------------------------------------------------

const responseHead = {
  id: "resp_1",
  object: "response",
  created_at: 1700000000,
  model: "m",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
};
const responseUsage = {
  input_tokens: USAGE.input,
  input_tokens_details: { cached_tokens: USAGE.cached },
  output_tokens: USAGE.output,
  output_tokens_details: { reasoning_tokens: USAGE.reasoning },
  total_tokens: USAGE.input + USAGE.output,
};
const reasoningItem = (text) => ({
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text }],
});
const messageItem = (text, status = "completed") => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status,
  content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
});
const callItem = ({ id, name, text }, index) => ({
  type: "function_call",
  id: `fc_${index}`,
  call_id: id,
  name,
  arguments: text,
  status: "completed",
});
const responseItems = (calls = CALLS, status = "completed") => [
  reasoningItem(REASONING.join("")),
  messageItem(TEXT.join(""), status),
  ...calls.map(callItem),
];

// Gives every event its number.
function responseEvents(events) {
  return events.map((event, sequence_number) => named({ ...event, sequence_number })).join("");
}
const responseStart = () => [
  { type: "response.created", response: { ...responseHead, status: "in_progress", output: [], usage: null } },
  {
    type: "response.in_progress",
    response: { ...responseHead, status: "in_progress", output: [], usage: null },
  },
];
const responseThoughts = () => {
  const at = { item_id: "rs_1", output_index: 0, summary_index: 0 };
  const text = REASONING.join("");
  return [
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "reasoning", id: "rs_1", summary: [] },
    },
    { type: "response.reasoning_summary_part.added", ...at, part: { type: "summary_text", text: "" } },
    ...REASONING.map((delta) => ({ type: "response.reasoning_summary_text.delta", ...at, delta })),
    { type: "response.reasoning_summary_text.done", ...at, text },
    { type: "response.reasoning_summary_part.done", ...at, part: { type: "summary_text", text } },
    { type: "response.output_item.done", output_index: 0, item: reasoningItem(text) },
  ];
};
const responseText = (status = "completed") => {
  const at = { item_id: "msg_1", output_index: 1, content_index: 0 };
  const text = TEXT.join("");
  const empty = { type: "output_text", text: "", annotations: [], logprobs: [] };
  return [
    {
      type: "response.output_item.added",
      output_index: 1,
      item: { ...messageItem("", "in_progress"), content: [] },
    },
    { type: "response.content_part.added", ...at, part: empty },
    ...TEXT.map((delta) => ({ type: "response.output_text.delta", ...at, delta, logprobs: [] })),
    { type: "response.output_text.done", ...at, text, logprobs: [] },
    { type: "response.content_part.done", ...at, part: { ...empty, text } },
    { type: "response.output_item.done", output_index: 1, item: messageItem(text, status) },
  ];
};
const responseCalls = () =>
  CALLS.flatMap((call, index) => {
    const item = callItem(call, index);
    const at = { item_id: item.id, output_index: 2 + index };
    return [
      {
        type: "response.output_item.added",
        output_index: 2 + index,
        item: { ...item, arguments: "", status: "in_progress" },
      },
      ...halves(call.text).map((delta) => ({ type: "response.function_call_arguments.delta", ...at, delta })),
      { type: "response.function_call_arguments.done", ...at, name: call.name, arguments: call.text },
      { type: "response.output_item.done", output_index: 2 + index, item },
    ];
  });
const responseBody = (changes = {}) => ({
  ...responseHead,
  status: "completed",
  output: responseItems(),
  usage: responseUsage,
  ...changes,
});
const cutResponse = () =>
  responseBody({
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output: responseItems([], "incomplete"),
  });

const responses = {
  stream: () =>
    responseEvents([
      ...responseStart(),
      ...responseThoughts(),
      ...responseText(),
      ...responseCalls(),
      { type: "response.completed", response: responseBody() },
    ]),
  cutByLength: () =>
    responseEvents([
      ...responseStart(),
      ...responseThoughts(),
      ...responseText("incomplete"),
      { type: "response.incomplete", response: cutResponse() },
    ]),
  broken: () => responseEvents([...responseStart(), ...responseThoughts(), ...responseText()]),
  failing: () =>
    responseEvents([
      ...responseStart(),
      ...responseThoughts(),
      {
        type: "response.failed",
        response: {
          ...responseHead,
          status: "failed",
          error: { code: "server_error", message: ERROR },
          output: [],
          usage: null,
        },
      },
    ]),
  body: (finish = "tool_calls") => JSON.stringify(finish === "length" ? cutResponse() : responseBody()),
  error: chat.error,
};

// ---- Messages -------------------------------------------------------------------------------------

const messageHead = { id: "msg_1", type: "message", role: "assistant", model: "m" };
const cachedOnly = { cache_creation_input_tokens: 5, cache_read_input_tokens: USAGE.cached };
const messageUsage = {
  input_tokens: USAGE.input - USAGE.cached - 5,
  ...cachedOnly,
  output_tokens: USAGE.output,
  output_tokens_details: { thinking_tokens: USAGE.reasoning },
};
const messageStart = () =>
  named({
    type: "message_start",
    message: {
      ...messageHead,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...messageUsage, output_tokens: 1 },
    },
  }) + named({ type: "ping" });
const block = (index, content_block, deltas) =>
  named({ type: "content_block_start", index, content_block }) +
  deltas.map((delta) => named({ type: "content_block_delta", index, delta })).join("") +
  named({ type: "content_block_stop", index });
const messageThoughts = () =>
  block(0, { type: "thinking", thinking: "", signature: "" }, [
    ...REASONING.map((thinking) => ({ type: "thinking_delta", thinking })),
    { type: "signature_delta", signature: "c2ln" },
  ]);
const messageText = () =>
  block(
    1,
    { type: "text", text: "" },
    TEXT.map((text) => ({ type: "text_delta", text })),
  );
const messageCalls = () =>
  CALLS.map(({ id, name, text }, index) =>
    block(
      2 + index,
      { type: "tool_use", id, name, input: {} },
      ["", ...halves(text)].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ),
  ).join("");
const messageEnd = (stop_reason) =>
  named({
    type: "message_delta",
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: USAGE.output, output_tokens_details: { thinking_tokens: USAGE.reasoning } },
  }) + named({ type: "message_stop" });

const messages = {
  stream: () => messageStart() + messageThoughts() + messageText() + messageCalls() + messageEnd("tool_use"),
  cutByLength: () => messageStart() + messageThoughts() + messageText() + messageEnd("max_tokens"),
  broken: () => messageStart() + messageThoughts() + messageText(),
  failing: () =>
    messageStart() +
    messageThoughts() +
    named({ type: "error", error: { type: "overloaded_error", message: ERROR } }),
  body: (finish = "tool_calls") => {
    // Inputs are written as text: their numbers keep it.
    const calls = CALLS.map(
      ({ id, name, text }) => `,{"type":"tool_use","id":"${id}","name":"${name}","input":${text}}`,
    );
    const blocks = [
      { type: "thinking", thinking: REASONING.join(""), signature: "c2ln" },
      { type: "text", text: TEXT.join("") },
    ];
    const content = `${JSON.stringify(blocks).slice(0, -1)}${finish === "length" ? "" : calls.join("")}]`;
    const stop_reason = finish === "length" ? "max_tokens" : "tool_use";
    const rest = { ...messageHead, stop_reason, stop_sequence: null, usage: messageUsage };
    return `{"content":${content},${JSON.stringify(rest).slice(1)}`;
  },
  error: () => JSON.stringify({ type: "error", error: { type: "rate_limit_error", message: ERROR } }),
};

// ---- what only some protocols can say -------------------------------------------------------------

const REFUSAL = "I cannot help with that.";
const CUSTOM = { id: "call_c3", name: "run_sql", text: 'SELECT "a"\nFROM t;' };
const customCall = `{"id":"${CUSTOM.id}","name":"${CUSTOM.name}","arguments":${JSON.stringify(CUSTOM.text)},"custom":true}`;
const plain = (changes) => expected({ calls: "", text: "", reasoning: "", usage: {}, ...changes });

const chatMessageBody = (message, finish_reason) =>
  JSON.stringify({
    ...chunkHead,
    object: "chat.completion",
    choices: [
      { index: 0, message: { role: "assistant", content: null, refusal: null, ...message }, finish_reason },
    ],
  });

// An item of Responses that comes whole.
const wholeItem = (item) =>
  responseEvents([
    ...responseStart(),
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, input: "", status: "in_progress" },
    },
    { type: "response.custom_tool_call_input.delta", item_id: item.id, output_index: 0, delta: item.input },
    { type: "response.custom_tool_call_input.done", item_id: item.id, output_index: 0, input: item.input },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: responseBody({ output: [item] }) },
  ]);
const customItem = {
  type: "custom_tool_call",
  id: "ctc_1",
  call_id: CUSTOM.id,
  name: CUSTOM.name,
  input: CUSTOM.text,
  status: "completed",
};
const refusalItem = {
  ...messageItem(""),
  content: [{ type: "refusal", refusal: REFUSAL }],
};

// [protocol, what, stream, bytes, expect]
const SPECIAL = [
  [
    "chat",
    "refusal-stream",
    true,
    () =>
      chatStart() +
      halves(REFUSAL)
        .map((refusal) => chunk({ refusal }))
        .join("") +
      chunk({}, "stop") +
      "data: [DONE]\n\n",
    plain({ refusal: REFUSAL, finish: "stop" }),
  ],
  [
    "chat",
    "refusal-body",
    false,
    () => chatMessageBody({ refusal: REFUSAL }, "stop"),
    plain({ refusal: REFUSAL, finish: "stop" }),
  ],
  [
    "chat",
    "custom-body",
    false,
    () =>
      chatMessageBody(
        {
          tool_calls: [{ id: CUSTOM.id, type: "custom", custom: { name: CUSTOM.name, input: CUSTOM.text } }],
        },
        "tool_calls",
      ),
    plain({ calls: customCall, finish: "tool_calls" }),
  ],
  [
    "responses",
    "custom-stream",
    true,
    () => wholeItem(customItem),
    plain({ calls: customCall, finish: "tool_calls" }),
  ],
  [
    "responses",
    "custom-body",
    false,
    () => JSON.stringify(responseBody({ output: [customItem] })),
    plain({ calls: customCall, finish: "tool_calls" }),
  ],
  [
    "responses",
    "refusal-body",
    false,
    () => JSON.stringify(responseBody({ output: [refusalItem] })),
    plain({ refusal: REFUSAL, finish: "stop" }),
  ],
  [
    "messages",
    "custom-as-function",
    true,
    () =>
      messageStart() +
      block(0, { type: "tool_use", id: CUSTOM.id, name: CUSTOM.name, input: {} }, [
        { type: "input_json_delta", partial_json: JSON.stringify({ input: CUSTOM.text }) },
      ]) +
      messageEnd("tool_use"),
    plain({ calls: customCall, finish: "tool_calls" }),
  ],
  [
    "messages",
    "pause",
    true,
    () =>
      messageStart() +
      block(0, { type: "text", text: "" }, [{ type: "text_delta", text: "Wait" }]) +
      messageEnd("pause_turn"),
    plain({ text: "Wait", finish: "pause" }),
  ],
  [
    "messages",
    "refusal-as-text",
    true,
    () =>
      messageStart() +
      block(0, { type: "text", text: "" }, [{ type: "text_delta", text: REFUSAL }]) +
      messageEnd("refusal"),
    plain({ refusal: REFUSAL, finish: "content_filter" }),
  ],
];

// ---- the cases ------------------------------------------------------------------------------------

const WRITERS = { chat, responses, messages };

const made = (to, what, { stream, status = 200, bytes, expect }) => ({
  line: `{"name":"self/${to}/${what}","source":"${to}","to":"${to}","stream":${stream},"status":${status},"expect":${expect}}`,
  bytes: Buffer.from(bytes),
});
export const specialCases = () =>
  SPECIAL.map(([to, what, stream, bytes, expect]) => made(to, what, { stream, bytes: bytes(), expect }));
const failure = (error) => expected({ calls: "", text: "", reasoning: "", finish: null, usage: {}, error });

export const goodCases = () =>
  Object.entries(WRITERS).flatMap(([to, writer]) => {
    const cut = expected({ calls: "", finish: "length" });
    return [
      made(to, "stream", { stream: true, bytes: writer.stream(), expect: expected() }),
      made(to, "body", { stream: false, bytes: writer.body(), expect: expected() }),
      made(to, "stream-cut-by-length", { stream: true, bytes: writer.cutByLength(), expect: cut }),
      made(to, "body-cut-by-length", { stream: false, bytes: writer.body("length", []), expect: cut }),
      made(to, "error-for-stream", {
        stream: true,
        status: 429,
        bytes: writer.error(),
        expect: failure({ status: 429, message: ERROR }),
      }),
      made(to, "error-body", {
        stream: false,
        status: 429,
        bytes: writer.error(),
        expect: failure({ status: 429, message: ERROR }),
      }),
      made(to, "error-inside-stream", {
        stream: true,
        bytes: writer.failing(),
        expect: failure({ status: 500, message: ERROR, stream: true }),
      }),
    ];
  });

// Each differs from a good case in one place: in what is expected, or in what is served.
export const wrongCases = () =>
  Object.entries(WRITERS).flatMap(([to, writer]) => {
    const call = (id, name, text) => `{"id":"${id}","name":"${name}","arguments":${text},"custom":false}`;
    const second = call(CALLS[1].id, CALLS[1].name, CALLS[1].text);
    const first = (changes) => {
      const { id, name, text } = { ...CALLS[0], ...changes };
      return `${call(id, name, text)},${second}`;
    };
    const bytes = writer.stream();
    const stream = (fault, changes) => ({
      fault,
      served: made(to, fault, { stream: true, bytes, expect: expected(changes) }),
    });
    return [
      stream("another text", { text: "Something else" }),
      stream("another reasoning", { reasoning: "Something else" }),
      stream("another finish", { finish: "length" }),
      stream("another usage", { usage: { ...USAGE, cached: 99 } }),
      stream("another id", { calls: first({ id: "call_zz" }) }),
      stream("another name", { calls: first({ name: "get_wether" }) }),
      stream("another value deep inside", { calls: first({ text: CALLS[0].text.replace("2.50", "2.51") }) }),
      stream("a call too few", { calls: first({}).slice(0, -second.length - 1) }),
      stream("calls in another order", {
        calls: `${second},${call(CALLS[0].id, CALLS[0].name, CALLS[0].text)}`,
      }),
      stream("an error that never came", { error: { status: 500, message: ERROR, stream: true } }),
      {
        fault: "a stream that breaks off",
        served: made(to, "broken", {
          stream: true,
          bytes: writer.broken(),
          expect: expected({ calls: "", finish: "stop" }),
        }),
      },
      {
        fault: "a stream that breaks off where the API's own error is due",
        served: made(to, "broken-error", {
          stream: true,
          bytes: writer.broken(),
          expect: failure({ status: 500, stream: true }),
        }),
      },
      {
        fault: "an error of another message",
        served: made(to, "message", {
          stream: false,
          status: 429,
          bytes: writer.error(),
          expect: failure({ status: 429, message: "The server had a good day" }),
        }),
      },
      {
        fault: "an error of another status",
        served: made(to, "status", {
          stream: false,
          status: 503,
          bytes: writer.error(),
          expect: failure({ status: 429, message: ERROR }),
        }),
      },
      {
        fault: "an error nobody expected",
        served: made(to, "unexpected", { stream: true, bytes: writer.failing(), expect: expected() }),
      },
    ];
  });

// A big integer off by one: only clients that show the text of the arguments can see it.
export const wrongBigInteger = () =>
  made("chat", "big-integer", {
    stream: true,
    bytes: chat.stream(),
    expect: expected().replace("12345678901234567891", "12345678901234567892"),
  });
