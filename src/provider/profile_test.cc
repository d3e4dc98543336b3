// The table: its rows, how one is found, what a user may change.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "provider/model_pattern.h"
#include "provider/profile_fields.h"
#include "provider/profiles.h"

namespace argwright::provider {
namespace {

using protocol::Protocol;

const Profiles& table() {
  static const Profiles profiles;
  return profiles;
}

TEST(Profiles, AreThoseOfTheCommandLine) {
  EXPECT_EQ(table().names(), (std::vector<std::string_view>{
                                 "generic", "openai", "anthropic", "deepseek", "minimax", "glm", "kimi",
                                 "qwen", "openrouter", "vllm", "llamacpp", "ollama", "gemini", "mistral"}));
}

TEST(Profiles, AreFoundByTheirExactName) {
  for (const std::string_view name : table().names()) {
    ASSERT_NE(table().by_name(name), nullptr);
    EXPECT_EQ(table().by_name(name)->name, name);
  }
  EXPECT_EQ(table().by_name("OpenAI"), nullptr);
  EXPECT_EQ(table().by_name("open"), nullptr);
  EXPECT_EQ(table().by_name(""), nullptr);
}

// Whoever has no default must have an example for the error that asks for a base URL, and the other way
// round.
TEST(Profiles, HaveADefaultUrlForTheirOwnProtocolOrAnExample) {
  for (const Profile& row : table().rows()) {
    EXPECT_NE(row.base_urls.of(row.protocol).empty(), row.example_url.empty()) << row.name;
    EXPECT_FALSE(row.title.empty()) << row.name;
  }
}

TEST(Profiles, UrlsEndWhereTheEndpointBegins) {
  std::size_t seen = 0;
  for (const Profile& row : table().rows()) {
    for (const Protocol protocol : protocol::kProtocols) {
      const std::string& url = row.base_urls.of(protocol);
      if (url.empty()) continue;
      ++seen;
      EXPECT_TRUE(url.starts_with("https://")) << url;
      EXPECT_FALSE(url.ends_with('/')) << url;
      EXPECT_EQ(url.find_first_of("?# "), std::string::npos) << url;
    }
  }
  EXPECT_GE(seen, 15U);
}

TEST(Profiles, SpellRequestsAsTheirApiReadsThem) {
  const auto options = [](const char* name) { return encode_options(*table().by_name(name)); };
  EXPECT_FALSE(options("openai").legacy_max_tokens);
  EXPECT_TRUE(options("openai").developer_role);
  EXPECT_TRUE(options("glm").legacy_max_tokens);
  EXPECT_FALSE(options("glm").developer_role);
  EXPECT_FALSE(options("glm").stream_usage);
  EXPECT_FALSE(options("minimax").legacy_max_tokens);
  EXPECT_TRUE(options("deepseek").reasoning_items);
  EXPECT_TRUE(options("deepseek").empty_content);
  EXPECT_FALSE(options("generic").empty_content);
}

struct Found {
  const char* provider;
  const char* url;
  const char* model;
  const char* name;
  const char* first_pattern;  // of the row; "": the provider's own
};

TEST(ProfileFor, NameThenHostThenModelDecide) {
  const Found rows[] = {
      // By name, whatever the address.
      {"deepseek", "http://127.0.0.1:9", "deepseek-v4-pro", "deepseek", "deepseek-v4*"},
      {"deepseek", "http://127.0.0.1:9", "deepseek-chat", "deepseek", "deepseek-chat*"},
      {"deepseek", "", "DeepSeek-Reasoner", "deepseek", "deepseek-reasoner*"},
      {"deepseek", "", "something-new", "deepseek", ""},
      {"vllm", "https://api.deepseek.com", "deepseek-v4-pro", "vllm", ""},
      {"minimax", "", "MiniMax-M2.5", "minimax", ""},
      {"minimax", "", "minimax-m3-preview", "minimax", "MiniMax-M3*"},
      {"glm", "", "glm-4.6", "glm", "glm-4.5*"},
      {"glm", "", "glm-4.7", "glm", ""},
      {"glm", "", "glm-4-plus", "glm", "glm-4-*"},
      {"kimi", "", "kimi-k2-thinking-turbo", "kimi", "kimi-k2-thinking*"},
      {"kimi", "", "kimi-k2.5", "kimi", ""},
      {"kimi", "", "kimi-k2-0905-preview", "kimi", "kimi-k2-0*"},
      {"openrouter", "", "z-ai/glm-4.7", "openrouter", "z-ai/glm-*"},
      {"gemini", "", "models/gemini-3-pro-preview", "gemini", "*gemini-3*"},
      {"openai", "", "o3-mini", "openai", "o1*"},
      {"openai", "", "gpt-5-mini", "openai", "o1*"},
      {"openai", "", "gpt-5.1", "openai", "gpt-5*"},
      {"openai", "", "gpt-4o", "openai", ""},
      {"qwen", "", "qwen3-30b-a3b", "qwen", ""},
      {"qwen", "", "qwen3-omni-flash", "qwen", "*omni*"},
      {"qwen", "", "qwen3-30b-a3b-instruct-2507", "qwen", "qwen3-coder*"},
      {"qwen", "", "qwen3.5-plus", "qwen", ""},
      // By host (S4-70), where no provider was named.
      {"generic", "https://api.minimaxi.com/v1", "MiniMax-M2.5", "minimax", ""},
      {"generic", "https://API.MiniMax.io/v1", "x", "minimax", ""},
      {"generic", "https://api.deepseek.com/beta", "deepseek-chat", "deepseek", "deepseek-chat*"},
      {"generic", "https://api.moonshot.cn/v1", "kimi-k2.6", "kimi", ""},
      {"generic", "https://open.bigmodel.cn/api/paas/v4", "glm-4.7", "glm", ""},
      {"generic", "https://api.z.ai/api/coding/paas/v4", "glm-5", "glm", ""},
      {"generic", "https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen3-max", "qwen", ""},
      {"generic", "https://openrouter.ai/api/v1", "openai/gpt-5", "openrouter", ""},
      {"generic", "https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-flash", "gemini",
       ""},
      {"generic", "https://api.anthropic.com/v1", "claude-x", "anthropic", ""},
      {"generic", "https://api.mistral.ai/v1", "mistral-large-latest", "mistral", ""},
      {"generic", "https://z.ai", "glm-5", "glm", ""},
      {"generic", "https://api.blitz.ai/v1", "m", "generic", ""},
      {"generic", "https://myopenrouter.ai/v1", "m", "generic", ""},
      // Only the host counts, and by the model only what cannot do harm.
      {"generic", "https://proxy.example.com/deepseek/v1", "m", "generic", ""},
      {"generic", "http://127.0.0.1:8000/v1", "deepseek-ai/DeepSeek-V4-Pro", "generic", "*deepseek-v4*"},
      {"generic", "http://127.0.0.1:8000/v1", "gpt-4o", "generic", ""},
      {"nobody", "", "m", "generic", ""},
  };
  for (const Found& row : rows) {
    const Profile& found = profile_for(table(), row.provider, row.url, row.model);
    EXPECT_EQ(found.name, row.name) << row.provider << " " << row.url << " " << row.model;
    EXPECT_EQ(found.models.empty() ? "" : found.models.front(), row.first_pattern)
        << row.provider << " " << row.url << " " << row.model;
  }
}

TEST(ModelPattern, KnowsStarsMarksAndNoCase) {
  EXPECT_TRUE(matches_model("MiniMax-M2*", "minimax-m2.5"));
  EXPECT_TRUE(matches_model("*glm-?.7", "z-ai/GLM-4.7"));
  EXPECT_TRUE(matches_model("*", ""));
  EXPECT_FALSE(matches_model("glm-4*", "xglm-4"));
  EXPECT_FALSE(matches_model("", "a"));
}

TEST(ProfileFields, ReadWhatTheyShow) {
  std::set<std::string_view> keys;
  for (const ProfileField& field : profile_fields()) {
    EXPECT_TRUE(keys.insert(field.key).second) << field.key;
    EXPECT_EQ(profile_field(field.key), &field);
    for (const Profile& row : table().rows()) {
      Profile copy{.name = row.name};
      field.set(copy, field.get(row));
      EXPECT_EQ(field.get(copy), field.get(row)) << row.name << " " << field.key;
    }
  }
  EXPECT_EQ(profile_field("name"), nullptr);
}

TEST(ProfileFields, UseOnlyTheirWords) {
  for (const Profile& row : table().rows()) {
    for (const ProfileField& field : profile_fields()) {
      if (field.kind != FieldKind::kWords) continue;
      const json::Value value = field.get(row);
      for (const json::Value& word : value.items()) {
        EXPECT_NE(std::ranges::find(field.words, word.string()), field.words.end())
            << row.name << " " << field.key;
      }
    }
  }
}

TEST(ProfileRows, MakeANewProviderLikeAKnownOne) {
  const ProfileRow rows[] = {
      {"mine", "deepseek", {}, {{"back_placeholder", "-"}, {"hosts", json::Array{"llm.corp"}}}}};
  const Profiles profiles(rows);
  EXPECT_EQ(profile_for(profiles, "mine", "", "deepseek-chat").back_scope, BackScope::kTurn);
  EXPECT_EQ(profile_for(profiles, "mine", "", "deepseek-v4-pro").back_placeholder, "-");
  EXPECT_EQ(profile_for(profiles, "generic", "https://llm.corp/v1", "x").name, "mine");
  EXPECT_EQ(profile_for(profiles, "generic", "https://api.deepseek.com", "x").name, "deepseek");
}

TEST(ProfileRows, HaveTheirHostsBeforeThoseOfTheBuiltInOnes) {
  const ProfileRow rows[] = {{"mine", "vllm", {}, {{"hosts", json::Array{"DeepSeek.corp", "minimax"}}}}};
  const Profiles profiles(rows);
  EXPECT_EQ(profile_for(profiles, "generic", "https://deepseek.corp/v1", "x").name, "mine");
  EXPECT_EQ(profile_for(profiles, "generic", "https://api.deepseek.com", "x").name, "deepseek");
  EXPECT_EQ(profile_for(profiles, "generic", "https://api.minimax.io/v1", "x").name, "mine");
}

TEST(ProfileRows, ChangeAProviderOrSomeOfItsModels) {
  const ProfileRow rows[] = {{"glm", "", {}, {{"stream_options", true}}},
                             {"glm", "", {"glm-9*"}, {{"tool_choice", json::Array{"auto", "required"}}}}};
  const Profiles profiles(rows);
  EXPECT_TRUE(profile_for(profiles, "glm", "", "glm-4.5").stream_options);
  EXPECT_TRUE(profile_for(profiles, "glm", "", "glm-9-air").stream_options);
  EXPECT_EQ(profile_for(profiles, "glm", "", "glm-9-air").tool_choice.size(), 2U);
  EXPECT_EQ(profile_for(profiles, "glm", "", "glm-5").tool_choice.size(), 1U);
  EXPECT_EQ(profiles.names().size(), table().names().size());
}

TEST(KeyHeader, FollowsTheProtocol) {
  using Header = std::pair<std::string, std::string>;
  EXPECT_EQ(key_header(Protocol::kChat, "k"), (Header{"authorization", "Bearer k"}));
  EXPECT_EQ(key_header(Protocol::kResponses, "k"), (Header{"authorization", "Bearer k"}));
  EXPECT_EQ(key_header(Protocol::kMessages, "k"), (Header{"x-api-key", "k"}));
}

}  // namespace
}  // namespace argwright::provider
