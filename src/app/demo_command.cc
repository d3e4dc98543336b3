// Tested by demo_command_test.cc.
#include "app/demo_command.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/complain.h"
#include "app/explain.h"
#include "app/output.h"
#include "app/repair_command.h"
#include "app/visible_text.h"
#include "argwright/repair.h"

namespace argwright::app {
namespace {

constexpr int kWidth = 100;
constexpr int kLabelColumns = 10;

struct Sample {
  std::string_view title;
  std::string_view raw;
  std::string_view why;
  std::string_view tool_name;
};

// From the easy to the refused.
constexpr std::array<Sample, 13> kSamples = {{
    {"Quoted three times over", R"("\"\\\"{\\\\\\\"command\\\\\\\":\\\\\\\"git log | wc -l\\\\\\\"}\\\"\"")",
     "Each layer is a JSON string, so each is decoded as one. The command stays as it is.", ""},
    {"In a fence, with prose around it",
     "Sure! Here is the call:\n```json\n{\"city\": \"Oslo\", \"days\": 3}\n```\nAnything else?",
     "There is one object, and what stands around it is talk.", ""},
    {"Python instead of JSON", R"({'path': 'notes.txt', 'append': True, 'mode': None})",
     "Single quotes, True and None have exactly one JSON spelling.", ""},
    {"Unescaped quotes inside code", R"~({"code": "print("hello, world")", "timeout": 5})~",
     "A quote that no comma, colon or bracket follows cannot end the string.", ""},
    {"A Windows path", R"({"path": "C:\Users\me\new\todo.txt"})",
     "\\U and \\m are no escapes of JSON, so \\n and \\t are not meant as any either.", ""},
    {"Closing brackets missing", R"({"query": {"tags": ["a", "b")",
     "Every value is whole; only the brackets are left to write.", ""},
    {"Template tags and a wrapper",
     R"(<tool_call>{"name": "search", "arguments": {"q": "fjord"}}</tool_call>)",
     "The called tool is named search, so what is wanted is inside.", "search"},
    {"Typographic quotes",
     "{\xE2\x80\x9C"
     "city\xE2\x80\x9D: \xE2\x80\x9CTroms\xC3\xB8\xE2\x80\x9D}",
     "A word processor's quotes around a key or a value are quotes.", ""},
    {"Comments, a trailing comma, a hexadecimal number",
     "{\"url\": \"http://a.b//c\", // keep the slashes\n \"mask\": 0xFF,}",
     "Comments go, strings stay: the slashes of the URL are no comment.", ""},
    {"A number that no double can hold", R"({'order': 12345678901234567890, 'price': 1.10})",
     "Numbers keep their text, digit by digit.", ""},
    {"Two different calls in one text", R"({"city": "Oslo"}{"city": "Bergen"})",
     "Both are whole. Which one is meant is not ours to guess: both are offered.", ""},
    {"Cut off inside a string", R"({"command": "rm -rf /tmp/build)",
     "The rest is unknown. Closing it would run a command that nobody wrote.", ""},
    {"A value that JSON does not have", R"({"ratio": NaN})",
     "Guessing null or 0 would put words into the model's mouth.", ""},
}};

std::string row(std::string_view label, std::string_view painted_label, std::string_view text) {
  std::string line(4, ' ');
  line += painted_label;
  line.append(static_cast<std::size_t>(std::max(kLabelColumns - static_cast<int>(label.size()), 1)), ' ');
  line += visible(text, kWidth - 4 - kLabelColumns);
  return line + "\n";
}

std::string show(const Sample& sample, std::size_t number, const Terminal& terminal) {
  RepairOptions options;
  options.tool_name = sample.tool_name;
  const RepairResult result = repair_arguments(sample.raw, options);
  const std::string_view outcome = outcome_name(result.outcome);
  const std::string painted = terminal.paint(colour_of(result.outcome), outcome);

  const std::string index = std::to_string(number);
  std::string out(index.size() < 2 ? 1 : 0, ' ');
  out += index + "  " + terminal.paint(Colour::kBold, sample.title) + "\n";
  out += row("received", terminal.paint(Colour::kDim, "received"), sample.raw);
  if (result.outcome == Outcome::kSplit) {
    for (std::size_t i = 0; i < result.parts.size(); ++i) {
      out += row(i == 0 ? outcome : "", i == 0 ? painted : "", result.parts[i]);
    }
  } else {
    out += row(outcome, painted, result.accepted() ? result.text : result.error.describe());
  }
  out += row("why", terminal.paint(Colour::kDim, "why"), sample.why);
  return out;
}

}  // namespace

std::string demo_text(const Terminal& terminal) {
  std::string out = "What models send as tool-call arguments, and what Argwright makes of it.\n";
  for (std::size_t i = 0; i < kSamples.size(); ++i) out += "\n" + show(kSamples[i], i + 1, terminal);
  out += "\nNow your own: argwright repair --explain FILE; argwright repair --help tells the rest.\n";
  out += "README.md shows the library and the laws that every repair keeps.\n";
  return out;
}

int run_demo() {
  Output out(STDOUT_FILENO);
  out.write(demo_text(terminal_of(STDOUT_FILENO)));
  if (out.flush()) return kExitOk;
  if (!out.closed()) complain("standard output", out.error_words());
  return kExitError;
}

}  // namespace argwright::app
