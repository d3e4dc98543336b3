#include "provider/profile_fields.h"

#include <algorithm>
#include <array>

namespace argwright::provider {
namespace {

using Words = std::span<const std::string_view>;

// In the order of their enums.
constexpr std::array<std::string_view, 3> kProtocols = {"chat", "responses", "messages"};
constexpr std::array<std::string_view, 6> kMembers = {"as_sent",           "reasoning_content", "reasoning",
                                                      "reasoning_details", "think_tags",        "none"};
constexpr std::array<std::string_view, 3> kBack = {"none", "when_present", "always_field"};
constexpr std::array<std::string_view, 3> kScopes = {"turn", "calls", "all"};
constexpr std::array<std::string_view, 3> kPlaces = {"all", "calls", "turn_calls"};
constexpr std::array<std::string_view, 4> kThinking = {"none", "off", "on", "always"};
constexpr std::array<std::string_view, 6> kSwitches = {
    "none", "thinking", "thinking_adaptive", "enable_thinking", "reasoning", "reasoning_effort"};
constexpr std::array<std::string_view, 3> kEffortMembers = {"none", "reasoning_effort", "reasoning"};
constexpr std::array<std::string_view, 3> kStrict = {"keep", "drop", "all"};
constexpr std::array<std::string_view, 2> kEmptyContent = {"as_sent", "text"};
constexpr std::array<std::string_view, 2> kMaxTokens = {"max_tokens", "max_completion_tokens"};
constexpr std::array<std::string_view, 2> kTemperature = {"any", "above_0_to_1"};
constexpr std::array<std::string_view, 3> kStreamsOnly = {"no", "thinking", "always"};
constexpr std::array<std::string_view, 2> kIdGrammars = {"protocol", "alnum_9"};
// No enums.
constexpr std::array<std::string_view, 7> kEfforts = {"none", "minimal", "low", "medium",
                                                      "high", "xhigh",   "max"};
constexpr std::array<std::string_view, 5> kChoices = {"auto", "none", "required", "named", "allowed"};

template <typename>
struct MemberPointer;
template <typename C, typename V>
struct MemberPointer<V C::*> {
  using Value = V;
};
template <auto Member>
using ValueOf = typename MemberPointer<decltype(Member)>::Value;

template <auto Member>
constexpr ProfileField text(std::string_view key, std::string_view what) {
  return {key,
          what,
          FieldKind::kText,
          {},
          [](const Profile& profile) { return json::Value(profile.*Member); },
          [](Profile& profile, const json::Value& value) { profile.*Member = value.string(); }};
}

template <auto Member>
constexpr ProfileField url(std::string_view key, std::string_view what) {
  return {key,
          what,
          FieldKind::kUrl,
          {},
          [](const Profile& profile) { return json::Value(profile.base_urls.*Member); },
          [](Profile& profile, const json::Value& value) { profile.base_urls.*Member = value.string(); }};
}

template <auto Member>
constexpr ProfileField flag(std::string_view key, std::string_view what) {
  return {key,
          what,
          FieldKind::kFlag,
          {},
          [](const Profile& profile) { return json::Value(profile.*Member); },
          [](Profile& profile, const json::Value& value) { profile.*Member = value.boolean(); }};
}

template <auto Member, const auto& Choice>
constexpr ProfileField word(std::string_view key, std::string_view what) {
  return {
      key,
      what,
      FieldKind::kWord,
      Choice,
      [](const Profile& profile) { return json::Value(Choice[static_cast<std::size_t>(profile.*Member)]); },
      [](Profile& profile, const json::Value& value) {
        const auto found = std::find(Choice.begin(), Choice.end(), value.string());
        profile.*Member = static_cast<ValueOf<Member>>(found - Choice.begin());
      }};
}

template <auto Member>
constexpr ProfileField list(std::string_view key, std::string_view what, Words words = {}) {
  return {key,
          what,
          words.empty() ? FieldKind::kTexts : FieldKind::kWords,
          words,
          [](const Profile& profile) {
            return json::Value(json::Array((profile.*Member).begin(), (profile.*Member).end()));
          },
          [](Profile& profile, const json::Value& value) {
            (profile.*Member).clear();
            for (const json::Value& item : value.items()) (profile.*Member).push_back(item.string());
          }};
}

constexpr std::array kFields = {
    text<&Profile::title>("title", "its name as its owner spells it"),
    word<&Profile::protocol, kProtocols>("protocol", "spoken to it unless the upstream says otherwise"),
    url<&BaseUrls::chat>("chat_url", "what stands before /chat/completions"),
    url<&BaseUrls::responses>("responses_url", "what stands before /responses"),
    url<&BaseUrls::messages>("messages_url", "what stands before /messages"),
    text<&Profile::example_url>("example_url", "shown where a base URL is missing"),
    list<&Profile::hosts>("hosts", "a generic upstream whose host holds one of these is this provider's"),
    word<&Profile::reply_reasoning, kMembers>("reply_reasoning",
                                              "where Chat replies and deltas have reasoning"),
    word<&Profile::back, kBack>("back", "whether reasoning is sent back in Chat"),
    word<&Profile::back_as, kMembers>("back_as", "the member it is sent back in"),
    word<&Profile::back_scope, kScopes>(
        "back_scope", "whose: of this turn, also of earlier turns with calls, of all; else it is cleared"),
    text<&Profile::back_placeholder>("back_placeholder",
                                     "with always_field: what stands where there is none"),
    word<&Profile::placeholder_on, kPlaces>(
        "placeholder_on",
        "with always_field: all assistant turns, those with calls, or those of this turn with calls"),
    text<&Profile::details_format>("details_format",
                                   "format of its own reasoning_details; others are not sent"),
    flag<&Profile::make_details>("make_details", "text is sent as reasoning_details where there are none"),
    flag<&Profile::call_proofs>("call_proofs",
                                "whether signatures beside calls (extra_content) are its own; else left out"),
    text<&Profile::lost_proof>("lost_proof",
                               "what stands for a signature beside a call that was lost, or was another\'s"),
    flag<&Profile::loop_needs_thinking>(
        "loop_needs_thinking", "in Messages: a tool loop whose last reply lost its thinking goes on without"),
    flag<&Profile::remember>("remember",
                             "what was thought beside calls is kept and put back where a client drops it"),
    word<&Profile::thinking, kThinking>(
        "thinking", "whether it thinks: when asked (off), unless told not to (on), always"),
    word<&Profile::thinking_switch, kSwitches>("thinking_switch", "the member that turns it on and off"),
    word<&Profile::streams_only, kStreamsOnly>(
        "streams_only",
        "it refuses replies that are not streamed: while it thinks, or always. Then the "
        "gateway asks for a stream, and gathers it for a client that wants none"),
    word<&Profile::effort_as, kEffortMembers>("effort_as", "the member that tells the effort"),
    list<&Profile::efforts>("efforts", "those it knows, the nearest is sent; none: any", kEfforts),
    list<&Profile::tool_choice>("tool_choice", "the values it takes", kChoices),
    list<&Profile::tool_choice_thinking>("tool_choice_thinking", "the values it takes while it thinks",
                                         kChoices),
    ProfileField{"send",
                 "members that a Chat request gets unless the client set them",
                 FieldKind::kObject,
                 {},
                 [](const Profile& profile) { return json::Value(profile.send); },
                 [](Profile& profile, const json::Value& value) { profile.send = value.members(); }},
    list<&Profile::drop>("drop", "parameters that are left out"),
    list<&Profile::drop_thinking>("drop_thinking", "parameters that are left out while it thinks"),
    word<&Profile::temperature, kTemperature>("temperature", "the range it takes"),
    list<&Profile::message_members>("message_members",
                                    "what Chat messages may hold beside content, calls and "
                                    "reasoning; *: anything"),
    word<&Profile::empty_content, kEmptyContent>("empty_content",
                                                 "an assistant turn without text: as sent, or \"\""),
    word<&Profile::strict, kStrict>("strict", "of tools: kept, dropped, or on all tools if on one"),
    text<&Profile::strict_all_at>("strict_all_at", "a base URL with this end makes strict all"),
    word<&Profile::max_tokens, kMaxTokens>("max_tokens",
                                           "its word for the limit, in requests of other protocols"),
    flag<&Profile::max_tokens_only>("max_tokens_only", "it knows no other word: the client's is replaced"),
    flag<&Profile::stream_options>("stream_options", "whether it takes them"),
    flag<&Profile::developer_role>("developer_role", "whether it knows the role; else system"),
    flag<&Profile::calls_together>("calls_together",
                                   "in Responses: the calls of one reply go behind all else of it"),
    flag<&Profile::sealed_reasoning>("sealed_reasoning",
                                     "in Responses: include reasoning.encrypted_content is asked for, for "
                                     "clients of other protocols"),
    flag<&Profile::reasoning_items>("reasoning_items",
                                    "its Responses endpoint takes reasoning without a proof"),
    word<&Profile::id_grammar, kIdGrammars>("id_grammar",
                                            "of calls: what Chat takes, or nine letters or digits"),
    text<&Profile::ids>("ids", "how ids of its calls look"),
    text<&Profile::errors>("errors", "how its errors look"),
    text<&Profile::stream>("stream", "what is odd about its streams"),
};

}  // namespace

std::span<const ProfileField> profile_fields() { return kFields; }

const ProfileField* profile_field(std::string_view key) {
  const auto* const found =
      std::ranges::find_if(kFields, [&](const ProfileField& field) { return field.key == key; });
  return found == kFields.end() ? nullptr : found;
}

std::string show_field(const ProfileField& field, const Profile& profile) {
  const json::Value value = field.get(profile);
  if (value.is_string()) return value.string() == " " ? "\" \"" : value.string();
  if (value.is_boolean()) return value.boolean() ? "yes" : "no";
  if (value.is_object()) return value.members().empty() ? "" : json::write(value);
  std::string line;
  for (const json::Value& item : value.items()) line += (line.empty() ? "" : ", ") + item.string();
  return line;
}

}  // namespace argwright::provider
