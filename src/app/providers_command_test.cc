#include "app/providers_command.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/command_line.h"
#include "argwright/json.h"

namespace argwright::app {
namespace {

std::string text_of(const std::string& name, ProvidersFormat format) {
  const Result<std::string> text = providers_text({name, format});
  return text ? *text : "error: " + text.error().message;
}

std::string source_file(const std::string& name) {
  const char* const folder = std::getenv("ARGWRIGHT_SOURCE_DIR");
  std::ifstream file((folder != nullptr ? std::string(folder) : std::string(".")) + "/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::variant<CommandLine, Stop> read(std::vector<const char*> words) {
  words.insert(words.begin(), "argwright");
  return read_command_line(static_cast<int>(words.size()), words.data());
}

TEST(ProvidersCommand, PrintsATableThatFitsATerminal) {
  for (const std::string& text :
       {text_of("", ProvidersFormat::kTable), text_of("deepseek", ProvidersFormat::kTable),
        text_of("minimax", ProvidersFormat::kTable)}) {
    std::istringstream lines(text);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 100U) << line;
    EXPECT_GT(count, 20U);
  }
  EXPECT_NE(text_of("", ProvidersFormat::kTable).find("\nglm "), std::string::npos);
}

TEST(ProvidersCommand, TellsAllOfOneProviderAndWhatItsModelsChange) {
  const std::string text = text_of("deepseek", ProvidersFormat::kTable);
  EXPECT_NE(text.find("\n  back                  always_field\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ndeepseek, models deepseek-chat*, deepseek-v3*\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  back_scope            turn\n"), std::string::npos) << text;
  EXPECT_EQ(text_of("depseek", ProvidersFormat::kTable),
            "error: there is no provider \"depseek\"; did you mean \"deepseek\"?");
}

TEST(ProvidersCommand, PrintsJsonWithEveryField) {
  const Result<json::Value> rows = json::parse(text_of("minimax", ProvidersFormat::kJson));
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->items().size(), 2U);
  EXPECT_EQ(json::write(*rows->items()[0].find("send")), R"({"reasoning_split":true})");
  EXPECT_EQ(rows->items()[1].find("models")->items().front().string(), "MiniMax-M3*");
}

TEST(ProvidersCommand, ShowsTheRowsOfAConfiguration) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("argwright-providers-" + std::to_string(::getpid()) + ".toml");
  const auto shown = [&](const std::string& name, const char* rows) {
    std::ofstream(file) << "[[upstream]]\nname = \"a\"\nprovider = \"glm\"\napi_key_env = \"NOT_SET_HERE\"\n"
                        << rows;
    const Result<std::string> text = providers_text({name, ProvidersFormat::kTable, file.string()});
    return text ? *text : "error: " + text.error().message;
  };
  const std::string corp =
      shown("corp", "[[provider]]\nname = \"corp\"\nlike = \"deepseek\"\nback_placeholder = \"none\"\n");
  EXPECT_NE(corp.find("\n  back_placeholder      none\n"), std::string::npos) << corp;
  EXPECT_NE(corp.find("\ncorp, models deepseek-chat*, deepseek-v3*\n"), std::string::npos) << corp;
  const std::string glm = shown(
      "glm", "[[provider]]\nname = \"glm\"\nmodels = [\"glm-9*\"]\ntool_choice = [\"auto\", \"required\"]\n");
  EXPECT_NE(glm.find("\nglm, models glm-9*\n"), std::string::npos) << glm;
  EXPECT_NE(glm.find("\n  tool_choice           auto, required\n"), std::string::npos) << glm;
  const std::string wrong = shown("glm", "[[provider]]\nname = \"glm\"\nbak = \"none\"\n");
  EXPECT_NE(wrong.find("did you mean \"back\"?"), std::string::npos) << wrong;
  std::filesystem::remove(file);
}

TEST(ProvidersCommand, TheManualIsUpToDate) {
  EXPECT_EQ(source_file("docs/providers.md"), text_of("", ProvidersFormat::kMarkdown))
      << "the provider table has changed: build/dev/argwright providers --format markdown > "
         "docs/providers.md";
}

TEST(ProvidersCommand, IsReadFromTheCommandLine) {
  const auto line = read({"providers", "kimi", "--format", "json", "--config", "a.toml"});
  const CommandLine* const wanted = std::get_if<CommandLine>(&line);
  ASSERT_NE(wanted, nullptr);
  EXPECT_EQ(wanted->command, Command::kProviders);
  EXPECT_EQ(wanted->providers.name, "kimi");
  EXPECT_EQ(wanted->providers.format, ProvidersFormat::kJson);
  EXPECT_EQ(wanted->providers.config_file, "a.toml");
  const auto help = read({"providers", "--help"});
  ASSERT_NE(std::get_if<Stop>(&help), nullptr);
  EXPECT_NE(std::get_if<Stop>(&help)->output.find("Examples:\n  argwright providers"), std::string::npos);
  const auto wrong = read({"providers", "--format", "yaml"});
  ASSERT_NE(std::get_if<Stop>(&wrong), nullptr);
  EXPECT_NE(std::get_if<Stop>(&wrong)->error.find("argwright providers --help"), std::string::npos);
}

}  // namespace
}  // namespace argwright::app
