// The strict reading: a JSON object, plain or JSON-string-encoded up to ten times, or an error. No repair.
#include <argwright/json.h>
#include <argwright/repair.h>

#include <iostream>
#include <string_view>

namespace {

void parse(std::string_view raw) {
  const argwright::Result<argwright::json::Value> arguments = argwright::parse_arguments(raw);
  if (!arguments) {
    std::cout << arguments.error().message << '\n';
    return;
  }
  // Precondition of each accessor: the kind fits. find() gives nullptr for a key that is absent.
  const argwright::json::Value* const command = arguments->find("command");
  if (command == nullptr || !command->is_string()) return;
  std::cout << "command = " << command->string();

  // Numbers are kept as they were written and converted when asked.
  if (const argwright::json::Value* timeout = arguments->find("timeout");
      timeout != nullptr && timeout->is_number()) {
    std::cout << ", timeout = " << timeout->as_int64().value_or(0);
  }
  std::cout << '\n';
}

}  // namespace

int main() {
  parse(R"("{\"command\": \"ls -l\", \"timeout\": 30}")");
  parse("{'command': 'ls'}");
}
