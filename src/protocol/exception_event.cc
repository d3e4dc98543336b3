#include "protocol/exception_event.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "protocol/fields.h"

namespace argwright::protocol {
namespace {

// The statuses that are those of the call by itself. What befell the model behind it is the gateway's 502.
struct Row {
  std::string_view name;
  int status;
};
constexpr Row kRows[] = {{"throttlingException", 429},           {"validationException", 400},
                         {"accessDeniedException", 403},         {"resourceNotFoundException", 404},
                         {"serviceQuotaExceededException", 429}, {"modelNotReadyException", 429},
                         {"internalServerException", 500},       {"serviceUnavailableException", 503},
                         {"modelTimeoutException", 504}};

constexpr std::string_view kEnding = "Exception";

bool is_exception(std::string_view word) { return word == "exception" || word.ends_with(kEnding); }

// In some places they begin with a capital.
int status_of(std::string_view word) {
  for (const Row& row : kRows) {
    const bool is_that = row.name.size() == word.size() && row.name.substr(1) == word.substr(1) &&
                         (row.name.front() | 0x20) == (word.front() | 0x20);
    if (is_that) return row.status;
  }
  return 0;
}

}  // namespace

bool shape_exception(std::string_view name, json::Value& event) {
  const json::Object* const members = event.is_object() ? &event.members() : nullptr;
  const bool is_nested = members != nullptr && members->size() == 1 &&
                         members->front().key.ends_with(kEnding) && members->front().value.is_object();
  const std::string_view told = text_at(event, "type");
  if (!is_nested && !is_exception(name) && !is_exception(told)) return false;
  const std::string word(is_nested ? std::string_view(members->front().key) : told.empty() ? name : told);
  json::Value error = is_nested ? std::move(event.members().front().value) : std::move(event);
  if (error.is_string()) error = json::Object{{"message", std::move(error)}};
  if (!error.is_object()) error = json::Object{};
  std::erase_if(error.members(), [](const json::Member& member) { return member.key == "type"; });
  error.members().insert(error.members().begin(), json::Member{"type", word});
  if (const int status = status_of(word); status != 0 && error.find("status") == nullptr)
    error.members().push_back({"status", json::Value::integer(status)});
  event = json::Object{{"type", "error"}, {"error", std::move(error)}};
  return true;
}

}  // namespace argwright::protocol
