// Requests that use every member, read and written again in their own protocol: nothing may be lost. The
// recorded ones are in tests/conformance.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/history.h"
#include "protocol/request_codec.h"

namespace argwright::protocol {
namespace {

struct Sample {
  std::string_view name;
  Protocol protocol;
  std::string_view text;
};

constexpr Sample kSamples[] = {
    {"chat, all members", Protocol::kChat, R"({
  "model": "m", "stream": true, "stream_options": {"include_usage": true, "include_obfuscation": false},
  "max_completion_tokens": 100, "max_tokens": 7, "temperature": 0.70, "top_p": 1e-1, "top_k": 40, "stop": "END", "seed": 12345678901234567890,
  "n": 1, "user": "u", "metadata": {"a": "b"}, "store": false, "service_tier": "flex", "prompt_cache_key": "k",
  "prompt_cache_retention": "24h", "safety_identifier": "s", "logprobs": true, "top_logprobs": 2, "verbosity": "low",
  "reasoning_effort": "high", "parallel_tool_calls": false, "thinking": {"type": "enabled"}, "enable_thinking": true,
  "usage": {"include": true}, "safe_prompt": null, "logit_bias": {"5": 1.0}, "modalities": ["text"],
  "response_format": {"type": "json_schema", "extra": 1, "json_schema": {"name": "n", "description": "d", "schema": {"b": 1, "a": 1.10}, "strict": true, "more": 2}},
  "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [{"type": "function", "function": {"name": "f"}}, {"type": "custom", "custom": {"name": "c"}}]}},
  "tools": [
    {"type": "function", "cache_control": {"type": "ephemeral"}, "function": {"name": "f", "description": "d", "strict": true, "more": 1,
      "parameters": {"type": "object", "properties": {"z": {"type": "integer", "maximum": 12345678901234567890}, "a": {}}}}},
    {"type": "function", "function": {"name": "bare", "description": null}},
    {"type": "custom", "custom": {"name": "c", "description": "d", "format": {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: \"x\""}}}},
    {"type": "custom", "custom": {"name": "t", "format": {"type": "text"}}},
    {"type": "web_search", "x": 1}],
  "messages": [
    {"role": "developer", "content": "be brief"},
    {"role": "system", "content": [{"type": "text", "text": "one", "cache_control": {"type": "ephemeral"}}, {"type": "text", "text": ""}]},
    {"role": "user", "name": "ann", "content": [{"type": "text", "text": "look"},
      {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low", "x": 1}, "y": 2},
      {"type": "image_url", "image_url": {"url": "https://a.b/c.png"}},
      {"type": "input_audio", "input_audio": {"data": "BBBB", "format": "wav"}},
      {"type": "file", "file": {"file_data": "data:application/pdf;base64,CCCC", "filename": "a.pdf"}},
      {"type": "file", "file": {"file_data": "DDDD"}}, {"type": "file", "file": {"file_id": "file-1", "z": 1}}]},
    {"role": "assistant", "content": null, "refusal": null, "reasoning_content": "hm", "reasoning": "also", "audio": {"id": "x"},
      "reasoning_details": [{"type": "reasoning.encrypted", "data": "e"}],
      "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{\"z\": 1.10 }", "x": 1}, "extra_content": {"google": {"thought_signature": "s"}}},
        {"id": "2", "type": "custom", "custom": {"name": "c", "input": "free text"}}, {"id": "", "type": "function", "function": {"name": "f", "arguments": ""}}]},
    {"role": "tool", "tool_call_id": "1", "content": "ok", "name": "f"},
    {"role": "tool", "tool_call_id": "2", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "https://a.b/d.png"}}]},
    {"role": "tool", "tool_call_id": "", "content": ""},
    {"role": "assistant", "reasoning": "r", "content": [{"type": "text", "text": "t"}, {"type": "refusal", "refusal": "no"}], "tool_calls": []},
    {"role": "assistant", "reasoning_details": [{"type": "reasoning.text", "text": "r", "signature": "s"}], "content": "x", "refusal": "no"},
    {"role": "assistant", "tool_calls": null},
    {"role": "assistant", "content": [], "function_call": {"name": "old", "arguments": "{}"}},
    {"role": "function", "name": "old", "content": "1"},
    {"role": "user", "content": ""}]})"},
    {"chat, other spellings", Protocol::kChat,
     R"({"messages": [], "max_tokens": 5, "stop": ["a", "b"], "stream_options": {}, "tools": [],
  "tool_choice": "any", "response_format": {"type": "json_object"}, "metadata": {}, "temperature": null})"},
    {"chat, named choice", Protocol::kChat,
     R"({"messages": [], "tool_choice": {"type": "function", "function": {"name": "f"}}, "response_format": {"type": "text"}})"},
    {"chat, mixed up choice", Protocol::kChat,
     R"({"messages": [], "tool_choice": {"type": "tool", "name": "f"}, "response_format": null})"},
    {"chat, unknown format", Protocol::kChat,
     R"({"messages": [], "tool_choice": {"type": "custom", "custom": {"name": "c"}}, "response_format": {"type": "grammar", "grammar": "g"}})"},
    {"chat, unknown choice", Protocol::kChat, R"({"messages": [], "tool_choice": {"type": "web_search"}})"},
    {"responses, all members", Protocol::kResponses, R"({
  "model": "m", "instructions": "be brief", "stream": false, "max_output_tokens": 10, "temperature": 1.0, "top_p": 0.5, "user": "u",
  "metadata": {"k": "v"}, "store": true, "service_tier": "auto", "previous_response_id": "resp_1", "conversation": null, "truncation": "auto",
  "include": ["reasoning.encrypted_content"], "parallel_tool_calls": true, "background": false, "max_tool_calls": 3,
  "reasoning": {"effort": "low", "summary": "auto", "context": "x"},
  "text": {"verbosity": "high", "format": {"type": "json_schema", "name": "n", "schema": {"z": 1, "a": 2}, "strict": null, "description": "d", "x": 1}, "y": 2},
  "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "f"}, {"type": "mcp", "server_label": "s"}]},
  "tools": [{"type": "function", "name": "f", "description": "d", "parameters": {"type": "object"}, "strict": false, "defer_loading": true},
    {"type": "function", "name": "g", "parameters": null, "strict": null},
    {"type": "function", "name": "h", "function": {"name": "h", "description": "nested", "parameters": {"type": "object"}, "strict": true}},
    {"type": "custom", "name": "c", "description": "d", "format": {"type": "grammar", "syntax": "regex", "definition": "x"}},
    {"type": "web_search"}, {"type": "namespace", "name": "multi_agent_v1", "tools": []}],
  "input": [
    {"role": "developer", "content": "d"},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "t"}, {"type": "input_image", "image_url": "data:image/png;base64,AA", "detail": "high"},
      {"type": "input_image", "file_id": "f1", "detail": "auto"}, {"type": "input_file", "file_data": "data:application/pdf;base64,BB", "filename": "b.pdf"},
      {"type": "input_file", "file_url": "https://a.b/c.pdf"}, {"type": "input_file", "file_id": "f2"}, {"type": "input_audio", "input_audio": {}}]},
    {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "s1"}, {"type": "summary_text", "text": "s2", "x": 1}],
      "content": [{"type": "reasoning_text", "text": "c"}], "encrypted_content": "enc", "status": "completed"},
    {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": null},
    {"type": "reasoning", "id": "rs_3", "content": []},
    {"type": "reasoning", "id": "rs_4", "summary": [{"type": "odd", "text": "s1"}]},
    {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "phase": "final", "content": [{"type": "output_text", "text": "o", "annotations": [{"type": "url_citation"}], "logprobs": []}, {"type": "refusal", "refusal": "no"}]},
    {"role": "assistant", "content": "easy"},
    {"role": "assistant", "content": [{"type": "input_text", "text": "wrong type"}]},
    {"role": "user", "content": []},
    {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "f", "arguments": "{\"n\":1e400}", "status": "completed"},
    {"type": "function_call_output", "id": "fco_1", "call_id": "call_1", "output": "1", "status": "completed"},
    {"type": "custom_tool_call", "call_id": "call_2", "name": "c", "input": "free"},
    {"type": "custom_tool_call_output", "call_id": "call_2", "output": [{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": "https://a.b/c.png"}]},
    {"type": "item_reference", "id": "msg_9"}, {"type": "web_search_call", "id": "ws_1", "status": "completed"}, {"type": "compaction", "encrypted_content": "x"},
    {"role": "critic", "content": "?"}]})"},
    {"responses, string input", Protocol::kResponses,
     R"({"input": "hello", "tool_choice": {"type": "function", "name": "f"}, "text": {}, "reasoning": {"effort": null}})"},
    {"responses, no input", Protocol::kResponses,
     R"({"previous_response_id": "r", "tool_choice": "required", "text": {"format": {"type": "text"}}})"},
    {"responses, empty input", Protocol::kResponses,
     R"({"input": [], "tool_choice": {"type": "custom", "name": "c"}, "text": {"format": {"type": "json_object"}}})"},
    {"responses, hosted choice", Protocol::kResponses,
     R"({"input": [], "tool_choice": {"type": "mcp", "server_label": "s"}, "text": {"format": {"type": "new"}}})"},
    {"messages, all members", Protocol::kMessages, R"({
  "model": "m", "max_tokens": 1000, "stream": true, "temperature": 1, "top_p": 0.9, "top_k": 5, "stop_sequences": ["a", "b"],
  "metadata": {"user_id": "u", "x": 1}, "service_tier": "auto", "thread": {"type": "create"}, "container": "c", "mcp_servers": [],
  "thinking": {"type": "enabled", "budget_tokens": 2000, "display": "summarized"}, "context_management": {"edits": []},
  "output_config": {"effort": "high", "format": {"type": "json_schema", "schema": {"z": 1, "a": 2}, "x": 1}, "y": 2},
  "tool_choice": {"type": "tool", "name": "f", "disable_parallel_tool_use": true, "x": 1},
  "tools": [{"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {"n": {"maximum": 1.10}}}, "strict": true, "cache_control": {"type": "ephemeral"}},
    {"type": "custom", "name": "g", "input_schema": {"type": "object"}, "eager_input_streaming": true}, {"type": "web_search_20250305", "name": "web_search", "max_uses": 2}],
  "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral", "ttl": "1h"}}, {"type": "text", "text": "t"}],
  "messages": [
    {"role": "user", "content": [{"type": "text", "text": "t", "citations": []}, {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA"}, "cache_control": {"type": "ephemeral"}},
      {"type": "image", "source": {"type": "url", "url": "https://a.b/c.png"}}, {"type": "image", "source": {"type": "file", "file_id": "f", "x": 1}},
      {"type": "document", "title": "T", "context": "c", "source": {"type": "base64", "media_type": "application/pdf", "data": "BB"}},
      {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "plain"}}, {"type": "document", "source": {"type": "content", "content": []}},
      {"type": "search_result", "source": "x", "title": "y", "content": []}]},
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "h", "signature": "sig"}, {"type": "thinking", "thinking": "unsigned", "signature": ""}, {"type": "redacted_thinking", "data": "enc"},
      {"type": "text", "text": "t"}, {"type": "server_tool_use", "id": "srv", "name": "web_search", "input": {}}, {"type": "tool_use", "id": "a", "name": "f", "input": {"z": 1.10, "a": 12345678901234567890}, "cache_control": {"type": "ephemeral"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "is_error": false, "cache_control": {"type": "ephemeral"}, "content": [{"type": "text", "text": "x"},
      {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA"}}, {"type": "tool_reference", "tool_name": "g"}]},
      {"type": "tool_result", "tool_use_id": "b"}, {"type": "tool_result", "tool_use_id": "c", "content": "s", "is_error": true}, {"type": "tool_result", "tool_use_id": "d", "content": []}]},
    {"role": "system", "content": [{"type": "tool_addition", "tool": {"type": "tool_reference", "name": "g"}}]},
    {"role": "assistant", "content": "prefill "}]})"},
    {"messages, other spellings", Protocol::kMessages,
     R"({"system": "s", "messages": [{"role": "user", "content": "x", "id": 1}], "max_tokens": 1, "thinking": {"type": "adaptive"}, "metadata": {}, "tool_choice": {"type": "any"}, "tools": []})"},
    {"messages, none", Protocol::kMessages,
     R"({"messages": [], "thinking": {"type": "disabled"}, "tool_choice": {"type": "none"}, "output_config": {}, "system": []})"},
    {"messages, unknown words", Protocol::kMessages,
     R"({"messages": [{"role": "other", "content": 1}], "thinking": {"type": "new"}, "tool_choice": {"type": "new"}, "output_config": {"format": {"type": "new"}}})"},
    {"messages, auto", Protocol::kMessages,
     R"({"messages": [], "tool_choice": {"type": "auto", "disable_parallel_tool_use": false}})"},
};

TEST(RequestRoundTrip, NothingIsLostInTheSameProtocol) {
  for (const Sample& sample : kSamples) {
    SCOPED_TRACE(sample.name);
    const Result<json::Value> body = json::parse(sample.text);
    ASSERT_TRUE(body) << body.error().describe();
    const RequestCodec& codec = request_codec(sample.protocol);
    const Result<Request> request = codec.decode(*body);
    ASSERT_TRUE(request) << request.error().describe();
    const Result<EncodedRequest> encoded = codec.encode(*request, {});
    ASSERT_TRUE(encoded);
    EXPECT_TRUE(json::same_meaning(encoded->body, *body))
        << "  was " << json::write(*body) << "\n  is  " << json::write(encoded->body);
    EXPECT_TRUE(encoded->warnings.empty());
  }
}

TEST(RequestRoundTrip, KeyOrderAndNumberTextOfSchemasAndArgumentsSurvive) {
  for (const Sample& sample : kSamples) {
    const RequestCodec& codec = request_codec(sample.protocol);
    const json::Value body = *json::parse(sample.text);
    const std::string text = json::write(codec.encode(*codec.decode(body), {})->body);
    for (const std::string_view piece :
         {R"("maximum":12345678901234567890},"a":{})", R"({\"z\": 1.10 })",
          R"({"z":1.10,"a":12345678901234567890})", R"({"z":1,"a":2})", "0.70"}) {
      if (json::write(body).find(piece) == std::string::npos) continue;
      EXPECT_NE(text.find(piece), std::string::npos) << sample.name << ": " << piece;
    }
  }
}

// Without what other protocols refuse.
Request convertible(Request request) {
  request.previous_response_id.reset();
  std::erase_if(request.turns, [](const Turn& turn) { return turn.role == Role::kOpaque; });
  std::erase_if(request.extras, [](const json::Member& extra) { return extra.key == "thread"; });
  for (Turn& turn : request.turns) {
    std::erase_if(turn.extras, [](const json::Member& extra) { return extra.key == "function_call"; });
  }
  if (request.tool_choice && request.tool_choice->mode == ToolChoiceMode::kHosted)
    request.tool_choice.reset();
  return request;
}

// Whatever a request holds, the other protocols take it or refuse it with a word; what they take, they can
// read.
TEST(RequestRoundTrip, EveryProtocolReadsWhatItWrites) {
  for (const Sample& sample : kSamples) {
    const Request request = convertible(*request_codec(sample.protocol).decode(*json::parse(sample.text)));
    for (const Protocol target : kProtocols) {
      const Result<EncodedRequest> encoded = request_codec(target).encode(request, {});
      ASSERT_TRUE(encoded) << sample.name << ": " << encoded.error().describe();
      const Result<Request> read = request_codec(target).decode(encoded->body);
      EXPECT_TRUE(read) << sample.name << ": " << read.error().describe() << "\n"
                        << json::write(encoded->body);
    }
  }
}

// A broken member anywhere is an error or an extra, never a crash, and what is read is written again.
TEST(RequestRoundTrip, MembersOfAnyKindAreReadOrRefused) {
  const json::Value odd[] = {nullptr,
                             true,
                             json::Value::integer(7),
                             "text",
                             json::Array{"x", json::Value::integer(1)},
                             json::Object{{"type", "odd"}},
                             json::Object{}};
  int refused = 0;
  for (const Sample& sample : kSamples) {
    const RequestCodec& codec = request_codec(sample.protocol);
    const json::Value body = *json::parse(sample.text);
    for (std::size_t i = 0; i < body.members().size(); ++i) {
      for (const json::Value& value : odd) {
        json::Value changed = body;
        changed.members()[i].value = value;
        const Result<Request> request = codec.decode(changed);
        if (!request) {
          const std::string& message = request.error().message;
          EXPECT_EQ(message.find(body.members()[i].key), 0U) << message;
          ++refused;
          continue;
        }
        const Result<EncodedRequest> encoded = codec.encode(*request, {});
        ASSERT_TRUE(encoded);
        EXPECT_TRUE(json::same_meaning(encoded->body, changed))
            << sample.name << " " << body.members()[i].key << " = " << json::write(value) << "\n"
            << json::write(encoded->body);
      }
    }
  }
  EXPECT_GT(refused, 100);
}

struct Node {
  std::string key;
  json::Value* value;
};

void collect(const std::string& key, json::Value& value, std::vector<Node>& all) {
  all.push_back({key, &value});
  if (value.is_array()) {
    for (json::Value& item : value.items()) collect(key, item, all);
  } else if (value.is_object()) {
    for (json::Member& member : value.members()) collect(member.key, member.value, all);
  }
}

// Members whose odd spellings are made regular: docs/conversions.md, "The same protocol".
bool is_made_regular(std::string_view key) {
  return key == "arguments" || key == "input" || key == "type" || key == "function" || key == "custom";
}

// The same at any depth, and in all protocols.
TEST(RequestRoundTrip, BrokenRequestsAreRefusedOrWrittenTheSameWayTwice) {
  const json::Value odd[] = {"", json::Value::integer(7), json::Object{}};
  int written = 0;
  int refused = 0;
  for (const Sample& sample : kSamples) {
    const RequestCodec& codec = request_codec(sample.protocol);
    json::Value body = *json::parse(sample.text);
    std::vector<Node> all;
    collect("", body, all);
    for (const auto& [key, place] : all) {
      if (place == &body) continue;
      json::Value kept = std::move(*place);
      bool converted = false;  // once is enough, it takes the most time
      for (const json::Value& value : odd) {
        *place = value;
        Result<Request> request = codec.decode(body);
        if (!request) {
          EXPECT_NE(request.error().message.find(": "), std::string::npos) << request.error().message;
          ++refused;
          continue;
        }
        ++written;
        const json::Value once = codec.encode(*request, {})->body;
        const Result<Request> again = codec.decode(once);
        ASSERT_TRUE(again) << again.error().describe() << "\n" << json::write(once);
        EXPECT_TRUE(json::same_meaning(codec.encode(*again, {})->body, once)) << json::write(once);
        EXPECT_TRUE(is_made_regular(key) || json::same_meaning(once, body))
            << sample.name << ": " << json::write(kept) << " := " << json::write(value);
        if (std::exchange(converted, true)) continue;
        *request = convertible(*std::move(request));
        sanitise_history(*request);
        for (const Protocol target : kProtocols) {
          const Result<EncodedRequest> other = request_codec(target).encode(*request, {});
          if (!other) continue;
          const Result<Request> read = request_codec(target).decode(other->body);
          EXPECT_TRUE(read) << read.error().describe() << "\n" << json::write(other->body);
        }
      }
      *place = std::move(kept);
    }
  }
  EXPECT_GT(written, 1000);
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace argwright::protocol
