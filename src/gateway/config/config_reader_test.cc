#include "gateway/config/config_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "gateway/config/config_test_support.h"
#include "gateway/config/redacted.h"
#include "gateway/config/store_url.h"
#include "gateway/key_hash.h"

namespace argwright::gateway {
namespace {

using protocol::Protocol;

std::string source_file(const std::string& name) {
  const char* const folder = std::getenv("ARGWRIGHT_SOURCE_DIR");
  std::ifstream file((folder != nullptr ? std::string(folder) : std::string(".")) + "/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const Variables kVariables = {
    {"OPENAI_API_KEY", "sk-openai"}, {"ANTHROPIC_API_KEY", "sk-ant"}, {"ARGWRIGHT_OPS_KEY", "ops-secret"}};

ConfigReading read_example() {
  return read_config(source_file("examples/argwright.toml"), "argwright.toml", surroundings(kVariables));
}

TEST(ConfigExample, IsReadWithoutAWord) {
  const ConfigReading reading = read_example();
  EXPECT_EQ(lines(reading.errors), "");
  EXPECT_EQ(lines(reading.warnings), "");
  const Config& config = reading.config;
  ASSERT_EQ(config.listeners.size(), 2U);
  EXPECT_EQ(config.listeners[1].address, "::1");
  ASSERT_EQ(config.upstreams.size(), 3U);
  EXPECT_EQ(config.upstreams[0].base_url, "https://api.openai.com/v1");
  EXPECT_EQ(config.upstreams[0].protocol, Protocol::kChat);
  EXPECT_EQ(config.upstreams[0].api_key, "sk-openai");
  EXPECT_EQ(config.upstreams[1].protocol, Protocol::kMessages);
  ASSERT_EQ(config.upstreams[1].headers.size(), 1U);
  EXPECT_EQ(config.upstreams[1].headers[0].first, "anthropic-beta");
  EXPECT_EQ(config.upstreams[2].timeouts.first_byte, std::chrono::minutes(10));
  EXPECT_EQ(config.upstreams[2].timeouts.gap, std::chrono::minutes(2));
  ASSERT_EQ(config.routes.size(), 4U);
  EXPECT_EQ(config.routes[2].targets[0].weight, 3U);
  EXPECT_EQ(config.routes[2].targets[1].model, "gpt-5-mini");
  ASSERT_EQ(config.keys.size(), 2U);
  EXPECT_EQ(config.keys[0].sha256, sha256_hex("ops-secret"));
  EXPECT_TRUE(config.keys[0].admin);
  EXPECT_EQ(config.keys[1].requests_per_minute, 120);
}

// The golden text: whatever the example says, and every default, as redacted() shows it.
TEST(ConfigExample, ShowsAsItsGoldenText) {
  EXPECT_EQ(redacted(read_example().config), source_file("src/gateway/config/testdata/example.json"));
}

// The example claims to state the defaults: then without those sections nothing changes.
TEST(ConfigExample, StatesTheDefaults) {
  const std::string text = source_file("examples/argwright.toml");
  const std::size_t sections = text.find("[governance]");
  ASSERT_NE(sections, std::string::npos);
  const ConfigReading without =
      read_config(text.substr(0, sections), "argwright.toml", surroundings(kVariables));
  EXPECT_EQ(lines(without.errors), "");
  EXPECT_EQ(redacted(without.config), redacted(read_example().config));
  const std::size_t listeners = text.find("[[listener]]");
  ASSERT_NE(listeners, std::string::npos);
  const std::string rest = "[[upstream]]\nname=\"a\"\nbase_url=\"http://a\"\n";
  EXPECT_EQ(redacted(read_config(text.substr(0, listeners) + rest, "", surroundings()).config),
            redacted(read_config(rest, "", surroundings()).config));
}

// Every key that is known stands in the example, be it in a comment, and in the documentation.
TEST(ConfigExample, HasEveryKey) {
  const std::string example = source_file("examples/argwright.toml");
  const std::string shown = redacted(read_example().config);
  const std::string manual = source_file("docs/configuration.md");
  std::istringstream text(shown);
  std::size_t seen = 0;
  for (std::string line; std::getline(text, line);) {
    const std::size_t open = line.find('"');
    const std::size_t close = line.find("\":");
    if (close == std::string::npos) continue;
    const std::string key = line.substr(open + 1, close - open - 1);
    if (key == "anthropic-beta") continue;  // a header
    ++seen;
    EXPECT_NE(example.find(key), std::string::npos) << key;
    EXPECT_NE(manual.find("`" + key + "`"), std::string::npos) << key;
  }
  EXPECT_GT(seen, 60U);
}

TEST(Redacted, HoldsNoSecret) {
  Config config = read_example().config;
  config.upstreams[0].headers.emplace_back("x-secret", "header-secret");
  config.store.url = "postgres://me:store-secret@db/argwright";
  const std::string shown = redacted(config);
  for (const char* const secret : {"sk-openai", "sk-ant", "ops-secret", "header-secret", "store-secret",
                                   "interleaved-thinking", "ba7816bf"}) {
    EXPECT_EQ(shown.find(secret), std::string::npos) << secret;
  }
  EXPECT_EQ(shown.find(sha256_hex("ops-secret")), std::string::npos);
  EXPECT_NE(shown.find("postgres://***@db/argwright"), std::string::npos);
  EXPECT_NE(shown.find("\"api_key_env\": \"OPENAI_API_KEY\""), std::string::npos);
}

TEST(Redacted, HidesAPasswordAmongTheParametersOfAUrl) {
  EXPECT_EQ(redacted_store_url("postgresql://db/argwright?user=me&password=a"),
            "postgresql://db/argwright?***");
  EXPECT_EQ(redacted_store_url("postgresql://me:a@db/argwright?sslmode=require"),
            "postgresql://***@db/argwright?sslmode=require");
  EXPECT_EQ(redacted_store_url("postgresql:///argwright?host=/run/pg"),
            "postgresql:///argwright?host=/run/pg");
  EXPECT_EQ(redacted_store_url("postgresql://me:a?b@db/argwright"), "postgresql://***");
  EXPECT_EQ(redacted_store_url("sqlite:a@b.db"), "sqlite:a@b.db");
}

constexpr std::string_view kLeast = "[[upstream]]\nname = \"a\"\nbase_url = \"http://a/\"\n";

TEST(ConfigReader, FillsInWhatIsNotSaid) {
  const ConfigReading reading = read_config(kLeast, "a.toml", surroundings());
  ASSERT_TRUE(reading.ok());
  ASSERT_EQ(reading.config.listeners.size(), 1U);
  EXPECT_EQ(reading.config.listeners[0].address, "127.0.0.1");
  EXPECT_EQ(reading.config.listeners[0].port, 8787);
  EXPECT_EQ(reading.config.upstreams[0].base_url, "http://a");
  EXPECT_EQ(reading.config.upstreams[0].provider, "generic");
}

TEST(ConfigReader, TakesTheDefaultsOfTheProviderForItsProtocol) {
  const ConfigReading reading = read_config(
      "upstream = [{ name = \"a\", provider = \"deepseek\", protocol = \"messages\" }]", "", surroundings());
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  EXPECT_EQ(reading.config.upstreams[0].base_url, "https://api.deepseek.com/anthropic/v1");
}

// Wherever in the file [timeouts] stands; and what is wrong in it is told once.
TEST(ConfigReader, TimeoutsAreThoseOfEveryUpstream) {
  const ConfigReading reading = read_config(
      "[[upstream]]\nname = \"a\"\nbase_url = \"http://a\"\ntimeouts = { gap = 7 }\n[timeouts]\ntotal = "
      "\"2h\"\ngap = 5\n",
      "", surroundings());
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  EXPECT_EQ(reading.config.upstreams[0].timeouts.total, std::chrono::hours(2));
  EXPECT_EQ(reading.config.upstreams[0].timeouts.gap, std::chrono::seconds(7));
  EXPECT_EQ(reading.config.timeouts.gap, std::chrono::seconds(5));
  EXPECT_EQ(errors_of(std::string(kLeast) + "[timeouts]\ntotal = 0\n"),
            "a.toml:5:9: timeouts.total must be more than zero\n");
}

TEST(ConfigReader, ReadsTheGovernance) {
  const ConfigReading reading =
      read_config(std::string(kLeast) +
                      "[governance]\nforced_tools = \"auto\"\non_reject = \"reask\"\non_misfit = "
                      "\"error\"\ntruncated = \"close\"\n"
                      "content_with_calls = \"keep\"\nreasks = 4\nshell_hints = true\n",
                  "", surroundings());
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  const GovernanceConfig& governance = reading.config.governance;
  EXPECT_EQ(governance.forced_tools, provider::ForcedTools::kAuto);
  EXPECT_TRUE(governance.reask_rejected);
  EXPECT_EQ(governance.calls.on_reject, protocol::OnReject::kEmptyObject);
  EXPECT_FALSE(governance.reask_misfits);
  EXPECT_EQ(governance.calls.on_misfit, protocol::OnMisfit::kError);
  EXPECT_EQ(governance.calls.truncated, TruncatedPolicy::kClose);
  EXPECT_TRUE(governance.calls.keep_content_with_calls);
  EXPECT_EQ(governance.reasks, 4);
  EXPECT_TRUE(governance.shell_hints);
}

TEST(ConfigReader, TheEnvironmentWinsOverTheFile) {
  const auto enhance = [](std::string_view file, Variables variables) {
    const ConfigReading reading = read_config(std::string(kLeast) + "[governance]\n" + std::string(file), "",
                                              surroundings(std::move(variables)));
    return reading.config.governance.calls;
  };
  EXPECT_FALSE(enhance("", {{"RCC_TOOL_ENHANCE", "0"}}).tool_enhance);
  EXPECT_TRUE(enhance("", {{"RCC_TOOL_ENHANCE", "0"}}).sse_tool_aggregate);
  EXPECT_FALSE(enhance("", {{"RCC_SSE_TOOL_AGGREGATE", "0"}}).sse_tool_aggregate);
  EXPECT_TRUE(enhance("tool_enhance = false", {{"RCC_TOOL_ENHANCE", "1"}}).tool_enhance);
  EXPECT_FALSE(enhance("tool_enhance = false", {{"RCC_TOOL_ENHANCE", ""}}).tool_enhance);
  EXPECT_FALSE(enhance("tool_enhance = false", {}).tool_enhance);
}

TEST(ConfigReader, FlagsGoAboveTheFile) {
  Flags flags;
  flags.listen = "0.0.0.0:9000";
  flags.insecure = true;
  const ConfigReading reading = read_config(std::string(kLeast) + "[[listener]]\naddress = \"127.0.0.1:1\"\n",
                                            "a.toml", surroundings(), flags);
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  ASSERT_EQ(reading.config.listeners.size(), 1U);
  EXPECT_EQ(reading.config.listeners[0].port, 9000);
  EXPECT_TRUE(reading.config.insecure);
}

TEST(ConfigReader, RefusesAnUpstreamBesideTheFile) {
  Flags flags;
  flags.upstream = "http://b";
  flags.demo = true;
  EXPECT_EQ(lines(read_config(kLeast, "a.toml", surroundings(), flags).errors),
            "--upstream cannot be used beside --config; put it into the file as base_url\n"
            "--demo cannot be used beside --config\n");
}

std::string flag_errors(const Flags& flags) { return lines(config_from_flags(flags, surroundings()).errors); }

TEST(ConfigFromFlags, OneUpstream) {
  Flags flags;
  flags.listen = "127.0.0.1:0";
  flags.provider = "anthropic";
  flags.api_key_env = "ANTHROPIC_API_KEY";
  const ConfigReading reading = config_from_flags(flags, surroundings(kVariables));
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  EXPECT_EQ(lines(reading.warnings), "");
  ASSERT_EQ(reading.config.upstreams.size(), 1U);
  const UpstreamConfig& upstream = reading.config.upstreams[0];
  EXPECT_EQ(upstream.name, "anthropic");
  EXPECT_EQ(upstream.base_url, "https://api.anthropic.com/v1");
  EXPECT_EQ(upstream.protocol, Protocol::kMessages);
  EXPECT_EQ(upstream.api_key, "sk-ant");
  EXPECT_EQ(reading.config.listeners[0].port, 0);
  EXPECT_FALSE(reading.config.demo);
}

TEST(ConfigFromFlags, AUrlIsEnough) {
  Flags flags;
  flags.upstream = "http://127.0.0.1:11434/v1/";
  const ConfigReading reading = config_from_flags(flags, surroundings());
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  EXPECT_EQ(reading.config.upstreams[0].base_url, "http://127.0.0.1:11434/v1");
  EXPECT_EQ(reading.config.upstreams[0].name, "upstream");
}

TEST(ConfigFromFlags, TheDemoNeedsNothingElse) {
  Flags flags;
  flags.demo = true;
  flags.protocol = "messages";
  const ConfigReading reading = config_from_flags(flags, surroundings());
  ASSERT_TRUE(reading.ok()) << lines(reading.errors);
  EXPECT_TRUE(reading.config.demo);
  EXPECT_EQ(reading.config.upstreams[0].name, "demo");
  EXPECT_EQ(reading.config.upstreams[0].protocol, Protocol::kMessages);
  flags.upstream = "http://a";
  flags.api_key_env = "NOT_SET";
  EXPECT_EQ(flag_errors(flags),
            "--upstream cannot be used beside --demo\n--api-key-env cannot be used beside --demo\n");
}

TEST(ConfigFromFlags, SaysWhatIsMissing) {
  EXPECT_EQ(
      flag_errors({}),
      "--upstream is missing: say where the model is; for example: argwright serve --upstream "
      "http://127.0.0.1:11434/v1, argwright serve --provider openai --api-key-env OPENAI_API_KEY, argwright "
      "serve --config argwright.toml, or argwright serve --demo\n");
  Flags flags;
  flags.provider = "vllm";
  EXPECT_EQ(flag_errors(flags),
            "--upstream is missing: the address of the API, as in \"http://127.0.0.1:8000/v1\"\n");
}

TEST(ConfigFromFlags, HasTheSameChecksInTheWordsOfTheCommandLine) {
  Flags flags;
  flags.listen = "0.0.0.0:8787";
  flags.upstream = "localhost:8000";
  flags.provider = "opnai";
  flags.protocol = "chats";
  flags.api_key_env = "NOT_SET";
  EXPECT_EQ(
      flag_errors(flags),
      "--upstream must begin with \"http://\" or \"https://\"\n"
      "--provider \"opnai\" is none of \"generic\", \"openai\", \"anthropic\", \"deepseek\", \"minimax\", "
      "\"glm\", \"kimi\", \"qwen\", \"openrouter\", \"vllm\", \"llamacpp\", \"ollama\", \"gemini\" or "
      "\"mistral\"; did "
      "you "
      "mean \"openai\"?\n"
      "--protocol \"chats\" is none of \"chat\", \"responses\" or \"messages\"; did you mean \"chat\"?\n"
      "--api-key-env names the environment variable NOT_SET, which is not set\n"
      "--listen \"0.0.0.0:8787\" can be reached from other machines, and there are no client keys; add a "
      "[[key]] to the configuration, or allow it by insecure = true (--insecure)\n");
}

TEST(LoadConfig, ReadsAFileAndSaysWhyItCannot) {
  const auto nothing = [](const std::string&) { return std::optional<std::string>(); };
  EXPECT_EQ(lines(load_config("/no/such/argwright.toml", nothing).errors),
            "/no/such/argwright.toml: cannot be read: No such file or directory\n");
  EXPECT_EQ(lines(load_config("/", nothing).errors), "/: cannot be read: Is a directory\n");

  std::string path = testing::TempDir() + "argwright_config_XXXXXX";
  const int file = mkstemp(path.data());
  ASSERT_GE(file, 0);
  close(file);
  EXPECT_EQ(lines(load_config(path, nothing).errors).substr(path.size()),
            ": there is no upstream; add [[upstream]] with name = \"openai\" and provider = \"openai\"\n");
  std::ofstream(path) << kLeast << "ca_file = \"" << path << "\"\n";
  const ConfigReading reading = load_config(path, nothing);
  EXPECT_EQ(lines(reading.errors), "");
  EXPECT_EQ(reading.config.upstreams[0].ca_file, path);
  std::remove(path.c_str());
}

// Whatever happens to the example: an answer, a place that exists, and no secret in it.
TEST(ConfigProperty, RandomEditsNeverCrash) {
  const std::string example = source_file("examples/argwright.toml");
  ASSERT_FALSE(example.empty());
  const std::vector<std::string> pieces = {"[",
                                           "]",
                                           "[[",
                                           "]]",
                                           "{",
                                           "}",
                                           "=",
                                           "\"",
                                           "'",
                                           "\"\"\"",
                                           "\n",
                                           ".",
                                           ",",
                                           "#",
                                           "-1",
                                           "0",
                                           "1e999",
                                           "nan",
                                           "9223372036854775807",
                                           "true",
                                           "1979-05-27T07:32:00Z",
                                           "\\u0000",
                                           "\\",
                                           "\xff",
                                           std::string(1, '\0'),
                                           "a.b.c",
                                           "[upstream]",
                                           "[[upstream]]",
                                           "[[route]]",
                                           "name = \"openai\"\n",
                                           "é"};
  std::mt19937 random(20'240'501);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  std::size_t read_whole = 0;
  const char* const wanted = std::getenv("ARGWRIGHT_CONFIG_ROUNDS");
  const std::size_t rounds = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 500;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string text = example;
    for (std::size_t edits = 1 + below(4); edits != 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0: text.insert(at, pieces[below(pieces.size())]); break;
        case 1: text.erase(at, 1 + below(20)); break;
        case 2: text[at] = static_cast<char>(random() % 256); break;
        default: text.insert(at, text.substr(below(text.size()), 1 + below(200))); break;
      }
    }
    const ConfigReading reading = read_config(text, "a.toml", surroundings(kVariables));
    if (reading.ok()) {
      ++read_whole;
      ASSERT_FALSE(reading.config.listeners.empty());
      ASSERT_FALSE(reading.config.upstreams.empty());
      ASSERT_NE(redacted(reading.config), "");
    }
    const auto line_count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    for (const ConfigIssue& issue : reading.errors) {
      ASSERT_LE(issue.line, line_count) << issue.describe();
      ASSERT_EQ(issue.describe().find('\n'), std::string::npos) << issue.describe();
      for (const auto& [name, value] : kVariables)
        ASSERT_EQ(issue.describe().find(value), std::string::npos) << issue.describe();
    }
  }
  EXPECT_GT(read_whole, rounds / 30);       // else the edits are too wild to say anything
  EXPECT_LT(read_whole, rounds / 30 * 29);  // or too tame
}

}  // namespace
}  // namespace argwright::gateway
