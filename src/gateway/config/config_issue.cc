#include "gateway/config/config_issue.h"

#include <algorithm>

#include "argwright/excerpt.h"
#include "argwright/json.h"

namespace argwright::gateway {
namespace {

// Behind those of the same place: found first, told first.
void insert_in_order(std::vector<ConfigIssue>& issues, ConfigIssue issue) {
  const auto place = [](const ConfigIssue& of) { return Place{of.line, of.column}; };
  const auto at = std::ranges::upper_bound(issues, place(issue), {}, place);
  issues.insert(at, std::move(issue));
}

}  // namespace

std::string ConfigIssue::describe() const {
  std::string out;
  if (!file.empty()) {
    out = file;
    if (line != 0) out += ":" + std::to_string(line) + ":" + std::to_string(column);
    out += ": ";
  }
  out += message;
  if (!suggestion.empty()) out += "; " + suggestion;
  return out;
}

const std::string* IssueLog::flag_at(std::string_view where) const {
  const auto found = flags_.find(where);
  return found == flags_.end() ? nullptr : &found->second;
}

ConfigIssue IssueLog::issue(Place place, std::string where, std::string message,
                            std::string suggestion) const {
  const bool from_flag = flag_at(where) != nullptr;
  return {from_flag ? "" : file_, place.line,         place.column,
          std::move(where),       std::move(message), std::move(suggestion)};
}

void IssueLog::error(Place place, std::string where, std::string message, std::string suggestion) {
  insert_in_order(errors_, issue(place, std::move(where), std::move(message), std::move(suggestion)));
}

void IssueLog::warning(Place place, std::string where, std::string message, std::string suggestion) {
  insert_in_order(warnings_, issue(place, std::move(where), std::move(message), std::move(suggestion)));
}

std::vector<ConfigIssue> IssueLog::take_errors() { return std::exchange(errors_, {}); }

std::vector<ConfigIssue> IssueLog::take_warnings() { return std::exchange(warnings_, {}); }

std::string quoted(std::string_view text) {
  const Excerpt shown(text);
  std::string out;
  json::append_quoted(out, shown.view());
  return out;
}

}  // namespace argwright::gateway
