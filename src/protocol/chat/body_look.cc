#include "protocol/chat/body_look.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "json/grammar.h"
#include "json/string_scanner.h"
#include "protocol/chat/finish_words.h"

namespace argwright::protocol::chat {
namespace {

// The objects and lists that are looked into. What stands in any other is skipped.
enum class Where : std::uint8_t {
  kOther,
  kTop,
  kRoot,
  kChoices,
  kChoice,
  kMessage,
  kCalls,
  kCall,
  kFunction
};

// Members that are looked at, and where they stand.
enum class Field : std::uint8_t {
  kNone,
  kError,
  kBaseResp,
  kDetail,
  kType,
  kChoices,
  kIndex,
  kMessage,
  kDelta,
  kFinish,
  kRole,
  kContent,
  kCalls,
  kLegacyCall,
  kId,
  kCallType,
  kFunction,
  kCustom,
  kName,
  kArguments,
};
struct FieldRow {
  std::string_view key;
  Field field;
};
constexpr FieldRow kRootFields[] = {{"error", Field::kError},
                                    {"base_resp", Field::kBaseResp},
                                    {"detail", Field::kDetail},
                                    {"type", Field::kType},
                                    {"choices", Field::kChoices}};
constexpr FieldRow kChoiceFields[] = {{"index", Field::kIndex},
                                      {"message", Field::kMessage},
                                      {"delta", Field::kDelta},
                                      {"finish_reason", Field::kFinish}};
constexpr FieldRow kMessageFields[] = {{"role", Field::kRole},
                                       {"content", Field::kContent},
                                       {"tool_calls", Field::kCalls},
                                       {"function_call", Field::kLegacyCall}};
constexpr FieldRow kCallFields[] = {{"id", Field::kId},
                                    {"type", Field::kCallType},
                                    {"function", Field::kFunction},
                                    {"custom", Field::kCustom}};
constexpr FieldRow kFunctionFields[] = {{"name", Field::kName}, {"arguments", Field::kArguments}};

std::span<const FieldRow> fields_of(Where where) {
  switch (where) {
    case Where::kRoot: return kRootFields;
    case Where::kChoice: return kChoiceFields;
    case Where::kMessage: return kMessageFields;
    case Where::kCall: return kCallFields;
    case Where::kFunction: return kFunctionFields;
    default: return {};
  }
}

// What opens where such a member stands as an object or a list.
Where inside(Field field, bool list) {
  if (list)
    return field == Field::kChoices ? Where::kChoices
           : field == Field::kCalls ? Where::kCalls
                                    : Where::kOther;
  return field == Field::kMessage    ? Where::kMessage
         : field == Field::kFunction ? Where::kFunction
                                     : Where::kOther;
}

// Notes where a string with escapes or other scripts stands; whoever wants it decodes it.
class LookSink {
 public:
  void run(const char* first, const char* /*last*/) { begin(first); }
  void escape(char32_t /*code_point*/, const char* at) { begin(at); }
  void finish(const char* first, const char* last) {
    begin(first);
    end_ = last;
  }
  // Between the quotes, as it stands.
  std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

 private:
  void begin(const char* at) {
    if (begin_ == nullptr) begin_ = at;
  }
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
};

class Look {
 public:
  using Sink = LookSink;

  explicit Look(bool keep_content) : keep_content_(keep_content) {}

  std::optional<std::vector<LookedCall>> take() {
    if (!simple_ || choices_ == 0) return std::nullopt;
    return std::move(calls_);
  }

  // --- what the grammar tells ---
  Sink string_sink(const char* /*source_end*/) {
    is_plain_ = false;
    return {};
  }
  void key(std::string_view text) {
    is_plain_ = true;
    const Where at = where();
    if (at == Where::kOther || text.empty()) return;
    for (const FieldRow& row : fields_of(at)) {
      if (row.key.size() != text.size() || row.key.front() != text.front() || row.key != text) continue;
      if (has(row.field)) simple_ = false;  // of two the last one counts: not a case for a look
      field_ = row.field;
      if (depth_ < kMaxDepth) seen_[depth_] |= 1U << static_cast<unsigned>(row.field);
      return;
    }
  }
  void string(std::string_view text) {
    element(json::Kind::kString, text);
    is_plain_ = true;
  }
  void null() { element(json::Kind::kNull, {}); }
  void boolean(bool /*value*/) { element(json::Kind::kBoolean, {}); }
  void number(std::string_view text) { element(json::Kind::kNumber, text); }
  void empty_object() {
    container(false);
    // A choice, a call or a message without members lacks what it needs.
    if (opened(false) != Where::kOther) simple_ = false;
    value_done();
  }
  void empty_array() {
    container(true);
    value_done();
  }
  void open_object() {
    container(false);
    push(opened(false));
  }
  void open_array() {
    container(true);
    push(opened(true));
  }
  void close_object() {
    const Where at = where();
    if (at == Where::kChoice) end_choice();
    if (at == Where::kCall) end_call();
    if (at == Where::kMessage && !has(Field::kRole)) simple_ = false;
    if (at == Where::kFunction && !(has(Field::kName) && has(Field::kArguments))) simple_ = false;
    pop();
  }
  void close_array() { pop(); }

 private:
  static constexpr std::size_t kMaxDepth = 8;

  Where where() const {
    return depth_ == 0 ? Where::kTop : depth_ <= kMaxDepth ? stack_[depth_ - 1] : Where::kOther;
  }
  bool has(Field field) const {
    return depth_ < kMaxDepth && (seen_[depth_] >> static_cast<unsigned>(field) & 1U) != 0;
  }

  Where opened(bool list) const {
    switch (where()) {
      case Where::kTop: return list ? Where::kOther : Where::kRoot;
      case Where::kChoices: return list ? Where::kOther : Where::kChoice;
      case Where::kCalls: return list ? Where::kOther : Where::kCall;
      case Where::kOther: return Where::kOther;
      default: return inside(field_, list);
    }
  }
  void push(Where at) {
    if (at == Where::kChoice) begin_choice();
    if (at == Where::kCall) calls_.emplace_back().choice = choices_;
    if (depth_ < kMaxDepth) stack_[depth_] = at;
    ++depth_;
    if (depth_ < kMaxDepth) seen_[depth_] = 0;
    field_ = Field::kNone;
  }
  void pop() {
    --depth_;
    value_done();
  }
  void value_done() { field_ = Field::kNone; }

  void container(bool list) {
    const Where at = where();
    if (at == Where::kTop && list) simple_ = false;
    if ((at == Where::kChoices || at == Where::kCalls) && list) simple_ = false;
    switch (field_) {
      case Field::kNone: break;
      case Field::kChoices:
      case Field::kCalls:
        if (!list) simple_ = false;
        break;
      case Field::kMessage:
      case Field::kFunction:
        if (list) simple_ = false;
        break;
      default: simple_ = false;  // an error, content in parts, arguments as an object ..
    }
  }

  // A value without a key where only objects belong.
  void demand_no_element() {
    const Where at = where();
    if (at == Where::kTop || at == Where::kChoices || at == Where::kCalls) simple_ = false;
  }
  void element(json::Kind kind, std::string_view text) {
    if (field_ != Field::kNone) {
      scalar(kind, text);
    } else {
      demand_no_element();
    }
  }
  void scalar(json::Kind kind, std::string_view text) {
    const bool has_text = kind == json::Kind::kString && !text.empty();
    switch (field_) {
      case Field::kNone: return;
      case Field::kError:
      case Field::kBaseResp:
      case Field::kDetail:
      case Field::kDelta:
      case Field::kLegacyCall:
      case Field::kCustom:
        if (kind != json::Kind::kNull) simple_ = false;
        break;
      case Field::kType:
        if (!is_plain_ || text == "error") simple_ = false;
        break;
      case Field::kChoices:
      case Field::kMessage:
      case Field::kFunction: simple_ = false; break;
      case Field::kIndex:
        if (kind != json::Kind::kNumber || text != std::to_string(choices_)) simple_ = false;
        break;
      case Field::kFinish:
        if (!has_text || !is_plain_ || !is_own_word(text)) simple_ = false;
        reason_ = reason_of(text);
        break;
      case Field::kRole:
        if (!has_text || !is_plain_) simple_ = false;
        break;
      case Field::kContent:
        if (kind != json::Kind::kNull && kind != json::Kind::kString) simple_ = false;
        content_is_text_ = kind == json::Kind::kString;
        content_is_empty_ = text.empty();
        break;
      case Field::kCalls:
        if (kind != json::Kind::kNull) simple_ = false;
        break;
      case Field::kId:
        if (!has_text || !is_plain_) simple_ = false;
        call().id = text;
        break;
      case Field::kCallType:
        if (!is_plain_ || text != "function") simple_ = false;
        break;
      case Field::kName:
        if (!has_text || !is_plain_) simple_ = false;
        call().name = text;
        break;
      case Field::kArguments:
        // A blank text means no arguments, which the governor sees to.
        if (!has_text || text.find_first_not_of(' ') == std::string_view::npos) simple_ = false;
        if (has_text) call().arguments = {text.data() - 1, text.size() + 2};
        break;
    }
    value_done();
  }

  LookedCall& call() { return calls_.empty() ? calls_.emplace_back() : calls_.back(); }

  void begin_choice() {
    first_call_ = calls_.size();
    reason_ = FinishReason::kUnknown;
    content_is_text_ = false;
    content_is_empty_ = true;
  }
  void end_choice() {
    if (!has(Field::kMessage) || !has(Field::kFinish)) simple_ = false;
    if (calls_.size() != first_call_) {
      if (reason_ != FinishReason::kCalls) simple_ = false;
      if (content_is_text_ && (content_is_empty_ || !keep_content_)) simple_ = false;
    }
    ++choices_;
  }
  void end_call() {
    if (!has(Field::kId) || !has(Field::kCallType) || !has(Field::kFunction)) simple_ = false;
    for (std::size_t i = 0; i + 1 < calls_.size() && simple_; ++i) {
      if (calls_.size() > 32 || calls_[i].id == calls_.back().id) simple_ = false;
    }
  }

  const bool keep_content_;
  bool simple_ = true;
  std::array<Where, kMaxDepth> stack_{};
  std::array<std::uint32_t, kMaxDepth> seen_{};
  std::size_t depth_ = 0;
  Field field_ = Field::kNone;
  bool is_plain_ = true;  // the string at hand has neither escapes nor other scripts
  std::vector<LookedCall> calls_;
  std::size_t first_call_ = 0;
  int choices_ = 0;
  FinishReason reason_ = FinishReason::kUnknown;
  bool content_is_text_ = false;
  bool content_is_empty_ = true;
};

}  // namespace

std::optional<std::vector<LookedCall>> look_at_body(std::string_view body, bool keep_content_with_calls,
                                                    const Limits& limits) {
  Look look(keep_content_with_calls);
  if (!json::Grammar<Look>(body, limits, look).read()) return std::nullopt;
  return look.take();
}

}  // namespace argwright::protocol::chat
