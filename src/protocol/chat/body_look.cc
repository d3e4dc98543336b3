#include "protocol/chat/body_look.h"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "json/walker.h"
#include "protocol/chat/finish_words.h"
#include "protocol/chat/reasoning_words.h"
#include "tool/same_text.h"

namespace argwright::protocol::chat {
namespace {

// The members of an object that are looked at, by number. What stands in others is skipped.
template <std::size_t N>
class Names {
 public:
  static constexpr std::size_t kNone = N;

  template <typename... Texts>
  explicit constexpr Names(Texts... names) : names_{names...} {
    for (const std::string_view name : names_) lengths_ |= std::uint32_t{1} << name.size();
  }

  // kNone: another one.
  std::size_t find(std::string_view key) const {
    // Most of the others are told by their length.
    if (key.size() >= 32 || (lengths_ >> key.size() & 1U) == 0) return kNone;
    for (std::size_t i = 0; i < N; ++i) {
      if (tool::same_text(names_[i], key)) return i;
    }
    return kNone;
  }

 private:
  std::array<std::string_view, N> names_;
  std::uint32_t lengths_ = 0;  // a bit for each that a name has
};
template <typename... Texts>
Names(Texts...) -> Names<sizeof...(Texts)>;

namespace root_member {
enum : std::size_t { kChoices, kType, kError, kBaseResp, kDetail };
constexpr Names kNames("choices", "type", "error", "base_resp", "detail");
}  // namespace root_member

namespace choice_member {
enum : std::size_t { kIndex, kMessage, kFinish, kDelta, kError };
constexpr Names kNames("index", "message", "finish_reason", "delta", "error");
}  // namespace choice_member

namespace message_member {
enum : std::size_t { kRole, kContent, kCalls, kLegacyCall, kFirstOfReasoning };
// From kFirstOfReasoning on: what upstreams want back, so that somebody has to read it.
constexpr Names kNames("role", "content", "tool_calls", "function_call", kReasoningTexts[0],
                       kReasoningTexts[1], kReasoningTexts[2], kReasoningTexts[3], "reasoning_details",
                       "extra_content", "thought_signature", "provider_specific_fields");
static_assert(std::size(kReasoningTexts) == 4);
}  // namespace message_member

namespace call_member {
enum : std::size_t { kId, kType, kFunction, kCustom };
constexpr Names kNames("id", "type", "function", "custom", "extra_content", "thought_signature",
                       "provider_specific_fields");
}  // namespace call_member

namespace function_member {
enum : std::size_t { kName, kArguments };
constexpr Names kNames("name", "arguments");
}  // namespace function_member

// Which members have been there.
class Seen {
 public:
  bool has(std::size_t member) const { return (bits_ >> member & 1U) != 0; }
  // False: it was there before. Of two the last one counts, which is not a case for a look.
  bool add(std::size_t member) {
    if (has(member)) return false;
    bits_ |= 1U << member;
    return true;
  }

 private:
  std::uint32_t bits_ = 0;
};

class Look {
 public:
  Look(std::string_view body, bool keep_content, bool reads_reasoning, const Limits& limits)
      : walk_(body, limits), keep_content_(keep_content), reads_reasoning_(reads_reasoning) {}

  std::optional<std::vector<CallReport>> run() {
    if (!root() || choices_ == 0 || !walk_.arrived()) return std::nullopt;
    return std::move(calls_);
  }

 private:
  // Each reads the object or list at hand. False: this is no case for a look.

  // `read(member)` sees to the value of each member that `names` has.
  template <std::size_t N, typename Read>
  [[gnu::always_inline]] bool members(const Names<N>& names, Seen& seen, const Read& read) {
    if (!walk_.enter_object()) return false;
    std::string_view key;
    for (bool more = walk_.first_member(key); more; more = walk_.next_member(key)) {
      const std::size_t member = names.find(key);
      if (member == Names<N>::kNone) {
        walk_.skip();
      } else if (!seen.add(member) || !read(member)) {
        return false;
      }
    }
    return true;
  }
  // `read()` sees to each item.
  template <typename Read>
  bool items(const Read& read) {
    if (!walk_.enter_list()) return false;
    for (bool more = walk_.first_item(); more; more = walk_.next_item()) {
      if (!read()) return false;
    }
    return true;
  }
  // A string that says something, without escapes or other scripts.
  bool word(std::string_view& text) {
    json::Walker::Text found;
    if (!walk_.string(found) || !found.is_plain() || found.raw.empty()) return false;
    text = found.raw;
    return true;
  }

  bool root() {
    Seen seen;
    return members(root_member::kNames, seen, [&](std::size_t member) {
      if (member == root_member::kChoices) return items([&] { return choice(); });
      if (member != root_member::kType) return walk_.null();  // of an error
      std::string_view type;
      return word(type) && type != "error";
    });
  }

  bool choice() {
    first_call_ = calls_.size();
    content_ = Content::kNone;
    FinishReason reason = FinishReason::kUnknown;
    Seen seen;
    const bool simple = members(choice_member::kNames, seen, [&](std::size_t member) {
      switch (member) {
        case choice_member::kIndex: return index();
        case choice_member::kMessage: return message();
        case choice_member::kFinish: return finish(reason);
        default: return walk_.null();
      }
    });
    for (const std::size_t member :
         {choice_member::kIndex, choice_member::kMessage, choice_member::kFinish}) {
      if (!simple || !seen.has(member)) return false;
    }
    if (calls_.size() == first_call_) {
      if (reason == FinishReason::kCalls) return false;
    } else {
      if (reason != FinishReason::kCalls) return false;
      // Empty text beside calls becomes null in any case.
      if (content_ == Content::kEmpty || (content_ == Content::kText && !keep_content_)) return false;
    }
    ++choices_;
    return true;
  }
  bool index() {
    std::string_view text;
    int number = -1;
    return walk_.number(text) &&
           std::from_chars(text.data(), text.data() + text.size(), number).ptr == text.data() + text.size() &&
           number == choices_;
  }
  bool finish(FinishReason& reason) {
    std::string_view text;
    if (!word(text) || !is_own_word(text)) return false;
    reason = reason_of(text);
    return true;
  }

  bool message() {
    Seen seen;
    const bool simple = members(message_member::kNames, seen, [&](std::size_t member) {
      std::string_view role;
      switch (member) {
        case message_member::kRole: return word(role) && role == "assistant";
        case message_member::kContent: return content();
        case message_member::kCalls: return items([&] { return call(); });  // null is left out
        case message_member::kLegacyCall: return walk_.null();
        default: return reads_reasoning_ ? nothing() : skipped();
      }
    });
    return simple && seen.has(message_member::kRole);
  }
  bool skipped() {
    walk_.skip();
    return true;
  }
  // Null, "" or an empty list.
  bool nothing() {
    if (walk_.peek() == '[') return items([] { return false; });
    if (walk_.peek() != '"') return walk_.null();
    json::Walker::Text text;
    return walk_.string(text) && text.raw.empty();
  }
  bool content() {
    if (walk_.peek() != '"') return walk_.null();
    json::Walker::Text text;
    if (!walk_.string(text)) return false;
    // Reasoning may stand at the beginning, behind white space (which is escaped, or a space).
    const std::size_t begin = text.raw.find_first_not_of(' ');
    if (reads_reasoning_ && begin < text.raw.size() && (text.raw[begin] == '<' || text.raw[begin] == '\\'))
      return false;
    content_ = text.raw.empty() ? Content::kEmpty : Content::kText;
    return true;
  }

  bool call() {
    if (calls_.size() >= kMostCalls) return false;
    CallReport& call = calls_.emplace_back();
    call.choice = choices_;
    Seen seen;
    const bool simple = members(call_member::kNames, seen, [&](std::size_t member) {
      std::string_view text;
      switch (member) {
        case call_member::kId:
          if (!word(text)) return false;
          call.id = text;
          return true;
        case call_member::kType: return word(text) && text == "function";
        case call_member::kFunction: return function(call);
        case call_member::kCustom: return walk_.null();
        default: return reads_reasoning_ ? walk_.null() : skipped();
      }
    });
    if (!simple || !seen.has(call_member::kId) || !seen.has(call_member::kType) ||
        !seen.has(call_member::kFunction))
      return false;
    for (std::size_t i = 0; i + 1 < calls_.size(); ++i) {
      if (calls_[i].id == call.id) return false;
    }
    return true;
  }
  bool function(CallReport& call) {
    Seen seen;
    const bool simple = members(function_member::kNames, seen, [&](std::size_t member) {
      if (member == function_member::kName) {
        std::string_view name;
        if (!word(name)) return false;
        call.name = name;
        return true;
      }
      // A blank text means no arguments, which the governor sees to.
      return walk_.string(call.untouched.emplace()) &&
             call.untouched->find_first_not_of(" \t\r\n") != std::string::npos;
    });
    return simple && seen.has(function_member::kName) && seen.has(function_member::kArguments);
  }

  // Each id is compared with all before it.
  static constexpr std::size_t kMostCalls = 32;
  enum class Content : std::uint8_t { kNone, kEmpty, kText };

  json::Walker walk_;
  const bool keep_content_;
  const bool reads_reasoning_;
  std::vector<CallReport> calls_;
  std::size_t first_call_ = 0;  // of the choice at hand
  Content content_ = Content::kNone;
  int choices_ = 0;
};

}  // namespace

std::optional<std::vector<CallReport>> look_at_body(std::string_view body, bool keep_content_with_calls,
                                                    const Limits& limits, bool reads_reasoning) {
  return Look(body, keep_content_with_calls, reads_reasoning, limits).run();
}

}  // namespace argwright::protocol::chat
