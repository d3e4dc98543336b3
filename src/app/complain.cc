#include "app/complain.h"

#include <unistd.h>

#include <string>

#include "app/output.h"
#include "app/visible_text.h"

namespace argwright::app {
namespace {

// A message may quote a key of any length.
constexpr int kMaxColumns = 500;

}  // namespace

void complain(std::string_view what, std::string_view words) {
  std::string line = "argwright: ";
  if (!what.empty()) line += visible(what) + ": ";
  line += visible(words, kMaxColumns) + "\n";
  Output errors(STDERR_FILENO);
  errors.write(line);
  errors.flush();
}

}  // namespace argwright::app
