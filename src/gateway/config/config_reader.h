// Reads argwright.toml, or the command line that stands in for it, into a Config. All that is wrong is told
// at once, each issue with its place and, where one can be guessed, what was meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateway/config.h"
#include "gateway/config/config_issue.h"
#include "gateway/config/flags.h"
#include "gateway/config/surroundings.h"

namespace argwright::gateway {

struct ConfigReading {
  Config config;  // to be used only if ok()
  std::vector<ConfigIssue> errors;
  std::vector<ConfigIssue> warnings;

  bool ok() const { return errors.empty(); }
};

// Pure. `file_name` is for messages. --listen and --insecure go above the file; the flags that describe an
// upstream are refused beside it.
ConfigReading read_config(std::string_view text, std::string_view file_name, const Surroundings& outside,
                          const Flags& flags = {});

// Without a file: one upstream. Pure, too.
ConfigReading config_from_flags(const Flags& flags, const Surroundings& outside);

// Reads the file. Relative names in it are relative to the working directory. `environment` as in
// Surroundings.
ConfigReading load_config(const std::string& path,
                          std::function<std::optional<std::string>(const std::string&)> environment,
                          const Flags& flags = {});

// Why a file cannot be read; empty: it can. What load_config() puts into its Surroundings.
std::string file_fault(const std::string& path);

}  // namespace argwright::gateway
