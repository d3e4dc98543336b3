// What a client has seen of a reply: the one shape that every reader fills and sdk_compare.mjs judges.
//
//   calls      [{id, name, arguments, custom}]: arguments as a value; text that is no JSON, and what a custom tool gets,
//              as a string
//   finish     "stop" "tool_calls" "length" "content_filter" "pause" "unknown", or another word for what no reply may be
//   usage      {input, output, cached, reasoning}: undefined where the client shows none; input holds what was cached
//   error      null, or {api, status, message, class}: `api` is true where the SDK tells an error of the API, false
//              where it could not read the reply
import { parseExact } from "./exact_json.mjs";

export const emptySeen = () => ({
  calls: [],
  text: "",
  reasoning: "",
  refusal: "",
  finish: null,
  usage: {},
  error: null,
});

export function parseArguments(text) {
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

const CHAT_WORDS = {
  stop: "stop",
  tool_calls: "tool_calls",
  function_call: "tool_calls",
  length: "length",
  content_filter: "content_filter",
};
export const chatFinish = (word) => CHAT_WORDS[word] ?? `unknown word ${JSON.stringify(word)}`;
