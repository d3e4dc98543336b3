// For tests: streams of servers that imitate the protocol, event by event, and what a client is given of
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/relay.h"
#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {

// What a client of the same protocol is given.
inline std::string relayed(const std::vector<std::string_view>& data) {
  RelayOptions options;
  options.from = options.to = Protocol::kResponses;
  StreamRelay relay(options);
  std::string out;
  relay.feed(stream(data), out);
  relay.finish(out);
  return out;
}

// The text of it, and the calls with their ids.
inline std::string served(const std::vector<std::string_view>& data) {
  const std::string out = relayed(data);
  ReplyBuilder builder;
  for (const Event& event : with_whole_calls(decode_stream(out))) {
    EXPECT_FALSE(std::holds_alternative<Mended>(event)) << shown(event) << "\n" << out;
    builder.add(event);
  }
  std::string text = builder.reply().text(PartKind::kText) + "|";
  for (const Call* call : builder.reply().calls())
    text += call->id + " " + call->name + call->arguments + ",";
  return text;
}

inline constexpr std::string_view kBegun =
    R"({"type":"response.created","response":{"id":"r","created_at":1,"model":"m","output":[]}})";
inline constexpr std::string_view kEnded =
    R"({"type":"response.completed","response":{"id":"r","status":"completed","output":[]}})";

inline std::string added(int index, std::string_view item) {
  return R"({"type":"response.output_item.added","output_index":)" + std::to_string(index) + R"(,"item":)" +
         std::string(item) + "}";
}
inline std::string done(int index, std::string_view item) {
  return R"({"type":"response.output_item.done","output_index":)" + std::to_string(index) + R"(,"item":)" +
         std::string(item) + "}";
}
inline std::string ended_with(std::string_view output) {
  return R"({"type":"response.completed","response":{"id":"r","status":"completed","output":[)" +
         std::string(output) + "]}}";
}
// A function_call item; an empty member is left out.
inline std::string call_item(std::string_view id, std::string_view call_id, std::string_view name,
                             std::string_view arguments) {
  json::Object item{{"type", "function_call"}};
  if (!id.empty()) item.push_back({"id", id});
  if (!call_id.empty()) item.push_back({"call_id", call_id});
  if (!name.empty()) item.push_back({"name", name});
  item.push_back({"arguments", arguments});
  return json::write(item);
}
inline std::string message_item(std::string_view id, std::string_view text) {
  return R"({"type":"message","id":")" + std::string(id) + R"(","content":[{"type":"output_text","text":")" +
         std::string(text) + R"("}]})";
}
inline std::string piece(std::string_view id, int index, std::string_view delta) {
  return json::write(json::Object{{"type", "response.function_call_arguments.delta"},
                                  {"item_id", id},
                                  {"output_index", json::Value::integer(index)},
                                  {"delta", delta}});
}

}  // namespace argwright::protocol::responses
