// Arguments that arrive in pieces, as a streaming reply brings them: feed every piece, then finish.
#include <argwright/repair.h>

#include <initializer_list>
#include <iostream>
#include <string_view>

namespace {

void receive(std::string_view id, std::initializer_list<std::string_view> pieces, bool complete) {
  argwright::ArgumentStream stream;
  for (const std::string_view piece : pieces) {
    // False once the limit (64 MiB by default) is passed; finish() then rejects.
    if (!stream.feed(piece)) break;
  }
  // Say false when the stream broke or the model ran into its length limit: what is cut off is never
  // executable.
  const argwright::RepairResult result = stream.finish(complete);

  std::cout << id << ' ';
  if (result.accepted()) {
    std::cout << argwright::outcome_name(result.outcome) << ": " << result.text << '\n';
  } else {
    std::cout << "withheld: " << argwright::rejection_name(result.rejection) << " ("
              << result.error.describe() << ")\n";
  }
}

}  // namespace

int main() {
  // Quoted once too often, and split where no JSON reader would like it: inside an escape.
  receive("call_1", {"\"{\\", "\"comm", "and\\\":\\\"ls", " -l\\\"", "}\""}, true);
  // The connection was lost here. The brackets could be closed; the call must not be run.
  receive("call_2", {"{\"command\": ", "\"rm -rf /tmp/build\""}, false);
}
