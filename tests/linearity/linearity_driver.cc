// linearity_driver SHAPE SIZE...: builds the texts and repairs each once, in this order. linearity.py counts
// the instructions of each call of linearity_measured() and of nothing else. linearity_driver --list
// [promised]: the names of the shapes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "argwright/repair.h"
#include "tests/linearity/shapes.h"

extern "C" [[gnu::noinline]] int linearity_measured(const std::string& text) {
  const argwright::RepairResult result = argwright::repair_arguments(text);
  return static_cast<int>(result.outcome);
}

int main(int argc, char** argv) {
  using namespace argwright;
  const std::vector<shapes::Shape>& shapes = shapes::all();
  if (argc >= 2 && std::strcmp(argv[1], "--list") == 0) {
    const std::size_t count = argc > 2 ? shapes::kPromised : shapes.size();
    for (std::size_t i = 0; i < count; ++i) std::printf("%s\n", std::string(shapes[i].name).c_str());
    return 0;
  }
  const shapes::Shape* const shape = argc >= 3 ? shapes::find(argv[1]) : nullptr;
  if (shape == nullptr) {
    std::fprintf(stderr, "usage: linearity_driver SHAPE SIZE... | --list [promised]\n");
    return 2;
  }
  // What is done once per process (tables, symbol look-up) is done before.
  for (const char* warm_up : {"{\"a\":1}", "{'a': 1,}", "{'a': True,}", "\"{}\"", "{\"a\": \"x"}) {
    (void)repair_arguments(warm_up);
  }
  for (int i = 2; i < argc; ++i) {
    const std::string text = shape->make(static_cast<std::size_t>(std::strtoull(argv[i], nullptr, 10)));
    const int outcome = linearity_measured(text);
    std::printf("%zu %s\n", text.size(), std::string(outcome_name(static_cast<Outcome>(outcome))).c_str());
  }
  return 0;
}
