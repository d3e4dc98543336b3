// Wiring only: what is read, which engine options, what is written, which exit status. Tested by tests/cli.
#include "app/repair_command.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "app/answer.h"
#include "app/batch_command.h"
#include "app/complain.h"
#include "app/declaration.h"
#include "app/explain.h"
#include "app/input.h"
#include "app/output.h"
#include "app/report.h"
#include "app/terminal.h"

namespace argwright::app {
namespace {

// The schema file, read; nothing after a complaint.
std::optional<DeclaredTools> load_schema(const RepairSettings& settings) {
  const auto fail = [&](std::string_view words) {
    complain(settings.schema_file, words);
    return std::nullopt;
  };
  if (settings.schema_file == "-") return fail("the schema cannot come from standard input");
  const Result<std::string> text = read_whole(settings.schema_file, settings.max_bytes);
  if (!text) return fail(text.error().message);
  const Result<json::Value> value = json::parse(*text);
  if (!value) return fail("not a schema: " + value.error().describe());
  SchemaCache cache;
  Result<DeclaredTools> declared = DeclaredTools::read(*value, cache);
  if (!declared) return fail(declared.error().message);
  // The lines of a batch name their tools themselves.
  const bool later =
      settings.output == RepairOutput::kBatch && settings.tool.empty() && declared->needs_a_name();
  if (later) return *std::move(declared);
  const Result<Declaration> chosen = declared->choose(settings.tool);
  if (!chosen) return fail(chosen.error().message);
  return *std::move(declared);
}

class RepairCommand {
 public:
  RepairCommand(const RepairSettings& settings, const Declaration& declaration, const RepairOptions& options,
                Output& out)
      : settings_(settings),
        declaration_(declaration),
        options_(options),
        out_(out),
        terminal_(terminal_of(STDOUT_FILENO)) {}

  int run(const std::string& path) {
    const Result<std::string> raw = read_whole(path, settings_.max_bytes);
    if (!raw) {
      out_.flush();  // answers before it stand before it on a terminal, too
      complain(input_name(path), raw.error().message);
      return kExitError;
    }
    const Answer answer = answer_arguments(*raw, declaration_, options_);
    write(path, answer);
    // Passing the input through is what was asked for, and done.
    return answer.call.accepted() || !options_.enhance ? kExitOk : kExitRejected;
  }

 private:
  void write(const std::string& path, const Answer& answer) {
    const std::string name = input_name(path);
    const Details details = details_of(answer, declaration_, options_);
    switch (settings_.output) {
      case RepairOutput::kExplain:
        if (!std::exchange(first_, false)) out_.write("\n");
        out_.write(explain({name, answer.call.raw_arguments, &answer, &details, declaration_.schema.get()},
                           terminal_));
        // The person at the terminal has just read it all.
        if (!is_terminal(STDOUT_FILENO)) tell(name, answer, details);
        break;
      case RepairOutput::kReport:
        out_.write(report_line(path, answer, details));
        out_.write("\n");
        tell(name, answer, details);
        break;
      default: write_text(answer); tell(name, answer, details);
    }
  }

  void write_text(const Answer& answer) {
    if (!answer.enhance) {
      out_.write(answer.call.raw_arguments);  // byte for byte
    } else if (answer.call.accepted()) {
      out_.write(answer.call.text());
      if (!answer.call.text().ends_with('\n')) out_.write("\n");
    }
  }

  // The one line on standard error.
  void tell(const std::string& name, const Answer& answer, const Details& details) {
    const ToolCallRequest& call = answer.call;
    if (call.outcome != Outcome::kOk) out_.flush();
    if (!answer.enhance) {
      if (call.outcome == Outcome::kOk) return;
      const std::string& words = call.accepted() ? call.parse_warning : details.error.describe();
      complain(name,
               "passed as received (RCC_TOOL_ENHANCE=0), would be " + outcome_words(call) + ": " + words);
    } else if (!call.accepted()) {
      complain(name, outcome_words(call) + ": " + details.error.describe());
    }
  }

  const RepairSettings& settings_;
  const Declaration& declaration_;
  const RepairOptions& options_;
  Output& out_;
  Terminal terminal_;
  bool first_ = true;
};

}  // namespace

int run_repair(const RepairSettings& settings, bool enhance) {
  std::optional<DeclaredTools> declared;
  if (!settings.schema_file.empty()) {
    declared = load_schema(settings);
    if (!declared) return kExitError;
  }

  RepairOptions options;
  options.complete = !settings.incomplete;
  options.truncated = settings.truncated;
  options.enhance = enhance;
  options.limits.max_bytes = settings.max_bytes;

  std::vector<std::string> files = settings.files;
  if (files.empty()) files.emplace_back("-");
  if (is_terminal(STDIN_FILENO) && std::find(files.begin(), files.end(), "-") != files.end()) {
    complain({}, "reading from the terminal; end with Ctrl-D");
  }

  Output out(STDOUT_FILENO);
  int status = kExitOk;
  if (settings.output == RepairOutput::kBatch) {
    status = run_batch(files, BatchDefaults{options, settings.tool, std::move(declared)}, out);
  } else {
    const Declaration undeclared{.tool_name = settings.tool};
    // load_schema() has complained where nothing can be chosen.
    const Declaration declaration =
        declared ? declared->choose(settings.tool).value_or(undeclared) : undeclared;
    RepairCommand command(settings, declaration, options, out);
    for (const std::string& path : files) {
      status = std::max(status, command.run(path));
      if (out.failed()) break;
    }
  }
  out.flush();
  if (!out.failed()) return status;
  // A reader that has gone, too: answers are missing, and a script has to learn it.
  complain("standard output", out.error_words());
  return kExitError;
}

}  // namespace argwright::app
