// One table for each kind says which members it has. Tested by store_records_test.cc.
#include "app/store_records.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "argwright/json.h"
#include "base/base64.h"
#include "json/utf8.h"

namespace argwright::app {
namespace {

using json::Object;
using json::Value;
using store::CallEntry;
using store::HistoryMessage;
using store::RememberedTurn;
using store::SharedValue;
using store::StoredResponse;

constexpr const char* kBase64 = "base64";
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

template <typename Row>
struct TextMember {
  const char* name;
  std::string Row::* text;
};

constexpr std::array kCallTexts = {
    TextMember<CallEntry>{"request_id", &CallEntry::request_id},
    TextMember<CallEntry>{"key_name", &CallEntry::key_name},
    TextMember<CallEntry>{"upstream", &CallEntry::upstream},
    TextMember<CallEntry>{"provider", &CallEntry::provider},
    TextMember<CallEntry>{"model", &CallEntry::model},
    TextMember<CallEntry>{"tool", &CallEntry::tool},
    TextMember<CallEntry>{"call_id", &CallEntry::call_id},
    TextMember<CallEntry>{"fate", &CallEntry::fate},
    TextMember<CallEntry>{"outcome", &CallEntry::outcome},
    TextMember<CallEntry>{"raw", &CallEntry::raw},
    TextMember<CallEntry>{"arguments", &CallEntry::arguments},
    TextMember<CallEntry>{"fixes", &CallEntry::fixes},
    TextMember<CallEntry>{"error", &CallEntry::error},
};
constexpr std::array kResponseTexts = {
    TextMember<StoredResponse>{"owner", &StoredResponse::owner},
    TextMember<StoredResponse>{"id", &StoredResponse::id},
    TextMember<StoredResponse>{"body", &StoredResponse::body},
    TextMember<StoredResponse>{"input", &StoredResponse::input},
};
constexpr std::array kTurnTexts = {
    TextMember<RememberedTurn>{"scope", &RememberedTurn::scope},
    TextMember<RememberedTurn>{"call_id", &RememberedTurn::call_id},
    TextMember<RememberedTurn>{"conversation", &RememberedTurn::conversation},
    TextMember<RememberedTurn>{"content", &RememberedTurn::content},
};
constexpr std::array kHistoryTexts = {
    TextMember<HistoryMessage>{"session", &HistoryMessage::session},
    TextMember<HistoryMessage>{"role", &HistoryMessage::role},
    TextMember<HistoryMessage>{"content", &HistoryMessage::content},
    TextMember<HistoryMessage>{"payload", &HistoryMessage::payload},
};
constexpr std::array kSharedTexts = {
    TextMember<SharedValue>{"name", &SharedValue::name},
    TextMember<SharedValue>{"value", &SharedValue::value},
};

Value text_value(const std::string& text) {
  if (json::is_valid_utf8(text)) return Value(text);
  Object wrapped;
  wrapped.push_back({kBase64, encode_base64(text)});
  return Value(std::move(wrapped));
}

Error wrong(const std::string& name, const std::string& words) {
  return Error{ErrorCode::kInvalidArgument, "\"" + name + "\" " + words, {}};
}

Result<std::string> read_text(const std::string& name, const Value& value) {
  if (value.is_string()) return value.string();
  if (value.is_object() && value.members().size() == 1 && value.members()[0].key == kBase64 &&
      value.members()[0].value.is_string()) {
    Result<std::string> bytes = decode_base64(value.members()[0].value.string());
    if (!bytes) return wrong(name, "is no base64: " + bytes.error().describe());
    return bytes;
  }
  return wrong(name, R"(must be a string, or {"base64": ".."})");
}

template <typename Row>
Object write_texts(const char* kind, std::span<const TextMember<Row>> texts, const Row& row) {
  Object members;
  members.push_back({"kind", kind});
  for (const TextMember<Row>& member : texts) members.push_back({member.name, text_value(row.*member.text)});
  return members;
}

template <typename Row>
void write_time(Object& members, const Row& row) {
  const auto time = std::chrono::floor<std::chrono::microseconds>(row.time.time_since_epoch());
  members.push_back({"time_us", Value::integer(time.count())});
}

// True: the member is one of the texts and was read.
template <typename Row>
Result<bool> read_member(std::span<const TextMember<Row>> texts, const json::Member& member, Row& row) {
  for (const TextMember<Row>& known : texts) {
    if (member.key != known.name) continue;
    Result<std::string> text = read_text(member.key, member.value);
    if (!text) return text.error();
    row.*known.text = *std::move(text);
    return true;
  }
  return false;
}

// What is not a text. True: it was known and read.
template <typename Row>
Result<bool> read_time(const json::Member& member, Row& row) {
  if (member.key != "time_us") return false;
  const std::optional<std::int64_t> micros =
      member.value.is_number() ? member.value.as_int64() : std::nullopt;
  constexpr std::int64_t kFar = std::int64_t{1} << 52;  // more than a hundred years
  if (!micros || *micros > kFar || *micros < -kFar)
    return wrong(member.key, "must be a whole number of microseconds since 1970");
  row.time =
      store::Time(std::chrono::duration_cast<store::Time::duration>(std::chrono::microseconds(*micros)));
  return true;
}

Result<bool> read_more(const json::Member& member, CallEntry& row) { return read_time(member, row); }
Result<bool> read_more(const json::Member& member, RememberedTurn& row) { return read_time(member, row); }
Result<bool> read_more(const json::Member& /*member*/, SharedValue& /*row*/) { return false; }

Result<bool> read_more(const json::Member& member, StoredResponse& row) {
  if (member.key != "item_ids") return read_time(member, row);
  if (!member.value.is_array()) return wrong(member.key, "must be an array of strings");
  for (const Value& item : member.value.items()) {
    Result<std::string> id = read_text(member.key, item);
    if (!id) return id.error();
    row.item_ids.push_back(*std::move(id));
  }
  return true;
}

Result<bool> read_more(const json::Member& member, HistoryMessage& row) {
  if (member.key != "reasoning_content") return read_time(member, row);
  if (member.value.is_null()) return true;
  Result<std::string> text = read_text(member.key, member.value);
  if (!text) return text.error();
  row.reasoning_content = *std::move(text);
  return true;
}

template <typename Row, auto& texts>
Result<StoreRecord> read_row(const Object& members) {
  Row row;
  for (const json::Member& member : members) {
    if (member.key == "kind") continue;
    Result<bool> known = read_member<Row>(texts, member, row);
    if (known && !*known) known = read_more(member, row);
    if (!known) return known.error();
    if (!*known) return wrong(member.key, "is no member of such a record");
  }
  return StoreRecord(std::move(row));
}

struct Kind {
  const char* name;
  Result<StoreRecord> (*read)(const Object& members);
};
// In the order of StoreRecord.
constexpr std::array kKinds = {
    Kind{"call", read_row<CallEntry, kCallTexts>},
    Kind{"response", read_row<StoredResponse, kResponseTexts>},
    Kind{"turn", read_row<RememberedTurn, kTurnTexts>},
    Kind{"history", read_row<HistoryMessage, kHistoryTexts>},
    Kind{"shared", read_row<SharedValue, kSharedTexts>},
};

struct Writer {
  const char* kind;

  Object operator()(const CallEntry& row) const {
    Object members = write_texts<CallEntry>(kind, kCallTexts, row);
    write_time(members, row);
    return members;
  }
  Object operator()(const StoredResponse& row) const {
    Object members = write_texts<StoredResponse>(kind, kResponseTexts, row);
    json::Array ids;
    for (const std::string& id : row.item_ids) ids.push_back(text_value(id));
    members.push_back({"item_ids", Value(std::move(ids))});
    write_time(members, row);
    return members;
  }
  Object operator()(const RememberedTurn& row) const {
    Object members = write_texts<RememberedTurn>(kind, kTurnTexts, row);
    write_time(members, row);
    return members;
  }
  Object operator()(const HistoryMessage& row) const {
    Object members = write_texts<HistoryMessage>(kind, kHistoryTexts, row);
    members.push_back(
        {"reasoning_content", row.reasoning_content ? text_value(*row.reasoning_content) : Value()});
    write_time(members, row);
    return members;
  }
  Object operator()(const SharedValue& row) const {
    return write_texts<SharedValue>(kind, kSharedTexts, row);
  }
};

}  // namespace

std::string store_line(const StoreRecord& record) {
  return json::write(Value(std::visit(Writer{kKinds[record.index()].name}, record)));
}

Result<StoreRecord> read_store_line(std::string_view line) {
  Limits limits;
  limits.max_bytes = kMostBytes;
  const Result<Value> value = json::parse(line, limits);
  if (!value) return Error{ErrorCode::kSyntax, "no JSON: " + value.error().describe(), {}};
  const Value* const kind = value->find("kind");
  if (kind != nullptr && kind->is_string()) {
    for (const Kind& each : kKinds) {
      if (kind->string() == each.name) return each.read(value->members());
    }
  }
  return wrong("kind", R"(must be "call", "response", "turn", "history" or "shared")");
}

}  // namespace argwright::app
