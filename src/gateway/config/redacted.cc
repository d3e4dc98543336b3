#include "gateway/config/redacted.h"

#include "argwright/json.h"
#include "gateway/config/root.h"

namespace argwright::gateway {

std::string redacted(const Config& config) {
  json::Value shown = show_fields<Config>(root_fields(), config);
  if (config.demo) shown.members().push_back({"demo", json::Value(true)});
  return json::write(shown, {.indent = 2}) + "\n";
}

}  // namespace argwright::gateway
