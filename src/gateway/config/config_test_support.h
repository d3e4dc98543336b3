// What the tests of the configuration share: surroundings without a real environment or real files.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/config/config_reader.h"

namespace argwright::gateway {

using Variables = std::map<std::string, std::string>;

// Every file can be read, except those whose names begin with "missing".
inline Surroundings surroundings(Variables variables = {}) {
  return {[variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            if (found == variables.end()) return std::nullopt;
            return found->second;
          },
          [](const std::string& path) {
            return std::string(path.starts_with("missing") ? "No such file or directory" : "");
          }};
}

// One line per issue.
inline std::string lines(const std::vector<ConfigIssue>& issues) {
  std::string out;
  for (const ConfigIssue& issue : issues) out += issue.describe() + "\n";
  return out;
}

inline std::string errors_of(std::string_view text, Variables variables = {}) {
  return lines(read_config(text, "a.toml", surroundings(std::move(variables))).errors);
}

inline std::string warnings_of(std::string_view text) {
  const ConfigReading reading = read_config(text, "a.toml", surroundings());
  return lines(reading.errors) + lines(reading.warnings);
}

}  // namespace argwright::gateway
