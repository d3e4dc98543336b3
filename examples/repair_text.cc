// Repairs argument texts as a model might send them and tells what was done.
#include <argwright/repair.h>

#include <iostream>
#include <string>
#include <string_view>

namespace {

void show(std::string_view raw) {
  const argwright::RepairResult result = argwright::repair_arguments(raw);

  if (result.accepted()) {
    // `text` is strict JSON with an object at the root, ready to be parsed or sent on.
    std::cout << argwright::outcome_name(result.outcome) << ": " << result.text << '\n';
    for (const argwright::Fix& fix : result.fixes) {
      std::cout << "  byte " << fix.offset << ": " << argwright::rule_words(fix.rule) << '\n';
    }
  } else if (result.outcome == argwright::Outcome::kSplit) {
    // Two different calls in one text: there is no single answer, but both are there.
    std::cout << "split into " << result.parts.size() << " calls:";
    for (const std::string& part : result.parts) std::cout << ' ' << part;
    std::cout << '\n';
  } else {
    // Never execute a rejected call. `parse_error` is the line to send back to the model.
    std::cout << "rejected: " << result.error.describe() << '\n';
  }
}

}  // namespace

int main() {
  show("{'city': 'Oslo', \"days\": 3,}");
  show(R"({"command": "rm -rf /tmp/build)");
  show(R"({"city": "Oslo"}{"city": "Bergen"})");
}
