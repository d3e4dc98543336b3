// What `argwright serve` was told on its command line, beside the name of a file.
#pragma once

#include <optional>
#include <string>

namespace argwright::gateway {

struct Flags {
  std::optional<std::string> listen;       // --listen ADDR:PORT
  std::optional<std::string> upstream;     // --upstream URL
  std::optional<std::string> provider;     // --provider NAME
  std::optional<std::string> protocol;     // --protocol NAME
  std::optional<std::string> api_key_env;  // --api-key-env NAME
  bool demo = false;                       // --demo
  bool insecure = false;                   // --insecure
};

}  // namespace argwright::gateway
