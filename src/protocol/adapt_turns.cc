// The conversation: first each part is made to fit the target, then the turns are put the way the target
// wants them.
#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>

#include "argwright/repair.h"
#include "json/validator.h"
#include "protocol/adapt.h"
#include "protocol/custom_call.h"
#include "protocol/media.h"

namespace argwright::protocol {
namespace {

constexpr std::string_view kErrorPrefix = "[tool error] ";

std::string type_of(const json::Value& value) {
  const json::Value* const type = value.find("type");
  return type != nullptr && type->is_string() ? type->string() : "unknown";
}

// Keeps those for which `keep`, which may change them, says so.
template <typename T, typename Keep>
void keep_if(std::vector<T>& list, const Keep& keep) {
  std::vector<T> kept;
  kept.reserve(list.size());
  for (T& element : list) {
    if (keep(element)) kept.push_back(std::move(element));
  }
  list = std::move(kept);
}

// --- parts
// -----------------------------------------------------------------------------------------------------

bool drop_media(const Adaptation& a, std::string_view what) {
  a.warnings.add("dropped_part",
                 std::string(what) + " cannot be carried to " + std::string(display_name(a.target)));
  return false;
}

bool is_empty(const Source& source) {
  return source.url.empty() && source.data.empty() && source.file_id.empty();
}

// Each keeps the part (true) or drops it (false); `part` may become another alternative.
struct ContentAdapter {
  const Adaptation& a;

  template <typename Variant>
  bool adapt(Variant& part) const {
    return std::visit([&](auto& alternative) { return fit(alternative, part); }, part);
  }

  template <typename Variant>
  bool fit(TextPart& text, Variant&) const {
    a.drop_extras(text.extras, "text");
    return true;
  }

  template <typename Variant>
  bool fit(RefusalPart& refusal, Variant& part) const {
    a.drop_extras(refusal.extras, "refusal");
    refusal.member = a.target == Protocol::kChat;
    if (a.target == Protocol::kMessages) part = TextPart{std::string(refusal.text), {}};
    return true;
  }

  template <typename Variant>
  bool fit(ImagePart& image, Variant&) const {
    a.drop_extras(image.extras, "image");
    if (!image.source.file_id.empty()) return drop_media(a, "an image by file id");
    if (is_empty(image.source)) return drop_media(a, "an image without content");
    if (a.target == Protocol::kMessages) {
      image.detail.clear();
      image.source.media_type = plain_media_type(image.source.media_type);
    }
    return true;
  }

  template <typename Variant>
  bool fit(FilePart& file, Variant& part) const {
    a.drop_extras(file.extras, "file");
    if (is_empty(file.source)) return drop_media(a, "a file without content");
    const bool messages = a.target == Protocol::kMessages || a.request.origin == Protocol::kMessages;
    if (messages && !file.source.file_id.empty()) return drop_media(a, "a file by its id");
    if (a.target == Protocol::kChat && !file.source.url.empty()) return drop_media(a, "a file by its URL");
    if (a.target == Protocol::kMessages) make_plain(file.source);
    if (file.source.plain && a.target != Protocol::kMessages) {
      if (!file.filename.empty()) a.dropped("the title of a text document");
      part = TextPart{std::string(file.source.data), {}};
    } else if (!file.source.data.empty()) {
      if (file.source.media_type.empty()) file.source.media_type = "application/pdf";
      if (file.filename.empty() && a.target != Protocol::kMessages) file.filename = "document";
    }
    return true;
  }

  template <typename Variant>
  bool fit(OpaquePart& opaque, Variant&) const {
    return drop_media(a, "a part of type '" + type_of(opaque.value) + "'");
  }

  template <typename Variant>
  bool fit(ReasoningPart& reasoning, Variant&) const {
    if (reasoning.native) return true;  // in the target's own words already
    a.drop_extras(reasoning.extras, "reasoning");
    // A proof is worth something only to those who made it.
    reasoning.proof = {};
    const bool keeps =
        a.target == Protocol::kChat || (a.target == Protocol::kResponses && a.options.reasoning_items);
    if (!keeps || reasoning.text.empty()) {
      a.warnings.add("dropped_reasoning", keeps ? "reasoning without readable text was left out"
                                                : "reasoning was left out: it carries no proof of " +
                                                      std::string(display_name(a.target)));
      return false;
    }
    reasoning.form = ReasoningForm::kText;
    reasoning.member = a.target == Protocol::kChat ? "reasoning_content" : "content";
    return true;
  }

  template <typename Variant>
  bool fit(CallPart& call, Variant&) const {
    a.drop_extras(call.extras, "call");
    call.item_id.clear();
    if (call.custom && a.wraps_custom_tools()) {
      call.arguments = wrapped_input(call.arguments);
      call.custom = false;
    }
    if (a.target == Protocol::kMessages) make_object(call);
    return true;
  }

  template <typename Variant>
  bool fit(ResultPart& result, Variant&) const {
    a.drop_extras(result.extras, "result");
    keep_if(result.content, [&](Content& content) { return adapt(content); });
    if (a.target == Protocol::kMessages) {
      drop_blank_text(result);
    } else {
      if (result.is_error == true) mark_error(result);
      result.is_error.reset();
    }
    set_form(result);
    return true;
  }

  static void set_form(ResultPart& result) {
    const bool plain = result.content.empty() || (result.content.size() == 1 &&
                                                  std::holds_alternative<TextPart>(result.content.front()));
    result.form = plain ? ContentForm::kString : ContentForm::kList;
    if (result.content.empty()) result.content.emplace_back(TextPart{});
  }

  // As a block of a list blank text is refused, and so is one with a cache mark; alone it is a string.
  static void drop_blank_text(ResultPart& result) {
    if (result.content.size() == 1) {
      auto* const text = std::get_if<TextPart>(&result.content.front());
      if (text != nullptr && is_blank(text->text)) text->extras.clear();
      return;
    }
    std::erase_if(result.content, [](const Content& content) {
      const auto* const text = std::get_if<TextPart>(&content);
      return text != nullptr && is_blank(text->text);
    });
  }

  // Neither Chat nor Responses has a flag for it.
  static void mark_error(ResultPart& result) {
    for (Content& content : result.content) {
      if (auto* const text = std::get_if<TextPart>(&content)) {
        text->text.insert(0, kErrorPrefix);
        return;
      }
    }
    result.content.insert(result.content.begin(), TextPart{std::string(kErrorPrefix), {}});
  }

  // Messages carries the object itself.
  void make_object(CallPart& call) const {
    if (json::is_strict_object(call.arguments)) return;
    RepairOptions options;
    options.tool_name = call.name;
    RepairResult repaired = repair_arguments(call.arguments, options);
    if (!repaired.accepted() && !is_blank(call.arguments)) {
      a.warnings.add("unreadable_arguments", "the arguments of an earlier call of '" + call.name +
                                                 "' became {}: " + repaired.parse_error);
    }
    call.arguments = repaired.accepted() ? std::move(repaired.text) : "{}";
  }
};

// A Responses item may tell its reasoning twice: as it was, and as a summary.
void drop_doubled_summaries(Turn& turn) {
  const auto is_form = [](const Part& part, ReasoningForm form) {
    const auto* const reasoning = std::get_if<ReasoningPart>(&part);
    return reasoning != nullptr && !reasoning->native && reasoning->form == form && !reasoning->text.empty();
  };
  const bool whole = std::any_of(turn.parts.begin(), turn.parts.end(),
                                 [&](const Part& part) { return is_form(part, ReasoningForm::kText); });
  if (whole)
    std::erase_if(turn.parts, [&](const Part& part) { return is_form(part, ReasoningForm::kSummary); });
}

bool is_content(const Part& part) {
  if (const auto* const refusal = std::get_if<RefusalPart>(&part)) return !refusal->member;
  return !std::holds_alternative<ReasoningPart>(part) && !std::holds_alternative<CallPart>(part) &&
         !std::holds_alternative<ResultPart>(part);
}

bool is_result(const Part& part) { return std::holds_alternative<ResultPart>(part); }

// A text alone is written as a string.
void set_form(Turn& turn) {
  const auto content = std::count_if(turn.parts.begin(), turn.parts.end(), is_content);
  const bool text = std::any_of(turn.parts.begin(), turn.parts.end(),
                                [](const Part& part) { return std::holds_alternative<TextPart>(part); });
  turn.form = content == 1 && text ? ContentForm::kString
              : content == 0       ? ContentForm::kNull
                                   : ContentForm::kList;
}

// Empty text says nothing where anything else is said.
void drop_empty_text(Turn& turn, bool blank_too) {
  std::erase_if(turn.parts, [&](const Part& part) {
    const auto* const text = std::get_if<TextPart>(&part);
    return text != nullptr &&
           (blank_too ? is_blank(text->text) : text->text.empty() && turn.parts.size() > 1);
  });
}

std::string_view turns_member(const Request& request) {
  return request.origin == Protocol::kResponses ? "input" : "messages";
}

// `turn` is an index into the turns, `what` begins with the member that is at fault, if any: ".role: ..".
Error turn_fault(const Request& request, std::size_t turn, std::string_view what) {
  if (request.turns.front().top_level) --turn;  // it stands elsewhere
  const std::string member(turns_member(request));
  std::string message = member + "[" + std::to_string(turn) + "]";
  return Error{ErrorCode::kInvalidArgument, message.append(what),
               Where::at("/" + member + "/" + std::to_string(turn))};
}

std::optional<Error> refuse_turn(const Adaptation& a, std::size_t index, const json::Value& value) {
  const Request& request = a.request;
  const std::string type = type_of(value);
  if (type == "item_reference" && request.origin == Protocol::kResponses) {
    return turn_fault(request, index, ": the item is stored where this request does not go");
  }
  // Items of Responses have a type, unless they are messages.
  const json::Value* const role = value.find("role");
  const bool message = type == "message" || value.find("type") == nullptr;
  if (request.origin == Protocol::kResponses && !(role != nullptr && message)) return std::nullopt;
  return turn_fault(request, index, ".role: it has no counterpart in " + std::string(display_name(a.target)));
}

std::optional<Error> refuse_legacy_call(const Adaptation& a, std::size_t index) {
  if (a.request.origin != Protocol::kChat) return std::nullopt;
  for (const json::Member& extra : a.request.turns[index].extras) {
    if (extra.key != "function_call" || says_nothing(extra.value)) continue;
    return turn_fault(a.request, index,
                      ".function_call: the legacy form of calls is not converted; use tool_calls");
  }
  return std::nullopt;
}

// Assistants say text; what they made is not theirs to send.
void drop_made_media(const Adaptation& a, Turn& turn) {
  std::erase_if(turn.parts, [&](const Part& part) {
    const bool media = std::holds_alternative<ImagePart>(part) || std::holds_alternative<FilePart>(part);
    return media && !drop_media(a, "an image or a file in a message of the " +
                                       std::string(turn.role == Role::kAssistant ? "assistant" : "system"));
  });
}

// --- turns
// -----------------------------------------------------------------------------------------------------

void append(Turn& to, Turn&& from) {
  to.parts.insert(to.parts.end(), std::make_move_iterator(from.parts.begin()),
                  std::make_move_iterator(from.parts.end()));
  to.native.insert(to.native.end(), std::make_move_iterator(from.native.begin()),
                   std::make_move_iterator(from.native.end()));
}

bool is_instruction(const Turn& turn) { return turn.role == Role::kSystem || turn.role == Role::kDeveloper; }

// Joins neighbours for which `joins` holds, into the first of them.
template <typename Joins>
void join_turns(std::vector<Turn>& turns, const Joins& joins) {
  std::vector<Turn> joined;
  joined.reserve(turns.size());
  for (Turn& turn : turns) {
    if (!joined.empty() && joins(joined.back(), turn)) {
      append(joined.back(), std::move(turn));
    } else {
      joined.push_back(std::move(turn));
    }
  }
  turns = std::move(joined);
}

void put_results_first(Turn& turn) {
  std::vector<Part> parts;
  parts.reserve(turn.parts.size());
  for (const bool results : {true, false}) {
    for (Part& part : turn.parts) {
      if (is_result(part) == results) parts.push_back(std::move(part));
    }
  }
  turn.parts = std::move(parts);
}

void arrange_for_messages(const Adaptation& a) {
  std::vector<Turn>& turns = a.request.turns;
  for (Turn& turn : turns) drop_empty_text(turn, true);
  std::erase_if(turns, [&](const Turn& turn) {
    if (turn.parts.empty() && !is_instruction(turn))
      a.warnings.add("dropped_turn", "a message without content was left out");
    return turn.parts.empty();
  });
  auto lead = std::find_if_not(turns.begin(), turns.end(), is_instruction);
  if (lead == turns.end() && !turns.empty()) --lead;  // somebody has to speak
  for (auto turn = turns.begin(); turn != turns.end(); ++turn) {
    turn->top_level = turn < lead;
    if (turn->role == Role::kTool) turn->role = Role::kUser;
    if (turn->top_level) turn->role = Role::kSystem;
    if (turn >= lead && is_instruction(*turn)) {
      a.warnings.add("system_as_user",
                     "a system message that does not lead the conversation became user text");
      turn->role = Role::kUser;
    }
    if (turn->top_level) drop_made_media(a, *turn);
  }
  std::erase_if(turns, [](const Turn& turn) { return turn.parts.empty(); });
  join_turns(turns, [](const Turn& one, const Turn& next) { return one.role == next.role; });
  for (Turn& turn : turns) put_results_first(turn);
  if (turns.empty() || turns.back().role != Role::kAssistant || turns.back().parts.empty()) return;
  if (auto* const last = std::get_if<TextPart>(&turns.back().parts.back())) {
    last->text.erase(last->text.find_last_not_of(" \t\r\n") + 1);  // a prefill must not end in white space
  }
}

// Chat's tool messages hold text only: what else a result holds follows in a user message, after all results.
void move_result_media(const Adaptation& a) {
  std::vector<Turn> arranged;
  std::vector<Part> waiting;
  const auto flush = [&](Turn* next) {
    if (waiting.empty()) return;
    if (next != nullptr && next->role == Role::kUser) {
      const auto behind = std::find_if_not(next->parts.begin(), next->parts.end(), is_result);
      next->parts.insert(behind, std::make_move_iterator(waiting.begin()),
                         std::make_move_iterator(waiting.end()));
    } else {
      Turn user;
      user.parts = std::move(waiting);
      arranged.push_back(std::move(user));
    }
    waiting.clear();
  };
  for (Turn& turn : a.request.turns) {
    if (std::none_of(turn.parts.begin(), turn.parts.end(), is_result)) flush(&turn);
    for (Part& part : turn.parts) {
      auto* const result = std::get_if<ResultPart>(&part);
      if (result == nullptr) continue;
      for (Content& content : result->content) {
        if (std::holds_alternative<TextPart>(content)) continue;
        const bool image = std::holds_alternative<ImagePart>(content);
        waiting.emplace_back(
            TextPart{"The following is part of the result of call " + result->call_id + ":", {}});
        waiting.push_back(to_part(std::move(content)));
        content = TextPart{
            image ? "[an image, in the next user message]" : "[a file, in the next user message]", {}};
        a.warnings.add("moved_part", "what is no text in a tool result follows in a user message");
      }
      ContentAdapter::set_form(*result);
    }
    const bool more = std::any_of(turn.parts.begin(), turn.parts.end(), is_content);
    if (more && turn.role == Role::kUser) flush(&turn);
    arranged.push_back(std::move(turn));
  }
  flush(nullptr);
  a.request.turns = std::move(arranged);
}

void arrange_for_chat(const Adaptation& a) {
  for (Turn& turn : a.request.turns) {
    turn.top_level = false;
    if (turn.role == Role::kDeveloper && !a.options.developer_role) turn.role = Role::kSystem;
    drop_empty_text(turn, false);
  }
  join_turns(a.request.turns, [](const Turn& one, const Turn& next) {
    return one.role == Role::kAssistant && next.role == Role::kAssistant;
  });
  move_result_media(a);
}

void arrange_for_responses(const Adaptation& a) {
  bool first = a.request.turns.size() > 1;  // an input without items is refused
  for (Turn& turn : a.request.turns) {
    drop_empty_text(turn, false);
    turn.top_level = first && turn.role == Role::kSystem && turn.parts.size() == 1 &&
                     std::holds_alternative<TextPart>(turn.parts.front());
    first = false;
  }
  if (a.wraps_custom_tools()) return;
  std::unordered_set<std::string> custom;
  for (Turn& turn : a.request.turns) {
    for (Part& part : turn.parts) {
      if (const auto* const call = std::get_if<CallPart>(&part); call != nullptr && call->custom) {
        custom.insert(call->id);
      }
      if (auto* const result = std::get_if<ResultPart>(&part))
        result->custom = custom.contains(result->call_id);
    }
  }
}

// Content that is null says that the turn is something else: calls, or a refusal.
bool may_be_null(const Adaptation& a, const Turn& turn) {
  if (turn.role != Role::kAssistant) return false;
  if (a.target != Protocol::kChat) return true;
  return !a.options.empty_content && std::any_of(turn.parts.begin(), turn.parts.end(), [](const Part& part) {
    return std::holds_alternative<CallPart>(part) || std::holds_alternative<RefusalPart>(part);
  });
}

}  // namespace

std::optional<Error> adapt_turns(const Adaptation& a) {
  std::vector<Turn>& turns = a.request.turns;
  const ContentAdapter adapter{a};
  const bool came = !turns.empty();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    Turn& turn = turns[i];
    if (turn.role == Role::kOpaque) {
      const auto* const opaque = turn.parts.empty() ? nullptr : std::get_if<OpaquePart>(&turn.parts.front());
      if (opaque == nullptr) continue;
      if (std::optional<Error> error = refuse_turn(a, i, opaque->value)) return error;
      a.warnings.add("dropped_item", "an item of type '" + type_of(opaque->value) +
                                         "' has no counterpart in " + std::string(display_name(a.target)));
      continue;
    }
    if (std::optional<Error> error = refuse_legacy_call(a, i)) return error;
    a.drop_extras(turn.extras, "message");
    drop_doubled_summaries(turn);
    if (turn.role == Role::kAssistant) drop_made_media(a, turn);
    keep_if(turn.parts, [&](Part& part) {
      if (auto* const result = std::get_if<ResultPart>(&part); result != nullptr && a.wraps_custom_tools()) {
        result->custom = false;
      }
      return adapter.adapt(part);
    });
  }
  // A turn that held nothing else, such as a reasoning item, goes with its parts; one that was empty stays.
  std::erase_if(turns, [](const Turn& turn) { return turn.role == Role::kOpaque; });
  std::erase_if(turns, [](const Turn& turn) { return turn.role == Role::kAssistant && turn.parts.empty(); });
  switch (a.target) {
    case Protocol::kChat: arrange_for_chat(a); break;
    case Protocol::kResponses: arrange_for_responses(a); break;
    case Protocol::kMessages: arrange_for_messages(a); break;
  }
  if (came && turns.empty()) {
    const std::string member(turns_member(a.request));
    return Error{ErrorCode::kInvalidArgument,
                 member + ": nothing of it can be told to " + std::string(display_name(a.target)),
                 Where::at("/" + member)};
  }
  for (Turn& turn : turns) {
    set_form(turn);
    if (turn.form == ContentForm::kNull && !may_be_null(a, turn)) turn.form = ContentForm::kString;
  }
  return std::nullopt;
}

}  // namespace argwright::protocol
