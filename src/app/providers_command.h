// argwright providers: the provider table, for people and programs.
#pragma once

#include <cstdint>
#include <string>

#include "argwright/result.h"

namespace argwright::app {

enum class ProvidersFormat : std::uint8_t { kTable, kMarkdown, kJson };

struct ProvidersSettings {
  std::string name;  // empty: all
  ProvidersFormat format = ProvidersFormat::kTable;
  std::string config_file = {};  // with the rows of this configuration; empty: the built-in ones
};

// Lines of the table have at most 100 columns. The error names the provider that was meant, or tells what is
// wrong with the configuration.
Result<std::string> providers_text(const ProvidersSettings& settings);

int run_providers(const ProvidersSettings& settings);

}  // namespace argwright::app
