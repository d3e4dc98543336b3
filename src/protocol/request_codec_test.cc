// How a request of one protocol is told in another: the rules of docs/conversions.md, one by one.
#include "protocol/request_codec.h"
#include "protocol/custom_call.h"
#include "protocol/test_requests.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace argwright::protocol {
namespace {

using testing::converted;
using testing::converts;
using testing::kChat;
using testing::kMessages;
using testing::kResponses;
using testing::parsed;
using testing::refusal;

// --- errors
// ------------------------------------------------------------------------------------------------------

TEST(RequestCodec, ErrorsNameTheMember) {
  struct Row {
    Protocol protocol;
    std::string_view text;
    std::string_view message;
    std::string_view pointer;
  };
  const Row rows[] = {
      {kChat, R"([])", "request: expected an object, found an array", ""},
      {kChat, R"({})", "messages: is required", "/messages"},
      {kChat, R"({"messages":"x"})", "messages: expected an array, found a string", "/messages"},
      {kChat,
       R"({"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":5}}]}]})",
       "messages[0].content[1].image_url.url: expected a string, found a number",
       "/messages/0/content/1/image_url/url"},
      {kChat, R"({"messages":[{"role":"user","content":"x"},{"content":"x"}]})",
       "messages[1].role: is required", "/messages/1/role"},
      {kChat, R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function"}]}]})",
       "messages[0].tool_calls[0].function: is required", "/messages/0/tool_calls/0/function"},
      {kChat, R"({"messages":[],"tools":[{"type":"function","function":{"description":"x"}}]})",
       "tools[0].function.name: is required", "/tools/0/function/name"},
      {kChat, R"({"messages":[],"temperature":"hot"})", "temperature: expected a number, found a string",
       "/temperature"},
      {kResponses, R"({"input":5})", "input: expected a string or an array, found a number", "/input"},
      {kResponses, R"({"input":[{"type":"function_call","name":"f"}]})", "input[0].call_id: is required",
       "/input/0/call_id"},
      {kResponses, R"({"input":[{"role":"user","content":[{"text":"x"}]}]})",
       "input[0].content[0].type: is required", "/input/0/content/0/type"},
      {kMessages, R"({"messages":["x"]})", "messages[0]: expected an object, found a string", "/messages/0"},
      {kMessages, R"({"messages":[{"role":"user","content":[{"type":"tool_result","content":5}]}]})",
       "messages[0].content[0].tool_use_id: is required", "/messages/0/content/0/tool_use_id"},
  };
  for (const Row& row : rows) {
    const Result<Request> request = request_codec(row.protocol).decode(parsed(row.text));
    ASSERT_FALSE(request) << row.text;
    EXPECT_EQ(request.error().message, row.message);
    EXPECT_EQ(request.error().where.pointer, row.pointer);
  }
}

TEST(RequestCodec, WhatWouldMeanSomethingElseIsRefused) {
  EXPECT_EQ(refusal(kChat, kMessages, R"({"messages":[],"n":2})"), "n: Messages gives one choice only");
  EXPECT_EQ(refusal(kResponses, kChat, R"({"input":[],"previous_response_id":"r"})"),
            "previous_response_id: the response is stored where this request does not go");
  EXPECT_EQ(
      refusal(
          kResponses, kChat,
          R"({"instructions":"i","input":[{"role":"user","content":"x"},{"type":"item_reference","id":"i"}]})"),
      "input[1]: the item is stored where this request does not go");
  EXPECT_EQ(refusal(kMessages, kChat, R"({"messages":[],"thread":{"type":"create"}})"),
            "thread: threads are stored where this request does not go");
  EXPECT_EQ(refusal(kChat, kResponses, R"({"messages":[{"role":"function","name":"f","content":"x"}]})"),
            "messages[0].role: it has no counterpart in Responses");
  EXPECT_EQ(refusal(kChat, kResponses, R"({"messages":[],"functions":[{"name":"f"}]})").substr(0, 10),
            "functions:");
}

// --- messages
// ----------------------------------------------------------------------------------------------------

TEST(RequestCodec, ChatToolLoopBecomesMessages) {
  EXPECT_EQ(
      converts(
          kChat, kMessages, R"({"model":"m","messages":[
      {"role":"system","content":"s"},{"role":"developer","content":"d"},{"role":"user","content":"q"},
      {"role":"assistant","content":"","reasoning_content":"hm","tool_calls":[
        {"id":"functions.f:0","type":"function","function":{"name":"f","arguments":"{\"b\":12345678901234567890,\"a\":1.10}"}},
        {"id":"call_2","type":"function","function":{"name":"f","arguments":""}}]},
      {"role":"tool","tool_call_id":"call_2","content":"2"},{"role":"tool","tool_call_id":"functions.f:0","content":"1"},
      {"role":"user","content":"go on"},{"role":"user","content":" "},{"role":"assistant","content":"So "}]})",
          R"({"system":[{"type":"text","text":"s"},{"type":"text","text":"d"}],"max_tokens":8192,"messages":[
      {"role":"user","content":"q"},
      {"role":"assistant","content":[{"type":"tool_use","id":"call_4eN3pLW6gvE","name":"f","input":{"b":12345678901234567890,"a":1.10}},
        {"type":"tool_use","id":"call_2","name":"f","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_2","content":"2"},
        {"type":"tool_result","tool_use_id":"call_4eN3pLW6gvE","content":"1"},{"type":"text","text":"go on"}]},
      {"role":"assistant","content":"So"}]})"),
      "dropped_reasoning dropped_turn");
}

TEST(RequestCodec, SystemInTheMiddleKeepsItsPlace) {
  const std::string_view text =
      R"({"messages":[{"role":"user","content":"a"},{"role":"system","content":"b"},{"role":"user","content":"c"}]})";
  EXPECT_EQ(
      converts(
          kChat, kMessages, text,
          R"({"system":null,"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"},{"type":"text","text":"c"}]}]})"),
      "system_as_user");
  EXPECT_EQ(
      converts(
          kChat, kResponses, text,
          R"({"instructions":null,"input":[{"role":"user","content":"a"},{"role":"system","content":"b"},{"role":"user","content":"c"}]})"),
      "");
  EXPECT_EQ(converts(kChat, kResponses,
                     R"({"messages":[{"role":"system","content":"a"},{"role":"user","content":"b"}]})",
                     R"({"instructions":"a","input":[{"role":"user","content":"b"}]})"),
            "");
}

TEST(RequestCodec, SystemAloneBecomesTheUsers) {
  EXPECT_EQ(converts(kChat, kMessages,
                     R"({"messages":[{"role":"system","content":"a"},{"role":"system","content":"b"}]})",
                     R"({"system":"a","messages":[{"role":"user","content":"b"}]})"),
            "system_as_user");
}

TEST(RequestCodec, MessagesToolLoopBecomesChat) {
  EXPECT_EQ(
      converts(
          kMessages, kChat, R"({"max_tokens":5,"stream":true,"system":"s","messages":[
      {"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"sig"},{"type":"text","text":"t"},
        {"type":"tool_use","id":"a","name":"f","input":{"x":1}},{"type":"tool_use","id":"b","name":"g","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"1"},
          {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}}]},
        {"type":"tool_result","tool_use_id":"b","content":"bad","is_error":true},{"type":"text","text":"go on"}]}]})",
          R"({"max_completion_tokens":5,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"s"},
      {"role":"assistant","content":"t","reasoning_content":"hm","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},
        {"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"1"},{"type":"text","text":"[an image, in the next user message]"}]},
      {"role":"tool","tool_call_id":"b","content":"[tool error] bad"},
      {"role":"user","content":[{"type":"text","text":"The following is part of the result of call a:"},
        {"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}},{"type":"text","text":"go on"}]}]})"),
      "moved_part");
}

TEST(RequestCodec, ImagesOfResultsFollowAllResultsOfTheTurn) {
  EXPECT_EQ(
      converts(
          kResponses, kChat, R"({"input":[
      {"type":"function_call","call_id":"a","name":"f","arguments":"{}"},{"type":"function_call","call_id":"b","name":"f","arguments":"{}"},
      {"type":"function_call_output","call_id":"a","output":[{"type":"input_image","image_url":"https://a.b/c.png"}]},
      {"type":"function_call_output","call_id":"b","output":"2"},{"role":"assistant","content":"x"}]})",
          R"({"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},
        {"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"a","content":"[an image, in the next user message]"},{"role":"tool","tool_call_id":"b","content":"2"},
      {"role":"user","content":[{"type":"text","text":"The following is part of the result of call a:"},{"type":"image_url","image_url":{"url":"https://a.b/c.png"}}]},
      {"role":"assistant","content":"x"}]})"),
      "moved_part");
}

TEST(RequestCodec, ResponsesItemsBecomeOneChatMessage) {
  EXPECT_EQ(converts(kResponses, kChat, R"({"instructions":"i","input":[{"role":"developer","content":"d"},
      {"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"short"}],"content":[{"type":"reasoning_text","text":"long"}],"encrypted_content":"e"},
      {"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"t","annotations":[]}]},
      {"type":"function_call","id":"fc","call_id":"a","name":"f","arguments":"{}","status":"completed"},
      {"type":"function_call_output","call_id":"a","output":"1"},{"type":"web_search_call","id":"w"}]})",
                     R"({"messages":[{"role":"system","content":"i"},{"role":"developer","content":"d"},
      {"role":"assistant","content":"t","reasoning_content":"long","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"a","content":"1"}]})"),
            "dropped_item");
  RequestEncodeOptions options;
  options.developer_role = false;
  converts(kResponses, kChat, R"({"input":[{"role":"developer","content":"d"}]})",
           R"({"messages":[{"role":"system","content":"d"}]})", options);
}

TEST(RequestCodec, ReasoningTravelsByProofOrAsText) {
  const std::string_view chat =
      R"({"messages":[{"role":"assistant","content":"t","reasoning_content":"hm","reasoning_details":[{"type":"x","data":"d"}]}]})";
  EXPECT_EQ(converts(kChat, kResponses, chat, R"({"input":[{"role":"assistant","content":"t"}]})"),
            "dropped_reasoning");
  RequestEncodeOptions options;
  options.reasoning_items = true;
  EXPECT_EQ(
      converts(
          kChat, kResponses, chat,
          R"({"input":[{"type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"hm"}]},{"role":"assistant","content":"t"}]})",
          options),
      "");
  EXPECT_EQ(
      converts(
          kMessages, kChat,
          R"({"messages":[{"role":"assistant","content":[{"type":"redacted_thinking","data":"e"},{"type":"text","text":"t"}]}]})",
          R"({"messages":[{"role":"assistant","content":"t"}]})"),
      "dropped_reasoning");
}

TEST(RequestCodec, ImagesAndFilesChangeTheirShape) {
  EXPECT_EQ(
      converts(
          kChat, kMessages, R"({"messages":[{"role":"user","content":[
      {"type":"image_url","image_url":{"url":"data:image/png;base64,AA","detail":"low"}},{"type":"image_url","image_url":{"url":"https://a.b/c"}},
      {"type":"file","file":{"file_data":"data:application/pdf;base64,BB","filename":"b.pdf"}},{"type":"file","file":{"file_id":"f"}},
      {"type":"input_audio","input_audio":{}}]}]})",
          R"({"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}},
      {"type":"image","source":{"type":"url","url":"https://a.b/c"}},
      {"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"BB"},"title":"b.pdf"}]}]})"),
      "dropped_part dropped_part");
  EXPECT_EQ(
      converts(
          kMessages, kResponses,
          R"({"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}},
      {"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"BB"}},{"type":"document","source":{"type":"url","url":"https://a.b/c.pdf"}},
      {"type":"document","source":{"type":"text","media_type":"text/plain","data":"plain"}}]}]})",
          R"({"input":[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,AA"},
      {"type":"input_file","filename":"document","file_data":"data:application/pdf;base64,BB"},{"type":"input_file","file_url":"https://a.b/c.pdf"},
      {"type":"input_text","text":"plain"}]}]})"),
      "");
}

TEST(RequestCodec, BrokenArgumentsAreMendedForMessages) {
  const auto call = [](std::string_view arguments) {
    return R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":)" +
           std::string(arguments) + "}}]}]}";
  };
  const auto use = [](std::string_view input) {
    return R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":)" +
           std::string(input) + "}]}]}";
  };
  EXPECT_EQ(converts(kChat, kMessages, call(R"("{'x': 1}")"), use(R"({"x":1})")), "");
  EXPECT_EQ(converts(kChat, kMessages, call(R"("[1]")"), use("{}")), "unreadable_arguments");
}

// --- tools
// -------------------------------------------------------------------------------------------------------

TEST(RequestCodec, ToolsChangeTheirShape) {
  const std::string_view chat =
      R"({"messages":[],"parallel_tool_calls":false,"tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"properties":{}},"strict":true}},{"type":"function","function":{"name":"g"}}]})";
  EXPECT_EQ(
      converts(
          kChat, kMessages, chat,
          R"({"tool_choice":{"type":"auto","disable_parallel_tool_use":true},"tools":[{"name":"f","description":"d","input_schema":{"type":"object","properties":{}},"strict":true},
                        {"name":"g","input_schema":{"type":"object","properties":{}}}]})"),
      "");
  EXPECT_EQ(
      converts(
          kChat, kResponses, chat,
          R"({"tool_choice":null,"parallel_tool_calls":false,"tools":[{"type":"function","name":"f","description":"d","parameters":{"properties":{}},"strict":true},
                        {"type":"function","name":"g","parameters":{"type":"object","properties":{}},"strict":false}]})"),
      "");
  EXPECT_EQ(
      converts(
          kMessages, kChat,
          R"({"messages":[],"tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],"tool_choice":{"type":"any","disable_parallel_tool_use":true}})",
          R"({"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"required","parallel_tool_calls":false})"),
      "dropped_member");
}

TEST(RequestCodec, ToolChoiceFollowsTheTable) {
  struct Row {
    std::string_view chat, responses, messages;
  };
  const Row rows[] = {
      {R"("auto")", R"("auto")", R"({"type":"auto"})"},
      {R"("none")", R"("none")", R"({"type":"none"})"},
      {R"("required")", R"("required")", R"({"type":"any"})"},
      {R"({"type":"function","function":{"name":"f"}})", R"({"type":"function","name":"f"})",
       R"({"type":"tool","name":"f"})"},
  };
  const auto chat = [](std::string_view choice) {
    return R"({"messages":[],"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":)" +
           std::string(choice) + "}";
  };
  const auto responses = [](std::string_view choice) {
    return R"({"input":[],"tools":[{"type":"function","name":"f"}],"tool_choice":)" + std::string(choice) +
           "}";
  };
  const auto messages = [](std::string_view choice) {
    return R"({"messages":[],"tools":[{"name":"f"}],"tool_choice":)" + std::string(choice) + "}";
  };
  const auto want = [](std::string_view choice) { return R"({"tool_choice":)" + std::string(choice) + "}"; };
  for (const Row& row : rows) {
    EXPECT_EQ(converts(kChat, kResponses, chat(row.chat), want(row.responses)), "");
    EXPECT_EQ(converts(kChat, kMessages, chat(row.chat), want(row.messages)), "");
    EXPECT_EQ(converts(kResponses, kChat, responses(row.responses), want(row.chat)), "");
    EXPECT_EQ(converts(kResponses, kMessages, responses(row.responses), want(row.messages)), "");
    EXPECT_EQ(converts(kMessages, kChat, messages(row.messages), want(row.chat)), "");
    EXPECT_EQ(converts(kMessages, kResponses, messages(row.messages), want(row.responses)), "");
  }
}

TEST(RequestCodec, AllowedToolsBecomeAShorterList) {
  const std::string_view text =
      R"({"messages":[],"tools":[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"g"}}],
      "tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":[{"type":"function","function":{"name":"g"}}]}}})";
  EXPECT_EQ(
      converts(
          kChat, kMessages, text,
          R"({"tool_choice":{"type":"any"},"tools":[{"name":"g","input_schema":{"type":"object","properties":{}}}]})"),
      "");
  EXPECT_EQ(
      converts(
          kChat, kResponses, text,
          R"({"tool_choice":{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"g"}]}})"),
      "");
}

TEST(RequestCodec, HostedToolsAreDroppedUnlessTheyAreForced) {
  EXPECT_EQ(
      converts(
          kResponses, kChat,
          R"({"input":[],"tools":[{"type":"web_search"},{"type":"namespace","name":"multi_agent_v1"},{"type":"function","name":"f","strict":false}],"tool_choice":"auto"})",
          R"({"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}},"strict":false}}],"tool_choice":"auto"})"),
      "dropped_tool dropped_tool");
  EXPECT_EQ(
      converts(
          kResponses, kChat,
          R"({"input":[],"tools":[{"type":"web_search"}],"tool_choice":"auto","parallel_tool_calls":true})",
          R"({"tools":null,"tool_choice":null,"parallel_tool_calls":null})"),
      "dropped_tool");
  EXPECT_EQ(refusal(kResponses, kChat,
                    R"({"input":[],"tools":[{"type":"web_search"}],"tool_choice":{"type":"web_search"}})"),
            "tool_choice: it forces a tool that Chat does not have");
  EXPECT_EQ(
      refusal(
          kMessages, kChat,
          R"({"messages":[],"tools":[{"type":"computer_20250124","name":"computer"}],"tool_choice":{"type":"tool","name":"computer"}})"),
      "tool_choice: it forces the tool 'computer', which only Messages has");
  EXPECT_EQ(
      refusal(kResponses, kChat, R"({"input":[],"tools":[{"type":"web_search"}],"tool_choice":"required"})"),
      "tool_choice: it requires a call, and none of the tools has a counterpart in Chat");
}

TEST(RequestCodec, CustomToolsAreWrapped) {
  const std::string_view text =
      R"({"input":[{"type":"custom_tool_call","call_id":"a","name":"patch","input":"*** \"x\""},
      {"type":"custom_tool_call_output","call_id":"a","output":"ok"}],"tool_choice":{"type":"custom","name":"patch"},
      "tools":[{"type":"custom","name":"patch","description":"d","format":{"type":"grammar","syntax":"lark","definition":"start: x"}}]})";
  const Result<EncodedRequest> encoded = converted(kResponses, kChat, text);
  ASSERT_TRUE(encoded);
  EXPECT_EQ(encoded->wrapped_tools, std::vector<std::string>{"patch"});
  EXPECT_EQ(
      converts(kResponses, kChat, text, R"({"tool_choice":{"type":"function","function":{"name":"patch"}},
      "tools":[{"type":"function","function":{"name":"patch","description":"d\n\n`input` follows this grammar (lark):\nstart: x",
        "parameters":{"type":"object","properties":{"input":{"type":"string"}},"required":["input"],"additionalProperties":false}}}],
      "messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"patch","arguments":"{\"input\":\"*** \\\"x\\\"\"}"}}]},
        {"role":"tool","tool_call_id":"a","content":"ok"}]})"),
      "");
  EXPECT_EQ(unwrapped_input(R"({"input":"*** \"x\""})"), "*** \"x\"");
  EXPECT_EQ(unwrapped_input(R"({"output":1})"), std::nullopt);
  RequestEncodeOptions options;
  options.keep_custom_tools = true;
  EXPECT_EQ(converts(kResponses, kChat, text, R"({"tool_choice":{"type":"custom","custom":{"name":"patch"}},
      "tools":[{"type":"custom","custom":{"name":"patch","description":"d","format":{"type":"grammar","grammar":{"syntax":"lark","definition":"start: x"}}}}]})",
                     options),
            "");
}

TEST(RequestCodec, NamesAreAliasedEverywhere) {
  const std::string_view text =
      R"({"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"memory.search","arguments":"{}"}}]}],
      "tools":[{"type":"function","function":{"name":"memory.search"}},{"type":"function","function":{"name":"memory_search"}}],"tool_choice":{"type":"function","function":{"name":"memory.search"}}})";
  EXPECT_EQ(
      converts(
          kChat, kMessages, text,
          R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"memory_search_2","input":{}}]}],
      "tool_choice":{"type":"tool","name":"memory_search_2"},"tools":[{"name":"memory_search_2","input_schema":{"type":"object","properties":{}}},{"name":"memory_search","input_schema":{"type":"object","properties":{}}}]})"),
      "renamed_tool");
  const Result<EncodedRequest> encoded = converted(kChat, kMessages, text);
  EXPECT_EQ(encoded->aliases.original("memory_search_2"), "memory.search");
  EXPECT_TRUE(converted(kChat, kChat, text)->aliases.empty()) << "the same protocol keeps its names";
  RequestEncodeOptions always;
  always.names = Rewrite::kAlways;
  EXPECT_FALSE(converted(kChat, kChat, text, always)->aliases.empty());
}

TEST(RequestCodec, DeclarationsComeFromAnyProtocol) {
  const auto names = [](Protocol protocol, std::string_view text) {
    std::string list;
    for (const ToolDeclaration& declaration : declarations(*request_codec(protocol).decode(parsed(text)))) {
      list += declaration.name + (declaration.schema ? " " : "! ");
    }
    return list;
  };
  EXPECT_EQ(
      names(
          kChat,
          R"({"messages":[],"tools":[{"type":"function","function":{"name":"f","parameters":{"type":5}}},{"type":"custom","custom":{"name":"c"}}]})"),
      "f! c ");
  EXPECT_EQ(
      names(kResponses, R"({"input":[],"tools":[{"type":"web_search"},{"type":"function","name":"f"}]})"),
      "f ");
  EXPECT_EQ(names(kMessages, R"({"messages":[],"tools":[{"name":"f","input_schema":{"type":"object"}}]})"),
            "f ");
}

// --- the rest
// ----------------------------------------------------------------------------------------------------

TEST(RequestCodec, EffortAndBudget) {
  const auto chat = [](std::string_view effort) {
    return R"({"messages":[],"temperature":0.5,"max_tokens":20000,"reasoning_effort":")" +
           std::string(effort) + "\"}";
  };
  EXPECT_EQ(converts(kChat, kMessages, chat("minimal"),
                     R"({"output_config":{"effort":"low"},"thinking":null,"temperature":0.5})"),
            "");
  EXPECT_EQ(converts(kChat, kMessages, chat("xhigh"), R"({"output_config":{"effort":"xhigh"}})"), "");
  EXPECT_EQ(
      converts(kChat, kMessages, chat("none"), R"({"output_config":null,"thinking":{"type":"disabled"}})"),
      "");
  EXPECT_EQ(converts(kChat, kMessages, chat("odd"), R"({"output_config":null,"thinking":null})"),
            "dropped_member");
  EXPECT_EQ(converts(kChat, kResponses, chat("odd"), R"({"reasoning":{"effort":"odd"}})"), "");
  RequestEncodeOptions budget;
  budget.messages_effort = MessagesEffort::kBudget;
  EXPECT_EQ(converts(kChat, kMessages, chat("high"),
                     R"({"thinking":{"type":"enabled","budget_tokens":16384},"temperature":null})", budget),
            "dropped_member");
  EXPECT_EQ(converts(kChat, kMessages, R"({"messages":[],"max_tokens":1000,"reasoning_effort":"high"})",
                     R"({"thinking":null})", budget),
            "dropped_member");
  const auto messages = [](std::string_view thinking) {
    return R"({"messages":[],"thinking":)" + std::string(thinking) + "}";
  };
  EXPECT_EQ(converts(kMessages, kChat, messages(R"({"type":"enabled","budget_tokens":1024})"),
                     R"({"reasoning_effort":"low"})"),
            "");
  EXPECT_EQ(converts(kMessages, kChat, messages(R"({"type":"enabled","budget_tokens":10000})"),
                     R"({"reasoning_effort":"medium"})"),
            "");
  EXPECT_EQ(converts(kMessages, kResponses, messages(R"({"type":"enabled","budget_tokens":99999999999})"),
                     R"({"reasoning":{"effort":"max"}})"),
            "");
  EXPECT_EQ(converts(kMessages, kChat, messages(R"({"type":"disabled"})"), R"({"reasoning_effort":"none"})"),
            "");
  EXPECT_EQ(converts(kMessages, kChat, messages(R"({"type":"adaptive"})"), R"({"reasoning_effort":null})"),
            "dropped_member");
}

TEST(RequestCodec, ResponseFormats) {
  const std::string_view chat =
      R"({"messages":[],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object"},"strict":true}}})";
  EXPECT_EQ(
      converts(
          kChat, kResponses, chat,
          R"({"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"},"strict":true}}})"),
      "");
  EXPECT_EQ(converts(kChat, kMessages, chat,
                     R"({"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}})"),
            "");
  EXPECT_EQ(
      converts(
          kMessages, kChat,
          R"({"messages":[],"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}})",
          R"({"response_format":{"type":"json_schema","json_schema":{"name":"response","schema":{"type":"object"},"strict":true}}})"),
      "");
  EXPECT_EQ(converts(kChat, kMessages, R"({"messages":[],"response_format":{"type":"json_object"}})",
                     R"({"output_config":null})"),
            "dropped_member");
  EXPECT_EQ(converts(kChat, kResponses, R"({"messages":[],"response_format":{"type":"json_object"}})",
                     R"({"text":{"format":{"type":"json_object"}}})"),
            "");
}

TEST(RequestCodec, MembersAreMappedOrDroppedWithAWord) {
  EXPECT_EQ(
      converts(
          kChat, kMessages,
          R"({"messages":[],"max_tokens":5,"temperature":1.5,"stop":"x","user":"u","seed":1,"store":true,"verbosity":"low","logit_bias":{"1":1},"n":1,"safe_prompt":null})",
          R"({"max_tokens":5,"temperature":1,"stop_sequences":["x"],"metadata":{"user_id":"u"},"seed":null,"store":null,"n":null})"),
      "dropped_member dropped_member changed_member dropped_member dropped_member");
  EXPECT_EQ(
      converts(
          kChat, kResponses,
          R"({"messages":[],"max_tokens":5,"stop":["x"],"user":"u","store":true,"verbosity":"low","metadata":{"a":"b"}})",
          R"({"max_output_tokens":5,"stop":null,"user":"u","store":true,"text":{"verbosity":"low"},"metadata":{"a":"b"}})"),
      "dropped_member");
  EXPECT_EQ(
      converts(
          kMessages, kChat,
          R"({"messages":[],"max_tokens":5,"top_k":3,"stop_sequences":["a","b","c","d","e"],"metadata":{"user_id":"u"}})",
          R"({"max_completion_tokens":5,"top_k":null,"stop":["a","b","c","d"],"user":"u","stream_options":null})"),
      "dropped_member changed_member");
  RequestEncodeOptions legacy;
  legacy.legacy_max_tokens = true;
  converts(kMessages, kChat, R"({"messages":[],"max_tokens":5})",
           R"({"max_tokens":5,"max_completion_tokens":null})", legacy);
}

TEST(RequestCodec, WarningsSayWhatAndHowOften) {
  const Result<EncodedRequest> encoded = converted(
      kMessages, kChat,
      R"({"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}]})");
  ASSERT_TRUE(encoded);
  EXPECT_EQ(
      encoded->warnings,
      (std::vector<Warning>{{"dropped_member", "text.cache_control has no counterpart in Chat (2 times)"}}));
}

// --- what provider shaping sets
// ----------------------------------------------------------------------------------

TEST(RequestCodec, MembersForTheTargetStandInPlaceOfOthers) {
  for (const Protocol target : kProtocols) {
    for (const Protocol origin : kProtocols) {
      Request request;
      request.origin = origin;
      request.temperature = json::Number{"0.5"};
      request.extras = {{"thinking", false}, {"thinking", "x"}};
      request.target_members = {{"temperature", json::Number{"1"}}, {"thinking", true}};
      const Result<EncodedRequest> encoded = request_codec(target).encode(request, {});
      ASSERT_TRUE(encoded);
      const std::string text = json::write(encoded->body);
      EXPECT_TRUE(text.ends_with(R"(,"temperature":1,"thinking":true})")) << text;
      EXPECT_EQ(text.find("0.5"), std::string::npos) << text;
    }
  }
}

TEST(RequestCodec, NativeReasoningIsWrittenAsItIs) {
  Request request;
  request.origin = kMessages;
  Turn turn;
  turn.role = Role::kAssistant;
  ReasoningPart empty;
  empty.member = "reasoning_content";
  empty.native = true;
  CallPart call;
  call.id = "c1";
  call.name = "f";
  call.arguments = "{}";
  turn.parts = {empty, call};
  request.turns = {turn};
  const auto message = [&](const RequestEncodeOptions& options) {
    const Result<EncodedRequest> encoded = request_codec(kChat).encode(request, options);
    return encoded ? json::write(encoded->body.find("messages")->items().front()) : encoded.error().message;
  };
  EXPECT_TRUE(
      message({}).starts_with(R"({"role":"assistant","content":null,"reasoning_content":"","tool_calls":)"))
      << message({});
  RequestEncodeOptions options;
  options.empty_content = true;
  EXPECT_TRUE(message(options).starts_with(R"({"role":"assistant","content":"","reasoning_content":"",)"))
      << message(options);
  std::get<ReasoningPart>(request.turns[0].parts[0]).native = false;
  EXPECT_EQ(message({}).find("reasoning_content"), std::string::npos);
}

TEST(RequestCodec, UsageOfStreamsIsAskedForUnlessTheTargetKnowsNoSuchWish) {
  const char* const body = R"({"messages":[],"max_tokens":5,"stream":true})";
  converts(kMessages, kChat, body, R"({"stream_options":{"include_usage":true}})");
  RequestEncodeOptions options;
  options.stream_usage = false;
  converts(kMessages, kChat, body, R"({"stream_options":null})", options);
}

TEST(RequestCodec, CarriesCacheMarksToMessages) {
  constexpr std::string_view text =
      R"({"messages":[{"role":"system","content":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}]},)"
      R"({"role":"user","content":"u"}],"tools":[{"type":"function","cache_control":{"type":"ephemeral"},)"
      R"("function":{"name":"f","parameters":{"type":"object"}}}]})";
  EXPECT_EQ(
      converts(
          kChat, kMessages, text,
          R"({"system":[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}],)"
          R"("tools":[{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}]})"),
      "");
  EXPECT_EQ(converts(kChat, kResponses, text, R"({"instructions":"s"})"), "dropped_member dropped_member");
}

TEST(RequestCodec, LeavesNoInputWithoutItems) {
  EXPECT_EQ(converts(kChat, kResponses, R"({"messages":[{"role":"system","content":"s"}]})",
                     R"({"instructions":null,"input":[{"role":"system","content":"s"}]})"),
            "");
}

}  // namespace
}  // namespace argwright::protocol
