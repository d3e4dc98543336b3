// Tested by command_line_test.cc.
#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <cctype>
#include <charconv>
#include <memory>
#include <utility>

#include "argwright/version.h"

namespace argwright::app {
namespace {

// The offsets of the engine have 32 bits.
constexpr std::size_t kMostBytes = (std::size_t{1} << 32) - 1;

constexpr const char* kProgramWords =
    "Argwright makes LLM tool calls right: broken arguments in, strict JSON out.";

constexpr const char* kProgramExamples = R"(Examples:
  argwright demo                                     see what it can do
  argwright serve --demo                             the gateway, with a model that needs no key
  argwright serve --upstream http://127.0.0.1:8000/v1
  echo "{'city': 'Oslo',}" | argwright repair        prints {"city":"Oslo"}
  argwright replay reply.sse --to messages           a recorded reply, as another client gets it
  argwright repair --help                            every option, with more examples)";

constexpr const char* kRepairUsage =
    R"(Usage: argwright repair [FILE...] [--schema FILE [--tool NAME]] [--incomplete]
                        [--truncated reject|close] [--explain | --report json | --batch]
                        [--max-bytes N]
)";

constexpr const char* kRepairWords =
    "Repairs tool-call arguments: strict JSON out, or one line that says why not";

constexpr const char* kRepairExamples = R"(Exit status:
  0  every input gave strict JSON (with --batch: every line was answered)
  1  an input was rejected, or holds several different calls
  2  wrong usage, a file that cannot be read or is no schema, an output that cannot be written

Environment:
  RCC_TOOL_ENHANCE=0  pass every input on as received; standard error tells what would have been done
  NO_COLOR            no colours, even on a terminal

Types:
  With a schema, "3" for an integer becomes 3, and so on; a call that still does not fit is rejected
  (misfit). Without one the tool is undeclared: the whole strings "true", "false" and "null" become
  what they say in "arguments", with a warning, and never in the text that is written.

Batch lines (JSONL), one answer line each, in order:
  in   {"id", "raw" or "raw_b64", "tool"?, "schema"?, "complete"?}
  out  {"id", "outcome", "arguments", "text", "parse_warning", "parse_error", "fixes", "rejection",
        "unquote_depth", "diagnostics"}, with "partial" for a misfit,
       or {"id", "error", "line"} for a line that is not such an object
  "schema" is what --schema takes. Null asks for what the text alone allows: nothing is promoted.
  One that cannot be used is a warning. With --schema and a list of tools "tool" chooses.

Examples:
  echo "{'city': 'Oslo',}" | argwright repair
  argwright repair --explain arguments.txt
  argwright repair --report json a.txt b.txt | jq .outcome
  argwright repair --incomplete --truncated close cut-off.txt
  argwright repair --schema tools.json --tool search arguments.txt
  argwright repair --schema search.json --explain arguments.txt
  argwright repair --batch < calls.jsonl > answers.jsonl
  argwright repair --batch --schema tools.json calls.jsonl | jq -c 'select(.rejection == "misfit")')";

constexpr const char* kToolsUsage =
    "Usage: argwright tools [--format openai|responses|anthropic|json-schema|markdown|form]\n";

constexpr const char* kToolsExamples = R"(Examples:
  argwright tools                                    a reference for people
  argwright tools --format openai                    "tools" of a Chat Completions request
  argwright tools --format anthropic | jq '.[0]'     one tool of a Messages request)";

constexpr const char* kReplayUsage =
    R"(Usage: argwright replay FILE [--from PROTOCOL] [--to PROTOCOL] [--request FILE]
                        [--explain] [--chunk N]
)";

constexpr const char* kReplayExamples =
    R"(Protocols: chat (OpenAI Chat Completions), responses (OpenAI Responses), messages (Anthropic)

Exit status:
  0  the recording went through; standard error tells of calls that were withheld or mended away
  2  wrong usage, a file that cannot be read, a recording of no known protocol

Environment:
  RCC_TOOL_ENHANCE=0        arguments pass as received
  RCC_SSE_TOOL_AGGREGATE=0  pieces of calls pass as they come

Examples:
  argwright replay reply.sse                          what a client of the same protocol gets
  argwright replay reply.sse --to messages            ... an Anthropic client
  argwright replay reply.sse --request request.json   calls are typed by the tools declared there
  argwright replay reply.sse --explain                when what arrived, was held, released, fixed
  argwright replay reply.sse --chunk 1 | diff - <(argwright replay reply.sse))";

constexpr const char* kServeUsage =
    R"(Usage: argwright serve [--config FILE.toml] [--check] [--listen ADDR:PORT] [--upstream URL]
                       [--provider NAME] [--protocol chat|responses|messages]
                       [--api-key-env NAME] [--demo] [--insecure]
)";

constexpr const char* kServeExamples =
    R"(Clients: point any OpenAI client at http://127.0.0.1:8787/v1, any Anthropic client at
http://127.0.0.1:8787. Every protocol is answered, whatever the upstream speaks.

Signals:
  SIGTERM, SIGINT  take no more connections, let what is under way end; a second one ends it at once
  SIGHUP           read the file anew (a faulty one changes nothing) and reopen the log's file

Exit status:
  0  ended by a signal, or --check found nothing wrong
  1  the address is taken, the store cannot be opened
  2  wrong usage or configuration; every fault is told, with its line

Environment:
  RCC_TOOL_ENHANCE=0        arguments pass as received
  RCC_SSE_TOOL_AGGREGATE=0  pieces of calls pass as they come
  https_proxy, http_proxy, all_proxy, no_proxy   the way to the upstreams
  NO_COLOR                  no colours, even on a terminal

Examples:
  argwright serve --demo
  argwright serve --upstream http://127.0.0.1:8000/v1 --provider vllm
  argwright serve --provider deepseek --api-key-env DEEPSEEK_API_KEY
  argwright serve --provider anthropic              each client's own key is sent on
  argwright serve --config argwright.toml --check   tell what is wrong, or what is in effect
  curl http://127.0.0.1:8787/metrics)";

constexpr const char* kProvidersUsage =
    "Usage: argwright providers [NAME] [--format table|markdown|json] [--config FILE]\n";

constexpr const char* kProvidersExamples =
    R"(Rows of your own: [[provider]] in argwright.toml (docs/configuration.md).

Examples:
  argwright providers                                every provider, a line for each kind of model
  argwright providers deepseek                       all that is known of one
  argwright providers mine --config argwright.toml   with your own rows
  argwright providers --format json | jq '.[] | select(.thinking == "always") | .models')";

constexpr const char* kStoreUsage =
    R"(Usage: argwright store migrate|check|export|import [FILE] [--store URL | --config FILE.toml]
                       [--kind calls|responses|turns|history|shared]...
)";

constexpr const char* kStoreExamples =
    R"(Tasks:
  migrate  makes the tables, or brings older ones to this program's version
  check    can it be read and written, is it sound, what does it hold
  export   everything to standard output, one JSON object a line
           (what people said, and the secret of reasoning tokens: keep it as you keep the store)
  import   such lines from FILE or standard input; turns and responses that are there are
           replaced, calls and history are added behind those that are there. Where it has to
           end early, or on Ctrl-C, it tells with which line to go on

Stores: sqlite:FILE, or postgresql://USER@HOST:PORT/DATABASE (the password from PGPASSWORD or ~/.pgpass)

Exit status:
  0  done, and nothing is wrong
  1  the store cannot be used or is damaged, or a line was refused (each is told with its number)
  2  wrong usage, a file that cannot be read, an output that cannot be written

Examples:
  argwright store check
  argwright store migrate --config argwright.toml
  argwright store export --store sqlite:argwright.db > all.jsonl
  argwright store export --kind calls | jq -r 'select(.outcome == "repaired") | .tool'
  argwright store import all.jsonl --store postgresql://argwright@db/argwright
  tail -n +1001 all.jsonl | argwright store import       from line 1001 on)";

constexpr const char* kDemoUsage = "Usage: argwright demo\n";

constexpr const char* kDemoExamples = R"(Examples:
  argwright demo
  argwright demo | less)";

// A validator of CLI11: the complaint, empty when there is none.
std::string check_bytes(const std::string& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= kMostBytes)
    return {};
  return text + " is not a number of bytes from 1 to " + std::to_string(kMostBytes);
}

// CLI11's help with a usage line of our own.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) { column_width(26); }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    return "\n" + (usage_.empty() ? Formatter::make_usage(app, std::move(name)) : usage_);
  }

 private:
  std::string usage_;
};

// CLI11 writes sentences; ours follow on "argwright: ".
std::string as_clause(std::string words) {
  while (!words.empty() && (words.back() == '\n' || words.back() == '.')) words.pop_back();
  if (words.size() > 1 && std::isupper(static_cast<unsigned char>(words[0])) != 0 &&
      std::islower(static_cast<unsigned char>(words[1])) != 0) {
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  }
  return words;
}

class Reader {
 public:
  Reader() : app_(kProgramWords, "argwright") {
    app_.set_version_flag("--version", "argwright " ARGWRIGHT_VERSION, "Print the version and exit");
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.formatter(std::make_shared<HelpFormatter>("Usage: argwright COMMAND [OPTIONS]\n"));
    app_.footer(kProgramExamples);
    add_repair();
    add_tools();
    add_replay();
    add_serve();
    add_providers();
    add_store();
    add_demo();
  }

  std::variant<CommandLine, Stop> read(int argc, const char* const* argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      const CLI::App& asked = chosen();
      return Stop{kExitOk, asked.help("", CLI::AppFormatMode::Normal), {}};
    } catch (const CLI::CallForVersion&) {
      return Stop{kExitOk, "argwright " ARGWRIGHT_VERSION "\n", {}};
    } catch (const CLI::ExtrasError&) {
      return usage_error("unknown " + describe_extra());
    } catch (const CLI::ParseError& error) {
      return usage_error(as_clause(error.what()));
    }
    if (demo_->parsed()) return CommandLine{Command::kDemo, {}};
    if (replay_->parsed()) {
      line_.command = Command::kReplay;
      return line_;
    }
    if (serve_->parsed()) {
      line_.command = Command::kServe;
      return line_;
    }
    if (providers_->parsed()) {
      line_.command = Command::kProviders;
      if (providers_format_ == "markdown") line_.providers.format = ProvidersFormat::kMarkdown;
      if (providers_format_ == "json") line_.providers.format = ProvidersFormat::kJson;
      return line_;
    }
    if (store_->parsed()) {
      line_.command = Command::kStore;
      return read_store();
    }
    if (tools_->parsed()) {
      return CommandLine{Command::kTools, {}, {*export_format_of(tools_format_)}};
    }
    if (!repair_->parsed()) return usage_error("no command given");

    RepairSettings& settings = line_.repair;
    const bool want_report = !report_format_.empty();
    if (want_explain_ + want_report + want_batch_ > 1) {
      return usage_error("--explain, --report and --batch exclude each other");
    }
    if (want_explain_) settings.output = RepairOutput::kExplain;
    if (want_report) settings.output = RepairOutput::kReport;
    if (want_batch_) settings.output = RepairOutput::kBatch;
    if (truncated_ == "close") settings.truncated = TruncatedPolicy::kClose;
    return line_;
  }

 private:
  void add_repair() {
    repair_ = app_.add_subcommand("repair", kRepairWords);
    repair_->formatter(std::make_shared<HelpFormatter>(kRepairUsage));
    repair_->group("Commands");
    repair_->footer(kRepairExamples);
    RepairSettings& settings = line_.repair;
    const auto option = [this](const char* name, auto& variable, const char* value, const char* words) {
      return repair_->add_option(name, variable, words)->option_text(value);
    };
    option("FILE", settings.files, "...", "Files to repair, one text each; - or none: standard input");
    option("--schema", settings.schema_file, "FILE",
           "JSON Schema of the parameters, or a tool definition (OpenAI,\n"
           "Anthropic, MCP), or a list of them with --tool: values are coerced\n"
           "and checked by it");
    option("--tool", settings.tool, "NAME",
           "The called tool: which one of a list, and whose wrapper may be opened");
    repair_->add_flag("--incomplete", settings.incomplete,
                      "The call did not finish (stream broke, finish reason length)");
    option("--truncated", truncated_, "reject|close",
           "A call that was cut off: reject it (default), or close it")
        ->check(CLI::IsMember({"reject", "close"}));
    repair_->add_flag("--explain", want_explain_,
                      "Show each fix in the text, in words, and the result, for a person");
    option("--report", report_format_, "json", "Write one JSON object per input that tells everything")
        ->check(CLI::IsMember({"json"}));
    repair_->add_flag("--batch", want_batch_, "Read JSONL and write one answer line per line");
    option("--max-bytes", settings.max_bytes, "N",
           "Largest input, or line of a batch, in bytes (default 64 MiB)")
        ->check(check_bytes);
  }

  void add_tools() {
    tools_ = app_.add_subcommand("tools", "Lists the built-in tools and their parameters");
    tools_->formatter(std::make_shared<HelpFormatter>(kToolsUsage));
    tools_->group("Commands");
    tools_->footer(kToolsExamples);
    tools_->add_option("--format", tools_format_, "How to write them (default markdown)")
        ->option_text("NAME")
        ->check(CLI::IsMember(export_format_names()));
  }

  void add_replay() {
    replay_ =
        app_.add_subcommand("replay", "Feeds a recorded reply through the pipeline and prints the result");
    replay_->formatter(std::make_shared<HelpFormatter>(kReplayUsage));
    replay_->group("Commands");
    replay_->footer(kReplayExamples);
    ReplaySettings& settings = line_.replay;
    const auto option = [this](const char* name, auto& variable, const char* value, const char* words) {
      return replay_->add_option(name, variable, words)->option_text(value);
    };
    const CLI::IsMember protocol({"chat", "responses", "messages"});
    option("FILE", settings.file, "", "The recording: server-sent events or a JSON body; - is standard input")
        ->required();
    option("--from", settings.from, "PROTOCOL", "Of the recording (default: told by it)")->check(protocol);
    option("--to", settings.to, "PROTOCOL", "Of the client (default: as the recording)")->check(protocol);
    option("--request", settings.request_file, "FILE",
           "The client's or the upstream's request: calls are typed by its tools");
    replay_->add_flag("--explain", settings.explain, "Print a timeline for a person in place of the result");
    option("--chunk", settings.chunk, "N", "Feed the recording in pieces of N bytes")->check(check_bytes);
    replay_->add_flag("--keep-content", settings.keep_content,
                      "Keep text beside calls in Chat bodies (content_with_calls = keep)");
  }

  void add_serve() {
    serve_ = app_.add_subcommand("serve", "Runs the gateway: any client in front of any model");
    serve_->formatter(std::make_shared<HelpFormatter>(kServeUsage));
    serve_->group("Commands");
    serve_->footer(kServeExamples);
    ServeSettings& settings = line_.serve;
    const auto option = [this](const char* name, auto& variable, const char* value, const char* words) {
      return serve_->add_option(name, variable, words)->option_text(value);
    };
    option("--config", settings.config_file, "FILE",
           "Several upstreams, routes, keys, limits (docs/configuration.md)");
    serve_->add_flag("--check", settings.check,
                     "Read the configuration, tell its faults or its effect, and end");
    option("--listen", settings.flags.listen, "ADDR:PORT",
           "Where to listen (default 127.0.0.1:8787; port 0: any)");
    option("--upstream", settings.flags.upstream, "URL",
           "The model's API, up to what stands before /chat/completions");
    option("--provider", settings.flags.provider, "NAME",
           "Whose API it is: generic, openai, anthropic, deepseek, minimax, glm,\n"
           "kimi, qwen, openrouter, vllm, llamacpp, ollama, gemini, mistral");
    option("--protocol", settings.flags.protocol, "PROTOCOL",
           "What the upstream speaks: chat, responses, messages (default: by provider)");
    option("--api-key-env", settings.flags.api_key_env, "NAME",
           "The environment variable with the upstream's key (default: each\nclient's own key is sent on)");
    serve_->add_flag("--demo", settings.flags.demo,
                     "A scripted model inside the program stands for the upstream");
    serve_->add_flag("--insecure", settings.flags.insecure,
                     "Listen on other addresses than loopback without client keys");
  }

  void add_providers() {
    providers_ = app_.add_subcommand("providers", "Prints what is known of each provider's API");
    providers_->formatter(std::make_shared<HelpFormatter>(kProvidersUsage));
    providers_->group("Commands");
    providers_->footer(kProvidersExamples);
    providers_->add_option("NAME", line_.providers.name, "All of one provider, with what its models change")
        ->option_text("");
    providers_->add_option("--format", providers_format_, "How to write it (default table)")
        ->option_text("table|markdown|json")
        ->check(CLI::IsMember({"table", "markdown", "json"}));
    providers_->add_option("--config", line_.providers.config_file, "With the rows of this configuration")
        ->option_text("FILE");
  }

  void add_store() {
    store_ =
        app_.add_subcommand("store", "Looks after what the gateway keeps: migrate, check, export, import");
    store_->formatter(std::make_shared<HelpFormatter>(kStoreUsage));
    store_->group("Commands");
    store_->footer(kStoreExamples);
    StoreSettings& settings = line_.store;
    const auto option = [this](const char* name, auto& variable, const char* value, const char* words) {
      return store_->add_option(name, variable, words)->option_text(value);
    };
    option("TASK", store_task_, "", "migrate, check, export or import")
        ->required()
        ->check(CLI::IsMember({"migrate", "check", "export", "import"}));
    option("FILE", store_file_, "", "To import; - or none: standard input");
    option("--store", settings.url, "URL", "Which store (default sqlite:argwright.db)");
    option("--config", settings.config_file, "FILE", "The store of this configuration");
    option("--kind", settings.kinds, "KIND", "Export only this: calls, responses, turns, history, shared")
        ->check(CLI::IsMember({"calls", "responses", "turns", "history", "shared"}))
        ->allow_extra_args(false);
  }

  std::variant<CommandLine, Stop> read_store() {
    StoreSettings& settings = line_.store;
    if (!settings.url.empty() && !settings.config_file.empty())
      return usage_error("--store and --config exclude each other");
    if (!store_file_.empty() && store_task_ != "import") return usage_error("only import takes a file");
    if (!settings.kinds.empty() && store_task_ != "export") return usage_error("only export takes --kind");
    if (!store_file_.empty()) settings.file = store_file_;
    settings.task = store_task_ == "migrate"  ? StoreTask::kMigrate
                    : store_task_ == "check"  ? StoreTask::kCheck
                    : store_task_ == "export" ? StoreTask::kExport
                                              : StoreTask::kImport;
    return line_;
  }

  void add_demo() {
    demo_ = app_.add_subcommand("demo", "Shows a dozen broken arguments and what becomes of them");
    demo_->formatter(std::make_shared<HelpFormatter>(kDemoUsage));
    demo_->group("Commands");
    demo_->footer(kDemoExamples);
  }

  // The subcommand on the line, or the program itself.
  const CLI::App& chosen() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? app_ : *parsed.front();
  }

  std::string describe_extra() const {
    const std::vector<std::string> extras = app_.remaining(true);
    if (extras.empty()) return "argument";
    if (extras.front().starts_with('-')) return "option " + extras.front();
    return (chosen().get_parent() == nullptr ? "command " : "argument ") + extras.front();
  }

  Stop usage_error(const std::string& words) const {
    const CLI::App& asked = chosen();
    const std::string name = asked.get_parent() != nullptr ? "argwright " + asked.get_name() : "argwright";
    return Stop{kExitError, {}, words + " (see " + name + " --help)"};
  }

  CLI::App app_;
  CommandLine line_;
  std::string truncated_ = "reject";
  std::string report_format_;
  bool want_explain_ = false;
  bool want_batch_ = false;
  CLI::App* repair_ = nullptr;
  std::string tools_format_ = "markdown";
  CLI::App* tools_ = nullptr;
  CLI::App* replay_ = nullptr;
  CLI::App* serve_ = nullptr;
  std::string providers_format_ = "table";
  CLI::App* providers_ = nullptr;
  CLI::App* store_ = nullptr;
  std::string store_task_, store_file_;
  CLI::App* demo_ = nullptr;
};

}  // namespace

std::variant<CommandLine, Stop> read_command_line(int argc, const char* const* argv) {
  return Reader().read(argc, argv);
}

}  // namespace argwright::app
