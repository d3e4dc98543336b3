// Odd but plausible requests: what other protocols would refuse is mapped, dropped with a word or refused.
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "protocol/test_requests.h"

namespace argwright::protocol {
namespace {

using testing::converted;
using testing::converts;
using testing::kChat;
using testing::kMessages;
using testing::kResponses;
using testing::parsed;
using testing::refusal;

// What is written where nothing is to be adapted.
std::string same(Protocol protocol, std::string_view text) {
  const Result<EncodedRequest> encoded = converted(protocol, protocol, text);
  return encoded ? json::write(encoded->body) : encoded.error().message;
}

// --- reading
// -----------------------------------------------------------------------------------------------------

TEST(RequestLegality, TextsInTheWordsOfResponsesAreReadInChat) {
  constexpr std::string_view kBody =
      R"({"messages":[{"role":"user","content":[{"type":"input_text","text":"x"},{"type":"output_text","text":"y"}]}]})";
  EXPECT_TRUE(json::same_meaning(parsed(same(kChat, kBody)), parsed(kBody))) << same(kChat, kBody);
  EXPECT_EQ(
      converts(
          kChat, kMessages, kBody,
          R"({"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]})"),
      "");
}

TEST(RequestLegality, BlocksOfTheAssistantAreRefusedElsewhere) {
  EXPECT_EQ(
      same(
          kMessages,
          R"({"messages":[{"role":"user","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f","input":{}}]}]})"),
      "messages[0].content[1].type: tool_use belongs into a message of the assistant");
  EXPECT_EQ(
      same(kMessages, R"({"messages":[{"role":"user","content":[{"type":"thinking","thinking":"x"}]}]})"),
      "messages[0].content[0].type: thinking belongs into a message of the assistant");
}

TEST(RequestLegality, AllowedToolsHaveToBeNamed) {
  EXPECT_EQ(same(kResponses, R"({"input":"x","tool_choice":{"type":"allowed_tools","mode":"auto"}})"),
            "tool_choice.tools: is required");
  EXPECT_EQ(same(kChat,
                 R"({"messages":[],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto"}}})"),
            "tool_choice.allowed_tools.tools: is required");
}

// --- members
// -----------------------------------------------------------------------------------------------------

TEST(RequestLegality, MembersThatSayNothingAreNotRefused) {
  constexpr std::string_view kUser = R"({"messages":[{"role":"user","content":"x"}])";
  EXPECT_EQ(converts(kChat, kMessages, std::string(kUser) + R"(,"functions":[],"function_call":"","n":1.0})",
                     R"({"functions":null})"),
            "");
  EXPECT_EQ(converts(kResponses, kChat, R"({"input":"x","previous_response_id":""})",
                     R"({"previous_response_id":null})"),
            "");
}

TEST(RequestLegality, BlankStopSequencesDoNotReachMessages) {
  EXPECT_EQ(
      converts(kChat, kMessages, R"({"messages":[],"stop":["\n","END"]})", R"({"stop_sequences":["END"]})"),
      "changed_member");
  EXPECT_EQ(converts(kChat, kMessages, R"({"messages":[],"stop":"\n\n"})", R"({"stop_sequences":null})"),
            "changed_member");
}

TEST(RequestLegality, AUserThatIsTooLongIsDropped) {
  const std::string record(65, 'u');
  for (const Protocol target : {kChat, kResponses}) {
    EXPECT_EQ(converts(kMessages, target, R"({"messages":[],"metadata":{"user_id":")" + record + R"("}})",
                       R"({"user":null})"),
              "dropped_member");
  }
}

TEST(RequestLegality, FormatsAreWholeOrNotSent) {
  EXPECT_EQ(converts(kChat, kMessages,
                     R"({"messages":[],"response_format":{"type":"json_schema","json_schema":{"name":"n"}}})",
                     R"({"output_config":null})"),
            "dropped_member");
  EXPECT_EQ(
      converts(kChat, kResponses,
               R"({"messages":[],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}})",
               R"({"text":{"format":{"type":"json_schema","name":"response","schema":{}}}})"),
      "");
}

TEST(RequestLegality, RankedProbabilitiesAreAskedForAsChatWantsIt) {
  EXPECT_EQ(converts(kResponses, kChat, R"({"input":"x","top_logprobs":3})",
                     R"({"top_logprobs":3,"logprobs":true})"),
            "");
}

TEST(RequestLegality, ABudgetDoesNotGoWithAnAnswerThatIsBegun) {
  RequestEncodeOptions options;
  options.messages_effort = MessagesEffort::kBudget;
  constexpr std::string_view kBody =
      R"({"messages":[{"role":"user","content":"x"},{"role":"assistant","content":"{"}],"reasoning_effort":"low"})";
  EXPECT_EQ(converts(kChat, kMessages, kBody, R"({"thinking":null})", options), "dropped_member");
}

// --- tools
// -------------------------------------------------------------------------------------------------------

std::string with_parameters(std::string_view schema) {
  return R"({"messages":[],"tools":[{"type":"function","function":{"name":"f","parameters":)" +
         std::string(schema) + "}}]}";
}

TEST(RequestLegality, SchemasAreObjects) {
  for (const std::string_view empty : {"[]", "true", "null"}) {
    EXPECT_EQ(converts(kChat, kMessages, with_parameters(empty),
                       R"({"tools":[{"name":"f","input_schema":{"type":"object","properties":{}}}]})"),
              "")
        << empty;
  }
  for (const std::string_view type : {"null", R"(["object","null"])"}) {
    EXPECT_EQ(converts(kChat, kMessages, with_parameters(R"({"type":)" + std::string(type) + "}"),
                       R"({"tools":[{"name":"f","input_schema":{"type":"object"}}]})"),
              "")
        << type;
  }
  EXPECT_EQ(refusal(kChat, kMessages, with_parameters(R"("x")")),
            "tools[0].function.parameters: expected a schema, which is an object");
  EXPECT_EQ(refusal(kMessages, kChat, R"({"messages":[],"tools":[{"name":"f","input_schema":5}]})"),
            "tools[0].input_schema: expected a schema, which is an object");
}

TEST(RequestLegality, OfToolsWithOneNameTheFirstStays) {
  EXPECT_EQ(
      converts(
          kResponses, kMessages,
          R"({"input":"x","tools":[{"type":"function","name":"f","description":"1"},{"type":"custom","name":"f"}]})",
          R"({"tools":[{"name":"f","description":"1","input_schema":{"type":"object","properties":{}}}]})"),
      "dropped_tool");
  const Result<EncodedRequest> encoded =
      converted(kResponses, kChat,
                R"({"input":"x","tools":[{"type":"function","name":"f"},{"type":"custom","name":"f"}]})");
  ASSERT_TRUE(encoded);
  EXPECT_TRUE(encoded->wrapped_tools.empty()) << "its calls are no free text";
}

TEST(RequestLegality, AllowedToolsOfWhichNoneIsLeftAllowNone) {
  const auto request = [](std::string_view mode) {
    return R"({"input":"x","tools":[{"type":"web_search"},{"type":"function","name":"f","strict":false}],
      "tool_choice":{"type":"allowed_tools","mode":")" +
           std::string(mode) + R"(","tools":[{"type":"web_search"}]}})";
  };
  EXPECT_EQ(converts(kResponses, kChat, request("auto"), R"({"tool_choice":"none"})"),
            "dropped_tool dropped_tool");
  EXPECT_EQ(converts(kResponses, kMessages, request("auto"), R"({"tool_choice":{"type":"none"}})"),
            "dropped_tool dropped_tool");
  for (const Protocol target : {kChat, kMessages}) {
    EXPECT_EQ(refusal(kResponses, target, request("required")).substr(0, 12), "tool_choice:");
  }
}

TEST(RequestLegality, AForcedToolOfANamespaceIsRefused) {
  EXPECT_EQ(refusal(kResponses, kChat,
                    R"({"input":"x","tools":[{"type":"function","name":"f"},
                {"type":"namespace","name":"n","tools":[{"type":"function","name":"spawn"}]}],
                "tool_choice":{"type":"function","name":"spawn"}})"),
            "tool_choice: it forces the tool 'spawn', which only Responses has");
}

TEST(RequestLegality, NothingOfAToolIsDroppedWithoutAWord) {
  EXPECT_EQ(
      converts(
          kResponses, kChat,
          R"({"input":"x","tools":[{"type":"function","function":{"name":"f","inner":1},"outer":2}]})",
          R"({"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}]})"),
      "dropped_member dropped_member");
  EXPECT_EQ(converts(kChat, kMessages,
                     R"({"messages":[],"tools":[{"type":"function","function":{"name":"f"}}],
                       "tool_choice":{"type":"any","disable_parallel_tool_use":true}})",
                     R"({"tool_choice":{"type":"any"}})"),
            "dropped_member");
  for (const auto& [format, warning] : {std::pair(R"({"type":"text"})", ""),
                                        std::pair(R"({"type":"regex","pattern":"a"})", "dropped_member")}) {
    EXPECT_EQ(converts(kResponses, kMessages,
                       R"({"input":"x","tools":[{"type":"custom","name":"f","format":)" +
                           std::string(format) + "}]}",
                       "{}"),
              warning);
  }
}

TEST(RequestLegality, NamesAreTheSameWhereverTheyStand) {
  RequestEncodeOptions options;
  options.names = Rewrite::kAlways;
  converts(
      kChat, kChat,
      R"({"messages":[],"tools":[{"type":"function","function":{"name":"a.b"}}],"tool_choice":{"type":"tool","name":"a.b"}})",
      R"({"tools":[{"type":"function","function":{"name":"a_b"}}],"tool_choice":{"type":"tool","name":"a_b"}})",
      options);
  converts(
      kResponses, kResponses,
      R"({"input":"x","tools":[{"type":"function","function":{"name":"a.b"}}],"tool_choice":{"type":"function","name":"a.b"}})",
      R"({"tools":[{"type":"function","function":{"name":"a_b"}}],"tool_choice":{"type":"function","name":"a_b"}})",
      options);
}

// --- the conversation
// --------------------------------------------------------------------------------------------

TEST(RequestLegality, SomebodyHasToSpeak) {
  EXPECT_EQ(converts(kChat, kMessages,
                     R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":" "}]})",
                     R"({"system":null,"messages":[{"role":"user","content":"s"}]})"),
            "dropped_turn system_as_user");
  EXPECT_EQ(refusal(kChat, kMessages, R"({"messages":[{"role":"user","content":""}]})"),
            "messages: nothing of it can be told to Messages");
  EXPECT_EQ(refusal(kResponses, kChat, R"({"input":[{"type":"web_search_call","id":"w"}]})"),
            "input: nothing of it can be told to Chat");
}

TEST(RequestLegality, LegacyCallsAndUnknownRolesAreRefused) {
  EXPECT_EQ(
      refusal(
          kChat, kMessages,
          R"({"messages":[{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}}]})"),
      "messages[0].function_call: the legacy form of calls is not converted; use tool_calls");
  EXPECT_EQ(refusal(kResponses, kChat, R"({"instructions":"i","input":[{"role":"tool","content":"x"}]})"),
            "input[0].role: it has no counterpart in Chat");
  EXPECT_EQ(converts(kResponses, kChat,
                     R"({"input":[{"type":"mcp_call","role":"x"},{"role":"user","content":"x"}]})",
                     R"({"messages":[{"role":"user","content":"x"}]})"),
            "dropped_item");
}

TEST(RequestLegality, EveryRefusalReachesChat) {
  EXPECT_EQ(converts(kResponses, kChat,
                     R"({"input":[{"role":"assistant","content":[{"type":"refusal","refusal":"no"}]},
                 {"role":"assistant","content":[{"type":"refusal","refusal":"never"}]}]})",
                     R"({"messages":[{"role":"assistant","content":null,"refusal":"no\n\nnever"}]})"),
            "");
}

TEST(RequestLegality, AnAssistantThatOnlyThoughtSaysAnEmptyText) {
  EXPECT_EQ(converts(kMessages, kChat,
                     R"({"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}]})",
                     R"({"messages":[{"role":"assistant","content":"","reasoning_content":"t"}]})"),
            "");
}

TEST(RequestLegality, BlankTextOfResultsDoesNotReachMessages) {
  const auto result = [](std::string_view content) {
    return R"({"messages":[{"role":"user","content":"x"},
      {"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},
      {"role":"tool","tool_call_id":"a","content":)" +
           std::string(content) + "}]}";
  };
  const auto want = [](std::string_view content) {
    return R"({"messages":[{"role":"user","content":"x"},
      {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":)" +
           std::string(content) + "}]}]}";
  };
  EXPECT_EQ(converts(kChat, kMessages, result(R"([{"type":"text","text":" "},{"type":"text","text":"y"}])"),
                     want(R"("y")")),
            "");
  EXPECT_EQ(
      converts(kChat, kMessages,
               result(R"([{"type":"text","text":"","cache_control":{"type":"ephemeral"}}])"), want(R"("")")),
      "");
}

TEST(RequestLegality, TextsNameCallsAsTheUpstreamKnowsThem) {
  const std::string id(50, 'x');
  const Result<EncodedRequest> encoded = converted(
      kMessages, kChat,
      R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":")" + id +
          R"(","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":")" +
          id + R"(","content":[{"type":"image","source":{"type":"url","url":"https://a.b"}}]}]}]})");
  ASSERT_TRUE(encoded);
  EXPECT_EQ(json::write(encoded->body).find(id), std::string::npos) << json::write(encoded->body);
}

// --- media
// -------------------------------------------------------------------------------------------------------

TEST(RequestLegality, MediaTypesAreSpeltAsMessagesDoes) {
  for (const std::string_view spelt : {"image/jpg", "image/JPEG", "image/jpeg;name=a.jpg"}) {
    EXPECT_EQ(
        converts(
            kChat, kMessages,
            R"({"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:)" +
                std::string(spelt) + R"(;base64,AAAA"}}]}]})",
            R"({"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"AAAA"}}]}]})"),
        "")
        << spelt;
  }
}

TEST(RequestLegality, TextInBase64IsADocumentOfPlainText) {
  EXPECT_EQ(
      converts(
          kResponses, kMessages,
          R"({"input":[{"role":"user","content":[{"type":"input_file","filename":"a.md","file_data":"data:text/markdown;base64,aMOk"}]}]})",
          R"({"messages":[{"role":"user","content":[{"type":"document","title":"a.md","source":{"type":"text","media_type":"text/plain","data":"h\u00e4"}}]}]})"),
      "");
}

TEST(RequestLegality, TheTitleOfATextIsDroppedWithAWord) {
  EXPECT_EQ(
      converts(
          kMessages, kChat,
          R"({"messages":[{"role":"user","content":[{"type":"document","title":"T","source":{"type":"text","media_type":"text/plain","data":"x"}}]}]})",
          R"({"messages":[{"role":"user","content":"x"}]})"),
      "dropped_member");
}

TEST(RequestLegality, OnlyUsersSendMedia) {
  constexpr std::string_view kImage = R"({"type":"image_url","image_url":{"url":"https://a.b/c"}})";
  const auto request = [&](std::string_view role) {
    return R"({"messages":[{"role":")" + std::string(role) + R"(","content":[{"type":"text","text":"x"},)" +
           std::string(kImage) + R"(]},{"role":"user","content":"y"}]})";
  };
  for (const Protocol target : {kMessages, kResponses}) {
    const Result<EncodedRequest> encoded = converted(kChat, target, request("assistant"));
    ASSERT_TRUE(encoded);
    EXPECT_EQ(json::write(encoded->body).find("a.b"), std::string::npos);
    EXPECT_EQ(encoded->warnings.size(), 1U);
  }
  EXPECT_EQ(converts(kChat, kMessages, request("system"), R"({"system":"x"})"), "dropped_part");
}

}  // namespace
}  // namespace argwright::protocol
