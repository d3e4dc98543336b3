// What is wrong, or odd, in a configuration.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace argwright::gateway {

// A place in the file, both counted from 1. Line 0: nowhere, as for something that is missing.
struct Place {
  std::size_t line = 0;
  std::size_t column = 0;

  auto operator<=>(const Place&) const = default;
};

struct ConfigIssue {
  std::string file;  // empty: the command line
  std::size_t line = 0;
  std::size_t column = 0;
  std::string where;       // "upstream[1].base_url"; upstream[0] is the first
  std::string message;     // without secrets: `upstream "a": unknown key "base_ur"`
  std::string suggestion;  // `did you mean "base_url"?`, or nothing

  // `argwright.toml:12:3: upstream "a": unknown key "base_ur"; did you mean "base_url"?`
  std::string describe() const;
};

using FlagNames = std::map<std::string, std::string, std::less<>>;

// Collects the issues of one configuration.
class IssueLog {
 public:
  // `flags` tells which values came from the command line: `where` to flag. Their issues have no file.
  explicit IssueLog(std::string file, FlagNames flags = {})
      : file_(std::move(file)), flags_(std::move(flags)) {}

  const std::string* flag_at(std::string_view where) const;  // nullptr: not from the command line

  void error(Place place, std::string where, std::string message, std::string suggestion = {});
  void warning(Place place, std::string where, std::string message, std::string suggestion = {});

  // In the order of the file; the log is empty afterwards.
  std::vector<ConfigIssue> take_errors();
  std::vector<ConfigIssue> take_warnings();

 private:
  ConfigIssue issue(Place place, std::string where, std::string message, std::string suggestion) const;

  std::string file_;
  FlagNames flags_;
  std::vector<ConfigIssue> errors_;
  std::vector<ConfigIssue> warnings_;
};

// A value of the file as a message may show it: in quotes, control characters escaped, long ones cut.
std::string quoted(std::string_view text);

}  // namespace argwright::gateway
