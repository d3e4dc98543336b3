// Tested by tests/cli.
#include "app/batch_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "app/complain.h"
#include "app/input.h"
#include "app/progress.h"
#include "app/repair_command.h"
#include "app/terminal.h"

namespace argwright::app {
namespace {

// Of all files together, where each is a plain one.
std::optional<std::uint64_t> total_size(const std::vector<std::string>& files) {
  std::uint64_t total = 0;
  for (const std::string& path : files) {
    const Result<InputFile> file = InputFile::open(path);
    const std::optional<std::uint64_t> size = file ? file->size() : std::nullopt;
    if (!size) return std::nullopt;
    total += *size;
  }
  return total;
}

class Batch {
 public:
  Batch(const BatchDefaults& defaults, Output& out, Progress& progress)
      : defaults_(defaults), out_(out), progress_(progress) {}

  int answer(const std::string& path) {
    Result<InputFile> file = InputFile::open(path);
    if (!file) return fail(path, file.error());
    LineReader reader(*file, defaults_.options.limits.max_bytes, [this] { out_.flush(); });
    while (!out_.failed()) {
      const Result<std::optional<LineReader::Line>> line = reader.next();
      if (!line) return fail(path, line.error());
      if (!line->has_value()) break;
      answer(**line, path);
      progress_.update(++lines_, bytes_ + reader.position());
    }
    bytes_ += reader.position();
    return kExitOk;
  }

 private:
  void answer(const LineReader::Line& line, const std::string& path) {
    const LinePlace place{line.number, path == "-" ? std::string_view() : std::string_view(path)};
    std::optional<std::string> text;
    if (line.too_long) {
      text = error_line("null", place, too_large("line", defaults_.options.limits.max_bytes).message);
    } else {
      text = answer_line(line.text, place, defaults_, cache_);
    }
    if (!text) return;
    *text += '\n';
    out_.write(*text);
  }

  int fail(const std::string& path, const Error& error) {
    progress_.erase();
    complain(input_name(path), error.message);
    return kExitError;
  }

  const BatchDefaults& defaults_;
  Output& out_;
  Progress& progress_;
  // Batches are recorded traffic: many tools, few of them new.
  SchemaCache cache_{{.max_entries = 4096}};
  std::size_t lines_ = 0;
  std::uint64_t bytes_ = 0;  // of the files before
};

}  // namespace

int run_batch(const std::vector<std::string>& files, const BatchDefaults& defaults, Output& out) {
  // Where answers scroll by on the same terminal, they are the progress.
  const bool shown = is_terminal(STDERR_FILENO) && !is_terminal(STDOUT_FILENO);
  Progress progress(shown, shown ? total_size(files) : std::nullopt);
  Batch batch(defaults, out, progress);
  int worst = kExitOk;
  for (const std::string& path : files) {
    if (out.failed()) break;
    worst = std::max(worst, batch.answer(path));
  }
  return worst;
}

}  // namespace argwright::app
