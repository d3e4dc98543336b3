// Tested by model_message_test.cc.
#include "argwright/model_message.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tool/model_message_words.h"

namespace argwright {
namespace {

constexpr std::size_t kMaxCauseBytes = 300;
constexpr std::size_t kMaxValueBytes = 60;
constexpr std::size_t kMaxProblems = 8;
constexpr std::size_t kMaxParameters = 12;
constexpr std::size_t kMaxExampleBytes = 400;

// The fixed words, one column per language. %1 and %2 are replaced.
struct Words {
  std::string_view prefix;
  std::string_view missing;
  std::string_view unknown;
  std::string_view expected;
  std::string_view received;
  std::string_view more;
  std::string_view cut_off;
  std::string_view unreadable;
  std::string_view several;
  std::string_view parameters;
  std::string_view required;
  std::string_view none;
  std::string_view example;
};

constexpr Words kChinese = {
    "参数解析失败: ",
    "缺少必填参数 %1",
    "未知参数 %1",
    "%1: 应为 %2",
    ", 实际为 ",
    "另有 %1 处问题",
    "参数在传输中被截断, 请重新发送完整的调用",
    "请只发送一个 JSON 对象作为参数",
    "一段文本中含有多个调用, 请分别发送",
    "参数: ",
    " (必填)",
    "无",
    "示例: ",
};
constexpr Words kEnglish = {
    "Failed to parse arguments: ",
    "missing required parameter %1",
    "unknown parameter %1",
    "%1: expected %2",
    ", got ",
    "%1 more problem(s)",
    "The arguments were cut off; send the whole call again",
    "Send one JSON object as arguments",
    "Several calls stood in one text; send each by itself",
    "Parameters: ",
    " (required)",
    "none",
    "Example: ",
};

const Words& words_of(Language language) { return language == Language::kChinese ? kChinese : kEnglish; }

std::string fill(std::string_view words, std::string_view first, std::string_view second = {}) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool place =
        words[i] == '%' && i + 1 < words.size() && (words[i + 1] == '1' || words[i + 1] == '2');
    if (!place) {
      out += words[i];
    } else {
      out += words[++i] == '1' ? first : second;
    }
  }
  return out;
}

class Message {
 public:
  Message(const ToolCallRequest& request, const Schema* schema, Language language)
      : request_(request), schema_(schema), language_(language), words_(words_of(language)) {}

  std::string text() {
    out_ = words_.prefix;
    const std::vector<std::string> problems = list_problems();
    if (problems.empty()) {
      out_ += tool::shortened(request_.parse_error, kMaxCauseBytes);
      hint();
    }
    for (std::size_t i = 0; i < problems.size(); ++i) {
      if (i > 0) out_ += "; ";
      if (i == kMaxProblems) {
        out_ += fill(words_.more, std::to_string(problems.size() - i));
        break;
      }
      out_ += problems[i];
    }
    if (schema_ != nullptr) {
      parameters();
      example();
    }
    return std::move(out_);
  }

 private:
  // The errors, and the unknown keys that may be their cause.
  std::vector<std::string> list_problems() const {
    std::vector<std::string> problems;
    if (request_.rejection != Rejection::kMisfit) return problems;
    for (const Diagnostic& diagnostic : request_.diagnostics) {
      if (diagnostic.severity == Severity::kError || diagnostic.code == "unknown_parameter") {
        problems.push_back(problem(diagnostic));
      }
    }
    return problems;
  }

  std::string problem(const Diagnostic& diagnostic) const {
    const std::string place = place_of(diagnostic.path);
    if (diagnostic.code == "unknown_parameter") return fill(words_.unknown, place);
    const SchemaNode* const node =
        schema_ != nullptr ? tool::node_at(schema_->root(), diagnostic.path) : nullptr;
    const std::string expected = node != nullptr ? tool::describe(*node, language_) : std::string();
    if (diagnostic.code == "missing_required") {
      return fill(words_.missing, place) + (expected.empty() ? "" : " (" + expected + ")");
    }
    if (expected.empty()) return place.empty() ? diagnostic.message : place + ": " + diagnostic.message;
    std::string out = fill(words_.expected, place.empty() ? "/" : place, expected);
    const std::optional<json::Value>& sent = request_.partial ? request_.partial : request_.arguments;
    const json::Value* const value = sent ? tool::value_at(*sent, diagnostic.path) : nullptr;
    if (value != nullptr) {
      out += words_.received;
      out += tool::shortened(json::write(*value), kMaxValueBytes);
    }
    return out;
  }

  // The key itself at the top, the pointer below.
  static std::string place_of(const std::string& path) {
    const std::vector<std::string> steps = tool::steps_of(path);
    return steps.size() == 1 ? tool::shortened(steps.front(), kMaxValueBytes)
                             : tool::shortened(path, 2 * kMaxValueBytes);
  }

  void hint() {
    if (request_.rejection == Rejection::kTruncated) line(words_.cut_off);
    if (request_.rejection == Rejection::kUnreadable) line(words_.unreadable);
    if (request_.outcome == Outcome::kSplit) line(words_.several);
  }

  void parameters() {
    line(words_.parameters);
    const std::vector<std::string>& keys = schema_->keys();
    if (keys.empty()) out_ += words_.none;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i > 0) out_ += "; ";
      if (i == kMaxParameters) {
        out_ += "...";
        return;
      }
      out_ += keys[i];
      const SchemaNode* const node = tool::inside(schema_->root(), keys[i]);
      const std::string expected = node != nullptr ? tool::describe(*node, language_) : std::string();
      if (!expected.empty()) out_ += ": " + expected;
      if (tool::requires_member(schema_->root(), keys[i])) out_ += words_.required;
    }
  }

  void example() {
    const std::optional<json::Value> value = minimal_example(*schema_);
    if (!value) return;
    const std::string text = json::write(*value);
    if (text.size() > kMaxExampleBytes) return;
    line(words_.example);
    out_ += text;
  }

  void line(std::string_view words) {
    out_ += '\n';
    out_ += words;
  }

  const ToolCallRequest& request_;
  const Schema* const schema_;
  const Language language_;
  const Words& words_;
  std::string out_;
};

}  // namespace

std::string_view parse_failure_prefix(Language language) { return words_of(language).prefix; }

std::string message_for_model(const ToolCallRequest& request, const Schema* schema, Language language) {
  if (request.parse_error.empty()) return {};
  return Message(request, schema, language).text();
}

}  // namespace argwright
