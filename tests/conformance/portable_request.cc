#include "tests/conformance/portable_request.h"

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/custom_call.h"
#include "protocol/media.h"

namespace argwright::protocol {
namespace {

class Portable {
 public:
  Portable(const Request& request, Protocol via, const NameAliases& aliases)
      : request_(request),
        aliases_(aliases),
        messages_(via == Protocol::kMessages || request.origin == Protocol::kMessages),
        chat_(via == Protocol::kChat || request.origin == Protocol::kChat),
        responses_(via == Protocol::kResponses || request.origin == Protocol::kResponses) {}

  json::Value value() {
    json::Object out;
    if (request_.model) add(out, "model", *request_.model);
    add(out, "turns", turns());
    tools(out);
    if (request_.max_output_tokens) {
      add(out, "max_output_tokens", *request_.max_output_tokens);
    } else if (messages_) {
      add(out, "max_output_tokens", json::Number{"8192"});
    }
    if (request_.temperature) {
      const bool high = messages_ && *json::Value(*request_.temperature).as_double() > 1;
      add(out, "temperature", high ? json::Number{"1"} : *request_.temperature);
    }
    if (request_.top_p) add(out, "top_p", *request_.top_p);
    if (request_.stop && !responses_)
      add(out, "stop", json::Array(request_.stop->begin(), request_.stop->end()));
    if (request_.stream) add(out, "stream", *request_.stream);
    if (request_.user) add(out, "user", *request_.user);
    if (!messages_) {
      if (request_.metadata) add(out, "metadata", *request_.metadata);
      if (request_.verbosity) add(out, "verbosity", *request_.verbosity);
      add(out, "shared", request_.shared);
    }
    format(out);
    effort(out);
    return out;
  }

 private:
  static void add(json::Object& object, std::string key, json::Value value) {
    object.push_back({std::move(key), std::move(value)});
  }

  std::string trimmed(std::string text) const { return text.erase(text.find_last_not_of(" \t\r\n") + 1); }

  json::Value content(const Content& part) const {
    if (const auto* const text = std::get_if<TextPart>(&part)) return text->text;
    if (const auto* const refusal = std::get_if<RefusalPart>(&part)) {
      return messages_ ? json::Value(refusal->text) : json::Object{{"refusal", refusal->text}};
    }
    if (const auto* const image = std::get_if<ImagePart>(&part)) {
      if (!image->source.file_id.empty()) return nullptr;
      return json::Object{{"image", url_of(image->source)}, {"detail", messages_ ? "" : image->detail}};
    }
    if (const auto* const file = std::get_if<FilePart>(&part)) return document(*file);
    return nullptr;
  }

  json::Value document(const FilePart& file) const {
    Source source = file.source;
    if (!source.file_id.empty()) {
      return messages_ ? json::Value() : json::Value(json::Object{{"file_id", source.file_id}});
    }
    if (!source.url.empty() && chat_) return nullptr;
    if (source.url.empty() && source.media_type.empty()) source.media_type = "application/pdf";
    if (messages_) make_plain(source);
    if (source.plain) return source.data;
    return json::Object{{"file", url_of(source)}};
  }

  static bool is_empty(const json::Value& value, bool blank_too) {
    if (value.is_null()) return true;
    if (!value.is_string()) return false;
    return blank_too ? value.string().find_first_not_of(" \t\r\n") == std::string::npos
                     : value.string().empty();
  }

  // Chat has no images and files in results: they stand behind them, and a word says so.
  static bool says_where_it_is(const json::Value& value) {
    return value.is_string() && (value.string() == "[an image, in the next user message]" ||
                                 value.string() == "[a file, in the next user message]" ||
                                 value.string().starts_with("The following is part of the result of call "));
  }

  // What has no place in the result goes behind it, into `parts`.
  json::Value result(const ResultPart& part, json::Array& parts) {
    json::Array list;
    for (const Content& element : part.content) {
      json::Value value = content(element);
      if (value.is_null() || (chat_ && says_where_it_is(value))) continue;
      (chat_ && value.is_object() ? parts : list).push_back(std::move(value));
    }
    if (list.empty()) list.emplace_back("");
    if (part.is_error == true) list.front() = "[tool error] " + list.front().string();
    const auto call = numbers_.find(part.call_id);
    return json::Object{{"result_of", call == numbers_.end() ? "nobody" : call->second},
                        {"content", std::move(list)}};
  }

  struct Joined {
    std::string role;
    json::Array results;
    std::string reasoning;
    json::Array parts;
    json::Array calls;  // apart where Chat is one of the two: it has them behind the text
  };

  std::string role(const Turn& turn, bool leading) const {
    switch (turn.role) {
      case Role::kSystem: return messages_ && !leading ? "user" : "system";
      case Role::kDeveloper: return !messages_ ? "developer" : leading ? "system" : "user";
      case Role::kAssistant: return "assistant";
      default: return "user";
    }
  }

  void add_part(const Part& part, bool whole_reasoning, Joined& joined) {
    if (const auto* const reasoning = std::get_if<ReasoningPart>(&part)) {
      if (messages_ || reasoning->text.empty()) return;
      if (whole_reasoning && reasoning->form == ReasoningForm::kSummary) return;
      if (!joined.reasoning.empty()) joined.reasoning += "\n\n";
      joined.reasoning += reasoning->text;
    } else if (const auto* const call = std::get_if<CallPart>(&part)) {
      numbers_[call->id] = std::to_string(++calls_);
      const json::Value arguments = json::parse(call->arguments).value_or(call->arguments);
      json::Object value{{"call", numbers_[call->id]}, {"name", aliases_.original(call->name)}};
      add(value, "arguments",
          call->custom && messages_ ? json::Object{{"input", call->arguments}} : arguments);
      (chat_ ? joined.calls : joined.parts).emplace_back(std::move(value));
    } else if (const auto* const answer = std::get_if<ResultPart>(&part)) {
      joined.results.push_back(result(*answer, joined.parts));
    } else {
      json::Value value = std::visit(
          [&](const auto& alternative) -> json::Value {
            if constexpr (std::is_constructible_v<Content, decltype(alternative)>)
              return content(alternative);
            return nullptr;
          },
          part);
      if (!is_empty(value, messages_) && !(chat_ && says_where_it_is(value)))
        joined.parts.push_back(std::move(value));
    }
  }

  // Chat has one refusal for each message, behind its text.
  static void join_refusals(json::Array& parts) {
    std::string text;
    for (const json::Value& part : parts) {
      const json::Value* const refusal = part.is_object() ? part.find("refusal") : nullptr;
      if (refusal != nullptr) text += (text.empty() ? "" : "\n\n") + refusal->string();
    }
    if (text.empty()) return;
    std::erase_if(parts, [](const json::Value& part) { return part.is_object() && part.find("refusal"); });
    parts.emplace_back(json::Object{{"refusal", text}});
  }

  json::Value turns() {
    std::vector<Joined> list;
    bool leading = true;
    for (const Turn& turn : request_.turns) {
      if (turn.role == Role::kOpaque) continue;
      leading = leading && (turn.role == Role::kSystem || turn.role == Role::kDeveloper);
      if (&turn == &request_.turns.back()) leading = false;  // alone, it is the user's
      bool whole = false;
      for (const Part& part : turn.parts) {
        const auto* const reasoning = std::get_if<ReasoningPart>(&part);
        whole = whole ||
                (reasoning != nullptr && reasoning->form == ReasoningForm::kText && !reasoning->text.empty());
      }
      Joined one{role(turn, leading), {}, {}, {}, {}};
      for (const Part& part : turn.parts) add_part(part, whole, one);
      if (one.results.empty() && one.parts.empty() && one.calls.empty() && one.reasoning.empty()) continue;
      if (list.empty() || list.back().role != one.role) {
        list.push_back(std::move(one));
        continue;
      }
      Joined& last = list.back();
      last.results.insert(last.results.end(), one.results.begin(), one.results.end());
      last.parts.insert(last.parts.end(), one.parts.begin(), one.parts.end());
      last.calls.insert(last.calls.end(), one.calls.begin(), one.calls.end());
      if (!last.reasoning.empty() && !one.reasoning.empty()) last.reasoning += "\n\n";
      last.reasoning += one.reasoning;
    }
    if (messages_ && !list.empty() && list.back().role == "assistant" && !list.back().parts.empty() &&
        list.back().parts.back().is_string()) {
      list.back().parts.back() = trimmed(list.back().parts.back().string());
    }
    json::Array out;
    for (Joined& joined : list) {
      if (chat_) join_refusals(joined.parts);
      out.emplace_back(json::Object{{"role", joined.role},
                                    {"results", std::move(joined.results)},
                                    {"reasoning", joined.reasoning},
                                    {"parts", std::move(joined.parts)},
                                    {"calls", std::move(joined.calls)}});
    }
    return out;
  }

  json::Value tool(const ToolSpec& tool) const {
    const bool wrapped = tool.parameters && *tool.parameters == custom_tool_schema();
    if (messages_ && (tool.kind == ToolKind::kCustom || wrapped)) {
      return json::Object{{"custom", aliases_.original(tool.name)}};
    }
    json::Object out{{"name", aliases_.original(tool.name)}};
    if (tool.description) add(out, "description", *tool.description);
    if (tool.kind == ToolKind::kCustom) {
      if (tool.format) add(out, "format", *tool.format);
      return out;
    }
    json::Value parameters =
        tool.parameters.value_or(json::Object{{"type", "object"}, {"properties", json::Object{}}});
    if (messages_ && parameters.is_object() && parameters.find("type") == nullptr) {
      add(parameters.members(), "type", "object");
    }
    add(out, "parameters", std::move(parameters));
    add(out, "strict", tool.strict.value_or(false));
    return out;
  }

  // Messages has no list of those that may be called: the others are left out.
  bool may_be_called(const ToolSpec& spec) const {
    if (!messages_ || !request_.tool_choice || !request_.tool_choice->allowed) return true;
    for (const json::Value& reference : *request_.tool_choice->allowed) {
      const json::Value* const name = reference.find("name");
      if (name != nullptr && name->is_string() && name->string() == spec.name) return true;
    }
    return false;
  }

  void tools(json::Object& out) const {
    json::Array list;
    if (request_.tools) {
      for (const ToolSpec& spec : *request_.tools) {
        if (spec.kind != ToolKind::kHosted && may_be_called(spec)) list.push_back(tool(spec));
      }
    }
    if (list.empty()) return;
    add(out, "tools", std::move(list));
    const bool none = request_.tool_choice && request_.tool_choice->mode == ToolChoiceMode::kNone;
    if (request_.parallel && !(messages_ && none)) add(out, "parallel", *request_.parallel);
    if (request_.tool_choice) {
      add(out, "choice",
          std::to_string(static_cast<int>(request_.tool_choice->mode)) + " " +
              aliases_.original(request_.tool_choice->name));
    } else if (messages_ && request_.parallel) {
      add(out, "choice", "0 ");
    }
  }

  void format(json::Object& out) const {
    if (!request_.response_format) return;
    const ResponseFormat& format = *request_.response_format;
    if (messages_ && format.kind != FormatKind::kJsonSchema) return;
    json::Object value{{"kind", std::to_string(static_cast<int>(format.kind))}};
    if (format.schema) add(value, "schema", *format.schema);
    if (!messages_) {
      add(value, "name", format.name);
      add(value, "description", format.description.value_or(""));
      add(value, "strict", format.strict.value_or(false));
    }
    add(out, "format", std::move(value));
  }

  void effort(json::Object& out) const {
    const ReasoningWish& wish = request_.reasoning;
    std::string effort = wish.effort.value_or("");
    if (messages_ && effort == "minimal") effort = "low";
    if (wish.thinking == ThinkingMode::kDisabled) effort = "none";
    if (effort.empty() && wish.budget) {
      const std::int64_t budget = *json::Value(*wish.budget).as_int64();
      effort = budget <= 4096 ? "low" : budget <= 12288 ? "medium" : budget <= 32768 ? "high" : "xhigh";
    }
    if (!effort.empty()) add(out, "effort", effort);
  }

  const Request& request_;
  const NameAliases& aliases_;
  const bool messages_;  // one of the two protocols is Messages, and so on
  const bool chat_;
  const bool responses_;
  std::map<std::string, std::string> numbers_;  // of the last call with this id
  int calls_ = 0;
};

}  // namespace

json::Value portable(const Request& request, Protocol via, const NameAliases& aliases) {
  return Portable(request, via, aliases).value();
}

}  // namespace argwright::protocol
