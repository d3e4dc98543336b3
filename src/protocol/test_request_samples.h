// Requests that use every member, for tests.
#pragma once

#include <string_view>

#include "protocol/protocol.h"
#include "protocol/request.h"

namespace argwright::protocol {

struct RequestSample {
  std::string_view name;
  Protocol protocol;
  std::string_view text;
};

inline constexpr RequestSample kRequestSamples[] = {
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

// Without what other protocols refuse.
inline Request convertible(Request request) {
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

}  // namespace argwright::protocol
