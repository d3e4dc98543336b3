// What upstreams do wrong, one row each. A row has
//   name     the model that a client asks for is `fault-NAME`
//   loop     true: the client's tool loop has to come to its end as if nothing were wrong; false: the client must be
//            told that something went wrong, and must not have run a tool
//   where    protocols in which the fault exists, each "s" (stream), "b" (body) or "sb"
//   needs    what the arguments must hold for the fault to show: "newline", "number", "array", "boolean", "nothing" (a
//            tool without arguments), "two" (two calls); see scene.mjs
//   spoil    (text, value) -> the text of the arguments as this upstream sends it
//   shape    what is wrong with the blocks: {object, wholeCalls, finishChunk, interleaved, index, finish, done}
//   framing  what is wrong with the lines: {newline, space, comments}
//   cuts     how the bytes are written: "byte", "utf8"
//   ending   in place of the rest of the reply, in the middle of a call: "error", "reset", "stall"
//   instead  in place of the whole reply: "error200", "garbage"
//   words    what the client has to be told, where the upstream gave words

const EVERYWHERE = { chat: "sb", responses: "sb", messages: "sb" };
const STREAMS = { chat: "s", responses: "s", messages: "s" };
export const UPSTREAM_WORDS = "the disk of the upstream is on fire";

// JSON as Python prints it.
function asPython(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(asPython).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value)
      .map(([key, member]) => `${quoted(key)}: ${asPython(member)}`)
      .join(", ")}}`;
  }
  return String(value);
}
const quoted = (text) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const singleQuoted = (value) =>
  asPython(value).replace(/\b(True|False|None)\b/g, (word) => ({ None: "null" })[word] ?? word.toLowerCase());
const mapMembers = (value, change) =>
  JSON.stringify(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)])));

export const FAULTS = [
  { name: "none", loop: true, where: EVERYWHERE },
  { name: "none-parallel", loop: true, where: EVERYWHERE, needs: "two" },

  { name: "single-quotes", loop: true, where: EVERYWHERE, spoil: (_text, value) => singleQuoted(value) },
  { name: "trailing-comma", loop: true, where: EVERYWHERE, spoil: (text) => `${text.slice(0, -1)},}` },
  { name: "fence", loop: true, where: EVERYWHERE, spoil: (text) => `\`\`\`json\n${text}\n\`\`\`` },
  { name: "double-encoded", loop: true, where: EVERYWHERE, spoil: (text) => JSON.stringify(text) },
  {
    name: "triple-encoded",
    loop: true,
    where: EVERYWHERE,
    spoil: (text) => JSON.stringify(JSON.stringify(text)),
  },
  {
    name: "python-dict",
    loop: true,
    where: EVERYWHERE,
    needs: "boolean",
    spoil: (_text, value) => asPython(value),
  },
  {
    name: "raw-newline",
    loop: true,
    where: EVERYWHERE,
    needs: "newline",
    spoil: (text) => text.replaceAll("\\n", "\n"),
  },
  { name: "empty-prefix", loop: true, where: EVERYWHERE, spoil: (text) => `{}${text}` },
  { name: "duplicate-object", loop: true, where: EVERYWHERE, spoil: (text) => `${text}${text}` },
  {
    name: "object-arguments", // a body of Messages has objects by right
    loop: true,
    where: { chat: "sb", responses: "sb", messages: "s" },
    shape: { object: true },
  },
  { name: "empty-arguments", loop: true, where: EVERYWHERE, needs: "nothing", spoil: () => "" },
  {
    name: "stringified-array",
    loop: true,
    where: EVERYWHERE,
    needs: "array",
    spoil: (_text, value) =>
      mapMembers(value, (member) => (Array.isArray(member) ? JSON.stringify(member) : member)),
  },
  {
    name: "numbers-as-strings",
    loop: true,
    where: EVERYWHERE,
    needs: "number",
    spoil: (_text, value) =>
      mapMembers(value, (member) => (typeof member === "number" ? String(member) : member)),
  },

  { name: "interleaved", loop: true, where: STREAMS, needs: "two", shape: { interleaved: true } },
  { name: "same-index", loop: true, where: { chat: "s" }, needs: "two", shape: { index: "same" } },
  { name: "no-index", loop: true, where: { chat: "s" }, needs: "two", shape: { index: "none" } },
  { name: "one-based", loop: true, where: { chat: "s" }, needs: "two", shape: { index: "one" } },
  { name: "finish-chunk", loop: true, where: { chat: "s" }, shape: { finishChunk: true } },
  {
    name: "finish-stop", // Responses has no word for "there are calls"
    loop: true,
    where: { chat: "sb", messages: "sb" },
    shape: { finish: "stop" },
  },
  {
    name: "no-finish",
    loop: true,
    where: { chat: "sb", responses: "s", messages: "sb" },
    shape: { finish: null },
  },
  { name: "no-done", loop: true, where: { chat: "s" }, shape: { done: false } },

  { name: "crlf", loop: true, where: STREAMS, framing: { newline: "\r\n" } },
  { name: "no-space", loop: true, where: STREAMS, framing: { space: false } },
  { name: "comments", loop: true, where: STREAMS, framing: { comments: true } },
  { name: "one-byte-writes", loop: true, where: EVERYWHERE, cuts: "byte" },
  { name: "utf8-split", loop: true, where: EVERYWHERE, cuts: "utf8" },

  {
    name: "truncated-call",
    loop: false,
    where: EVERYWHERE,
    finish: "length",
    spoil: (text) => text.slice(0, Math.ceil(text.length / 2)),
  },
  { name: "error-mid-stream", loop: false, where: STREAMS, ending: "error", words: UPSTREAM_WORDS },
  { name: "reset-mid-stream", loop: false, where: EVERYWHERE, ending: "reset" },
  { name: "stall", loop: false, where: EVERYWHERE, ending: "stall" },
  { name: "error-200", loop: false, where: EVERYWHERE, instead: "error200", words: UPSTREAM_WORDS },
  { name: "garbage", loop: false, where: EVERYWHERE, instead: "garbage" },
];

const byName = new Map(FAULTS.map((fault) => [fault.name, fault]));

// `fault-NAME`, or `fault-NAME.TAG` where a run wants to find its requests again -> {fault, tag}
export function faultOfModel(model) {
  const [, name, tag] = /^(?:.*\/)?fault-([a-z0-9-]+?)(?:\.(\w+))?$/.exec(model ?? "") ?? [];
  return { fault: byName.get(name), tag };
}
export const modelOf = (fault, tag) => `fault-${fault.name}${tag === undefined ? "" : `.${tag}`}`;
export const existsIn = (fault, protocol, stream) =>
  (fault.where[protocol] ?? "").includes(stream ? "s" : "b");
