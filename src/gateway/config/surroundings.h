// What a configuration refers to outside of itself. Passed in, so that reading is pure and tests need neither
// environment nor files.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace argwright::gateway {

struct Surroundings {
  // The value of an environment variable; nothing where it is not set.
  std::function<std::optional<std::string>(const std::string& name)> environment;
  // Why a file cannot be read ("No such file or directory"); empty: it can.
  std::function<std::string(const std::string& path)> file_fault;
};

}  // namespace argwright::gateway
