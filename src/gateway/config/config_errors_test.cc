// Every fault that a configuration can have, with the exact line that tells it.
#include <gtest/gtest.h>

#include "gateway/config/config_test_support.h"

namespace argwright::gateway {
namespace {

// A configuration that is right, in one line, so that what follows begins in line 2.
constexpr std::string_view kRight = "upstream = [{ name = \"a\", base_url = \"http://a\" }]\n";

std::string with(std::string_view more) { return errors_of(std::string(kRight) + std::string(more)); }

std::string upstream(std::string_view more, Variables variables = {}) {
  return errors_of("[[upstream]]\nname = \"a\"\nbase_url = \"http://a\"\n" + std::string(more),
                   std::move(variables));
}

TEST(ConfigErrors, NoneInTheLeastConfiguration) { EXPECT_EQ(with(""), ""); }

TEST(ConfigErrors, TextThatIsNoToml) {
  EXPECT_EQ(errors_of("threads = \n"),
            "a.toml:1:11: cannot be read as TOML: Error while parsing key-value pair: expected value, "
            "saw '\\n'\n");
  // What toml++ takes for impossible; see toml_reader.cc.
  EXPECT_NE(errors_of("threads = 1\u00e9\n"), "");
  EXPECT_EQ(errors_of("[=]\n"),
            "a.toml:1:2: cannot be read as TOML: Error while parsing key: expected bare key "
            "starting character or string delimiter, saw '='\n");
  EXPECT_EQ(errors_of(std::string(1 << 20, '#') + "#"), "a.toml: is larger than 1MiB\n");
  std::string dots = "a";
  for (int i = 0; i < 1001; ++i) dots += ".a";
  EXPECT_EQ(errors_of("\n" + dots + " = 1"), "a.toml:2:1: has more than 1000 dots in this line\n");
}

TEST(ConfigErrors, NoUpstream) {
  const std::string line =
      "a.toml: there is no upstream; add [[upstream]] with name = \"openai\" and provider = \"openai\"\n";
  EXPECT_EQ(errors_of(""), line);
  EXPECT_EQ(errors_of("upstream = []"), line);
}

TEST(ConfigErrors, UnknownKeys) {
  EXPECT_EQ(with("thread = 2\n"), "a.toml:2:1: unknown key \"thread\"; did you mean \"threads\"?\n");
  EXPECT_EQ(with("[limits]\nbody_byte = 1\n"),
            "a.toml:3:1: limits: unknown key \"body_byte\"; did you mean \"body_bytes\"?\n");
  EXPECT_EQ(upstream("  base_ur = \"x\"\n"),
            "a.toml:4:3: upstream \"a\": unknown key \"base_ur\"; did you mean \"base_url\"?\n");
  EXPECT_EQ(upstream("[upstream.timeouts]\nconect = 1\n"),
            "a.toml:5:1: upstream \"a\": timeouts: unknown key \"conect\"; did you mean \"connect\"?\n");
  EXPECT_EQ(with("[retry]\ncolour = 1\n"),
            "a.toml:3:1: retry: unknown key \"colour\"; it may be \"attempts\", \"backoff\", \"max_wait\", "
            "\"breaker_failures\" or \"breaker_pause\"\n");
}

// The value of a key that is not known may be a secret.
TEST(ConfigErrors, AKeyInTheFileIsNotRepeated) {
  EXPECT_EQ(upstream("api_key = \"sk-secret\"\n"),
            "a.toml:4:1: upstream \"a\": unknown key \"api_key\"; did you mean \"api_key_env\"?\n");
}

TEST(ConfigErrors, TheWrongKind) {
  EXPECT_EQ(with("threads = \"2\"\n"), "a.toml:2:11: threads must be an integer, not a string\n");
  EXPECT_EQ(with("insecure = 1\n"), "a.toml:2:12: insecure must be true or false, not an integer\n");
  EXPECT_EQ(with("[log]\nfile = 1979-05-27\n"),
            "a.toml:3:8: log.file must be a string, not a date or time\n");
  EXPECT_EQ(with("limits = []\n"), "a.toml:2:10: limits must be a table, not a list\n");
  EXPECT_EQ(errors_of("[upstream]\nname = \"a\"\n"),
            "a.toml:1:1: upstream must be a list of tables; write [[upstream]]\n");
  EXPECT_EQ(with("key = [1]\n"), "a.toml:2:8: key[0] must be a table, not an integer\n");
}

TEST(ConfigErrors, NumbersOutOfRange) {
  EXPECT_EQ(with("threads = 257\n"), "a.toml:2:11: threads must be between 0 and 256, not 257\n");
  EXPECT_EQ(with("threads = -1\n"), "a.toml:2:11: threads must be between 0 and 256, not -1\n");
  EXPECT_EQ(with("[retry]\nattempts = 0\n"),
            "a.toml:3:12: retry.attempts must be between 1 and 100, not 0\n");
  EXPECT_EQ(with("[[key]]\nname = \"k\"\nenv = \"K\"\nrequests_per_minute = nan\n"),
            "a.toml:4:7: key \"k\": env names the environment variable K, which is not set\n"
            "a.toml:5:23: key \"k\": requests_per_minute must be between 0 and 1000000000\n");
}

TEST(ConfigErrors, Durations) {
  EXPECT_EQ(with("drain = \"0s\"\n"), "a.toml:2:9: drain must be more than zero\n");
  EXPECT_EQ(with("drain = -5\n"), "a.toml:2:9: drain must be more than zero\n");
  EXPECT_EQ(
      with("drain = \"soon\"\n"),
      "a.toml:2:9: drain \"soon\" is no duration; write \"500ms\", \"30s\", \"5m\", \"2h\", \"30d\" or a "
      "number of seconds\n");
  EXPECT_EQ(
      with("drain = true\n"),
      "a.toml:2:9: drain is no duration; write \"500ms\", \"30s\", \"5m\", \"2h\", \"30d\" or a number of "
      "seconds\n");
  EXPECT_EQ(with("[timeouts]\ngap = inf\n"),
            "a.toml:3:7: timeouts.gap is no duration; write \"500ms\", \"30s\", \"5m\", \"2h\", \"30d\" or a "
            "number of seconds\n");
  EXPECT_EQ(with("[store]\nkeep_calls = \"90m\"\n"),
            "a.toml:3:14: store.keep_calls must be a whole number of hours\n");
}

TEST(ConfigErrors, Sizes) {
  EXPECT_EQ(
      with("[limits]\nbody_bytes = \"64M\"\n"),
      "a.toml:3:14: limits.body_bytes \"64M\" is no size; write \"64MiB\", \"1GiB\", \"4KB\" or a number of "
      "bytes\n");
  EXPECT_EQ(with("[limits]\nbody_bytes = 0\n"),
            "a.toml:3:14: limits.body_bytes must be between 1KiB and 16GiB\n");
}

TEST(ConfigErrors, Words) {
  EXPECT_EQ(with("[governance]\non_reject = \"reasks\"\n"),
            "a.toml:3:13: governance.on_reject \"reasks\" is none of \"empty_object\", \"error\", \"raw\" or "
            "\"reask\"; did you mean \"reask\"?\n");
  EXPECT_EQ(
      with("[log]\nlevel = \"loud\"\n"),
      "a.toml:3:9: log.level \"loud\" is none of \"trace\", \"debug\", \"info\", \"warn\", \"error\" or "
      "\"off\"\n");
  EXPECT_EQ(upstream("protocol = \"mesages\"\n"),
            "a.toml:4:12: upstream \"a\": protocol \"mesages\" is none of \"chat\", \"responses\" or "
            "\"messages\"; did you mean \"messages\"?\n");
  EXPECT_EQ(
      upstream("provider = \"opnai\"\n"),
      "a.toml:4:12: upstream \"a\": provider \"opnai\" is none of \"generic\", \"openai\", \"anthropic\", "
      "\"deepseek\", \"minimax\", \"glm\", \"kimi\", \"qwen\", \"openrouter\", \"vllm\", \"llamacpp\", "
      "\"ollama\", \"gemini\" or \"mistral\"; did you mean \"openai\"?\n");
}

TEST(ConfigErrors, ControlCharactersAndLongTextsAreMadeHarmless) {
  EXPECT_EQ(with("[log]\naccess = \"a\\u001b[31m\\n\"\n"),
            "a.toml:3:10: log.access \"a\\u001b[31m\\n\" is none of \"off\", \"console\" or \"json\"\n");
  EXPECT_EQ(with("\"a\\nb\" = 1\n").substr(0, 34), "a.toml:2:1: unknown key \"a\\nb\"; it");
  EXPECT_LT(with("[log]\naccess = \"" + std::string(10'000, 'x') + "\"\n").size(), 200U);
}

TEST(ConfigErrors, Names) {
  EXPECT_EQ(errors_of("[[upstream]]\nbase_url = \"http://a\"\n"),
            "a.toml:1:1: upstream[0]: name is missing\n");
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"\"\nbase_url = \"http://a\"\n"),
            "a.toml:2:8: upstream[0]: name must have between 1 and 64 bytes and no control characters\n");
  EXPECT_EQ(upstream("[[upstream]]\nname = \"a\"\nbase_url = \"http://b\"\n"),
            "a.toml:5:8: upstream \"a\": name is used already, in line 1\n");
  EXPECT_EQ(errors_of(std::string(kRight) +
                          "[[key]]\nname = \"k\"\nenv = \"A\"\n[[key]]\nname = \"k\"\nenv = \"B\"\n",
                      {{"A", "1"}, {"B", "2"}}),
            "a.toml:6:8: key \"k\": name is used already, in line 2\n");
}

TEST(ConfigErrors, BaseUrls) {
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"a\"\nbase_url = \"ftp://a\"\n"),
            "a.toml:3:12: upstream \"a\": base_url must begin with \"http://\" or \"https://\"\n");
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"a\"\nbase_url = \"http://\"\n"),
            "a.toml:3:12: upstream \"a\": base_url must name a host, as in \"https://api.example.com/v1\"\n");
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"a\"\nbase_url = \"http://a?key=secret\"\n"),
            "a.toml:3:12: upstream \"a\": base_url must not hold '?' or '#'\n");
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"a\"\n"),
            "a.toml:1:1: upstream \"a\": base_url is missing: the address of the API, as in "
            "\"https://llm.example.com/v1\"\n");
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"a\"\nprovider = \"ollama\"\n"),
            "a.toml:1:1: upstream \"a\": base_url is missing: the address of the API, as in "
            "\"http://127.0.0.1:11434/v1\"\n");
  EXPECT_EQ(
      errors_of("[[upstream]]\nname = \"a\"\nprovider = \"glm\"\nprotocol = \"responses\"\n"),
      "a.toml:1:1: upstream \"a\": base_url is missing: provider \"glm\" has no known address for protocol "
      "\"responses\"\n");
}

// One fault, one line: what follows from it is not told.
TEST(ConfigErrors, AnUnknownProviderIsNotAMissingUrl) {
  EXPECT_EQ(errors_of("[[upstream]]\nname = \"a\"\nprovider = 5\n"),
            "a.toml:3:12: upstream \"a\": provider must be one of \"generic\", \"openai\", \"anthropic\", "
            "\"deepseek\", \"minimax\", \"glm\", \"kimi\", \"qwen\", \"openrouter\", \"vllm\", \"llamacpp\", "
            "\"ollama\", \"gemini\" or \"mistral\", not an integer\n");
}

TEST(ConfigErrors, Headers) {
  EXPECT_EQ(upstream("headers = { \"a b\" = \"x\" }\n"),
            "a.toml:4:21: upstream \"a\": headers.\"a b\" is no name of a header: letters, digits and "
            "!#$%&'*+-.^_`|~ only\n");
  EXPECT_EQ(upstream("headers = { Host = \"x\" }\n"),
            "a.toml:4:20: upstream \"a\": headers.Host belongs to the connection and cannot be set\n");
  EXPECT_EQ(upstream("headers = { x-a = \"secret\\r\\nb: c\" }\n"),
            "a.toml:4:19: upstream \"a\": headers.x-a has a value with a line break or another control "
            "character\n");
  EXPECT_EQ(
      upstream("headers = { x-a = \"1\", X-A = \"2\" }\n"),
      "a.toml:4:30: upstream \"a\": headers.X-A stands there twice; upper and lower case do not count\n");
  EXPECT_EQ(upstream("headers = { x-a = 1 }\n"),
            "a.toml:4:19: upstream \"a\": headers.x-a must be a string, not an integer\n");
}

TEST(ConfigErrors, KeysOfUpstreams) {
  EXPECT_EQ(
      upstream("api_key_env = \"A_KEY\"\n"),
      "a.toml:4:15: upstream \"a\": api_key_env names the environment variable A_KEY, which is not set\n");
  EXPECT_EQ(
      upstream("api_key_env = \"A_KEY\"\n", {{"A_KEY", ""}}),
      "a.toml:4:15: upstream \"a\": api_key_env names the environment variable A_KEY, which is empty\n");
  EXPECT_EQ(
      upstream("api_key_env = \"A_KEY\"\n", {{"A_KEY", "secret\n"}}),
      "a.toml:4:15: upstream \"a\": api_key_env names the environment variable A_KEY, which holds a line "
      "break or another control character\n");
}

// Somebody who puts the key where its variable's name belongs does not find it in the log.
TEST(ConfigErrors, AKeyInPlaceOfItsVariableIsNotRepeated) {
  EXPECT_EQ(upstream("api_key_env = \"sk-secret\"\n"),
            "a.toml:4:15: upstream \"a\": api_key_env must be the name of an environment variable: letters, "
            "digits and '_'; the key itself belongs into that variable\n");
  EXPECT_EQ(upstream("api_key_env = \"AIzaSyA0123456789abcdefghijklmnopqrstu\"\n"),
            "a.toml:4:15: upstream \"a\": api_key_env names an environment variable that is not set\n");
}

TEST(ConfigErrors, ClientKeys) {
  EXPECT_EQ(
      with("[[key]]\nname = \"k\"\n"),
      "a.toml:2:1: key \"k\": sha256 or env is missing; write env = \"NAME\" with the variable that holds "
      "the key, or sha256 = \"..\" with its digest\n");
  EXPECT_EQ(
      with("[[key]]\nname = \"k\"\nsha256 = \"abc\"\n"),
      "a.toml:4:10: key \"k\": sha256 must have 64 hexadecimal digits, not 3; printf %s KEY | sha256sum\n");
  EXPECT_EQ(
      with("[[key]]\nname = \"k\"\nsha256 = \"my-secret-key\"\n"),
      "a.toml:4:10: key \"k\": sha256 must be 64 hexadecimal digits, the SHA-256 of the key; printf %s KEY "
      "| sha256sum\n");
  const std::string digest = "sha256 = \"" + std::string(64, 'a') + "\"\n";
  EXPECT_EQ(
      errors_of(std::string(kRight) + "[[key]]\nname = \"k\"\n" + digest + "env = \"K\"\n", {{"K", "x"}}),
      "a.toml:5:7: key \"k\": env and sha256 exclude each other\n");
  EXPECT_EQ(with("[[key]]\nname = \"k\"\n" + digest + "[[key]]\nname = \"l\"\n" + digest),
            "a.toml:7:10: key \"l\": sha256 is used already, in line 2\n");
  EXPECT_EQ(with("[[key]]\nname = \"k\"\n" + digest + "models = []\n"),
            "a.toml:5:10: key \"k\": models must not be empty; leave it out to allow all models\n");
}

TEST(ConfigErrors, Listeners) {
  EXPECT_EQ(
      with("[[listener]]\naddress = \"127.0.0.1:70000\"\n"),
      "a.toml:3:11: listener[0]: address \"127.0.0.1:70000\" has no port between 0 and 65535; write for "
      "example \"127.0.0.1:8787\" or \"[::1]:8787\"\n");
  EXPECT_EQ(with("[[listener]]\ncertificate = \"c.pem\"\n"),
            "a.toml:3:15: listener[0]: certificate needs a private_key beside it\n");
  EXPECT_EQ(with("[[listener]]\nprivate_key = \"k.pem\"\n"),
            "a.toml:3:15: listener[0]: private_key needs a certificate beside it\n");
  EXPECT_EQ(
      with("[[listener]]\ncertificate = \"missing.pem\"\nprivate_key = \"\"\n"),
      "a.toml:3:15: listener[0]: certificate names the file \"missing.pem\", which cannot be read: No such "
      "file or directory\n"
      "a.toml:4:15: listener[0]: private_key must name a file\n");
  EXPECT_EQ(with("[[listener]]\naddress = \"[::1]:1\"\n[[listener]]\naddress = \"[0::1]:1\"\n"),
            "a.toml:5:11: listener[1]: address is used already, in line 2\n");
  EXPECT_EQ(with("[[listener]]\naddress = \"[::1]:0\"\n[[listener]]\naddress = \"[::1]:0\"\n"), "");
  EXPECT_EQ(
      upstream("ca_file = \"missing.pem\"\n"),
      "a.toml:4:11: upstream \"a\": ca_file names the file \"missing.pem\", which cannot be read: No such "
      "file or directory\n");
}

TEST(ConfigErrors, OtherMachinesNeedAKey) {
  const std::string open = "[[listener]]\naddress = \"0.0.0.0:8787\"\n";
  EXPECT_EQ(
      with(open),
      "a.toml:3:11: listener[0]: address \"0.0.0.0:8787\" can be reached from other machines, and there are "
      "no client keys; add a [[key]] to the configuration, or allow it by insecure = true (--insecure)\n");
  EXPECT_EQ(with("insecure = true\n" + open), "");
  EXPECT_EQ(with(open + "[[key]]\nname = \"k\"\nsha256 = \"" + std::string(64, 'a') + "\"\n"), "");
}

TEST(ConfigErrors, Routes) {
  EXPECT_EQ(
      with("[[route]]\n"),
      "a.toml:2:1: route[0]: models is missing; write for example models = [\"gpt-*\"], or [\"*\"] for all\n"
      "a.toml:2:1: route[0]: upstreams is missing; write for example upstreams = [\"a\", \"b\"]\n");
  EXPECT_EQ(
      with("[[route]]\nmodels = []\nupstreams = []\n"),
      "a.toml:3:10: route[0]: models must not be empty; write for example models = [\"gpt-*\"], or [\"*\"] "
      "for all\n"
      "a.toml:4:13: route[0]: upstreams must not be empty; write for example upstreams = [\"a\", \"b\"]\n");
  EXPECT_EQ(with("[[route]]\nmodels = [\"\", 1]\nupstreams = [\"a\"]\n"),
            "a.toml:3:11: route[0]: models[0] must be the name of a model, in which '*' stands for any text\n"
            "a.toml:3:15: route[0]: models[1] must be a string, not an integer\n");
  EXPECT_EQ(upstream("[[upstream]]\nname = \"local\"\nbase_url = \"http://l\"\n"
                     "[[route]]\nmodels = [\"*\"]\nupstreams = [\"locl\", { name = \"zzz\" }, \"a\"]\n"),
            "a.toml:9:14: route[0]: upstreams[0] \"locl\" is no upstream; did you mean \"local\"?\n"
            "a.toml:9:31: route[0]: upstreams[1].name \"zzz\" is no upstream\n");
  EXPECT_EQ(
      with("[[route]]\nmodels = [\"*\"]\nupstreams = [1, {}]\n"),
      "a.toml:4:14: route[0]: upstreams[0] must be the name of an upstream, or a table as in { name = \"a\", "
      "weight = 3 }\n"
      "a.toml:4:17: route[0]: upstreams[1].name is missing\n");
  EXPECT_EQ(with("[[route]]\nmodels = [\"*\"]\nupstreams = [\"a\", { name = \"a\" }]\n"),
            "a.toml:4:19: route[0]: upstreams[1] \"a\" stands there twice\n");
  EXPECT_EQ(
      with("[[route]]\nmodels = [\"*\"]\nupstreams = [{ name = \"a\", model = \"\" }]\n"),
      "a.toml:4:36: route[0]: upstreams[0].model must not be empty; leave it out to keep the name that the "
      "client uses\n");
}

TEST(ConfigErrors, Weights) {
  EXPECT_EQ(
      with("[[route]]\nmodels = [\"*\"]\n"
           "upstreams = [{ name = \"a\", weight = 1 }, { name = \"a\", model = \"m\" }]\n"),
      "a.toml:4:13: route[0]: upstreams mixes upstreams with and without a weight; give a weight to all of "
      "them or to none\n");
  EXPECT_EQ(with("[[route]]\nmodels = [\"*\"]\nupstreams = [{ name = \"a\", weight = 0 }]\n"),
            "a.toml:4:37: route[0]: upstreams[0].weight must be between 1 and 1000000, not 0\n");
}

TEST(ConfigErrors, Stores) {
  EXPECT_EQ(with("[store]\nurl = \"mysql://me:secret@db\"\n"),
            "a.toml:3:7: store.url must be \"sqlite:FILE\", \"sqlite::memory:\", "
            "\"postgresql://USER@HOST:PORT/DATABASE\" or \"off\"\n");
  EXPECT_EQ(with("[store]\nurl = \"postgres:me:secret@db\"\n"),
            "a.toml:3:7: store.url must be \"postgresql://USER@HOST:PORT/DATABASE\"\n");
  EXPECT_EQ(with("[store]\nurl = \"postgres://me:secret@db\"\n"), "");
  EXPECT_EQ(with("[store]\nurl = \"postgresql://me@db:5432/argwright?sslmode=require\"\n"), "");
  EXPECT_EQ(with("[store]\nurl = \"sqlite:\"\n"),
            "a.toml:3:7: store.url names no file; write \"sqlite:argwright.db\" or \"sqlite::memory:\"\n");
  EXPECT_EQ(with("[store]\nurl = \"sqlite::memory:\"\n"), "");
  EXPECT_EQ(with("[store]\nurl = \"off\"\n"), "");
}

TEST(ConfigErrors, AreToldAllAtOnceInTheOrderOfTheFile) {
  EXPECT_EQ(errors_of("threads = 300\n[log]\nlevl = \"info\"\n[[upstream]]\nname = \"a\"\nbase_url = \"x\"\n"
                      "[limits]\nhead_time = 0\n"),
            "a.toml:1:11: threads must be between 0 and 256, not 300\n"
            "a.toml:3:1: log: unknown key \"levl\"; did you mean \"level\"?\n"
            "a.toml:6:12: upstream \"a\": base_url must begin with \"http://\" or \"https://\"\n"
            "a.toml:8:13: limits.head_time must be more than zero\n");
}

TEST(ConfigErrors, KnowTheirPath) {
  const ConfigReading reading =
      read_config("[[upstream]]\nname = \"a\"\nbase_ur = \"x\"\n", "a.toml", surroundings());
  ASSERT_EQ(reading.errors.size(), 2U);
  EXPECT_EQ(reading.errors[0].where, "upstream[0].base_url");
  EXPECT_EQ(reading.errors[1].where, "upstream[0].base_ur");
  EXPECT_EQ(reading.errors[1].line, 3U);
  EXPECT_EQ(reading.errors[1].column, 1U);
  EXPECT_EQ(reading.errors[1].suggestion, "did you mean \"base_url\"?");
}

TEST(ConfigWarnings, PatternsThatAreNeverReached) {
  EXPECT_EQ(
      warnings_of(std::string(kRight) + "[[route]]\nmodels = [\"gpt-*\", \"gpt-5\"]\nupstreams = [\"a\"]\n"
                                        "[[route]]\nmodels = [\"o3\", \"gpt-?\"]\nupstreams = [\"a\"]\n"),
      "a.toml:3:20: route[0]: models[1] \"gpt-5\" is never reached: \"gpt-*\" of line 3 takes all of it\n"
      "a.toml:6:17: route[1]: models[1] \"gpt-?\" is never reached: \"gpt-*\" of line 3 takes all of it\n");
  EXPECT_EQ(warnings_of(std::string(kRight) +
                        "[[route]]\nmodels = [\"gpt-5\", \"gpt-*\", \"*\"]\nupstreams = [\"a\"]\n"),
            "");
}

TEST(ConfigWarnings, UpstreamsThatAreNeverAsked) {
  const std::string two =
      "[[upstream]]\nname = \"a\"\nbase_url = \"http://a\"\n"
      "[[upstream]]\nname = \"b\"\nbase_url = \"http://b\"\n";
  EXPECT_EQ(warnings_of(two),
            "a.toml:4:1: upstream \"b\": is never asked: without a [[route]] the first upstream takes all\n");
  EXPECT_EQ(warnings_of(two + "[[route]]\nmodels = [\"*\"]\nupstreams = [\"b\"]\n"),
            "a.toml:1:1: upstream \"a\": is never asked: no [[route]] names it\n");
}

TEST(ConfigErrors, RowsOfProvidersAreCheckedByTheTable) {
  const std::string upstream = "[[upstream]]\nname = \"a\"\nbase_url = \"http://a\"\n";
  const auto errors = [&](const std::string& row) { return errors_of(upstream + "[[provider]]\n" + row); };
  EXPECT_EQ(errors("name = \"b\"\nlike = \"depseek\"\n"),
            "a.toml:6:8: provider \"b\": like \"depseek\" is none of \"generic\", \"openai\", \"anthropic\", "
            "\"deepseek\", \"minimax\", \"glm\", \"kimi\", \"qwen\", \"openrouter\", \"vllm\", \"llamacpp\", "
            "\"ollama\", \"gemini\" or \"mistral\"; did you mean \"deepseek\"?\n");
  EXPECT_EQ(
      errors("name = \"glm\"\nlike = \"kimi\"\n"),
      "a.toml:6:8: provider \"glm\": like is for new providers; \"glm\" is there already; leave it out, or "
      "choose another name\n");
  EXPECT_EQ(errors("name = \"b\"\nback = \"always\"\ntool_choise = []\n"),
            "a.toml:6:8: provider \"b\": back \"always\" is none of \"none\", \"when_present\" or "
            "\"always_field\"; did you mean \"always_field\"?\n"
            "a.toml:7:1: provider \"b\": unknown key \"tool_choise\"; did you mean \"tool_choice\"?\n");
  EXPECT_EQ(
      errors("back = \"none\"\ntool_choice = [\"auto\", \"any\"]\nstream_options = 1\nsend = 1\n"),
      "a.toml:4:1: provider[0]: name is missing; a new name, or that of a provider whose rows are changed\n"
      "a.toml:6:24: provider[0]: tool_choice[1] \"any\" is none of \"auto\", \"none\", \"required\", "
      "\"named\" or \"allowed\"\n"
      "a.toml:7:18: provider[0]: stream_options must be true or false, not an integer\n"
      "a.toml:8:8: provider[0]: send must be a table, not an integer\n");
}

TEST(ConfigReader, UpstreamsKnowTheProvidersOfTheFile) {
  const ConfigReading reading = read_config(
      "[[upstream]]\nname = \"a\"\nprovider = \"corp\"\n"
      "[[provider]]\nname = \"corp\"\nlike = \"glm\"\nchat_url = \"https://llm.corp/v1\"\nsend = { x = [1, "
      "2.5] }\n"
      "[[provider]]\nname = \"corp\"\nmodels = [\"big-*\"]\nback = \"none\"\n",
      "a.toml", surroundings());
  EXPECT_EQ(lines(reading.errors), "");
  ASSERT_EQ(reading.config.providers.size(), 2U);
  ASSERT_EQ(reading.config.upstreams.size(), 1U);
  EXPECT_EQ(reading.config.upstreams[0].provider, "corp");
  EXPECT_EQ(reading.config.upstreams[0].base_url, "https://llm.corp/v1");
  const provider::Profiles profiles(reading.config.providers);
  EXPECT_EQ(provider::profile_for(profiles, "corp", "", "big-1").back, provider::Back::kNone);
  const provider::Profile& own = provider::profile_for(profiles, "corp", "", "small");
  EXPECT_EQ(own.back, provider::Back::kWhenPresent);
  EXPECT_EQ(own.tool_choice, std::vector<std::string>{"auto"});
  EXPECT_EQ(json::write(json::Value(own.send)), R"({"x":[1,2.5]})");
}

}  // namespace
}  // namespace argwright::gateway
