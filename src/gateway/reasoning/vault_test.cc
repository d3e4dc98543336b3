#include "gateway/reasoning/vault.h"

#include <gtest/gtest.h>

namespace argwright::gateway {
namespace {

constexpr const char* kRandom = "call_0fGZyNlqsLmPhJbbvQNFIyJC";
constexpr const char* kCounter = "functions.x:0";
const Vault::Clock::time_point kNow{};
const store::Time kTime{};

Thought thought_of(std::string text) {
  Thought thought;
  thought.parts = {ThoughtPart{ThoughtPart::Kind::kReasoning, std::move(text)}};
  return thought;
}

std::string found(Vault& vault, const char* id, const char* conversation, const char* scope = "s",
                  store::Time today = kTime) {
  const Vault::Known known = vault.find(place_of(scope, id, conversation), kNow, today);
  const Candidate* const chosen = choose(known.candidates, id, conversation);
  return chosen != nullptr ? chosen->thought->reasoning_text() : "nothing";
}

store::RememberedTurn remember(Vault& vault, const char* id, const char* conversation, std::string text) {
  return vault.remember(place_of("s", id, conversation), conversation, thought_of(std::move(text)), kTime);
}

TEST(Vault, AnswersSeveralQuestionsInTheirOrder) {
  Vault vault;
  std::vector<store::TurnQuestion> places;
  for (int i = 0; i < 200; ++i) {
    const std::string id = kRandom + std::to_string(i);
    places.push_back(place_of("s", id, "c"));
    if (i % 3 != 0) remember(vault, id.c_str(), "c", "thought " + std::to_string(i));
  }
  const std::vector<Vault::Known> known = vault.find(places, kNow, kTime);
  ASSERT_EQ(known.size(), places.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    ASSERT_EQ(known[i].candidates.size(), i % 3 == 0 ? 0U : 1U) << i;
    if (i % 3 != 0)
      EXPECT_EQ(known[i].candidates[0].thought->reasoning_text(), "thought " + std::to_string(i));
  }
  EXPECT_TRUE(vault.find(std::vector<store::TurnQuestion>(), kNow, kTime).empty());
}

TEST(Vault, FindsByIdAndConversation) {
  Vault vault;
  remember(vault, kRandom, "c1", "why");
  EXPECT_EQ(found(vault, kRandom, "c1"), "why");
  EXPECT_EQ(found(vault, kRandom, "c2"), "why") << "the id is enough where it never repeats";
  EXPECT_EQ(found(vault, kRandom, "c1", "another scope"), "nothing");
  EXPECT_EQ(found(vault, "call_1fGZyNlqsLmPhJbbvQNFIyJC", "c1"), "nothing");
}

TEST(Vault, KeepsConversationsWithTheSameIdApart) {
  Vault vault;
  for (int i = 0; i < 100; ++i) {
    const std::string conversation = "c" + std::to_string(i);
    remember(vault, kCounter, conversation.c_str(), "why " + std::to_string(i));
  }
  EXPECT_EQ(found(vault, kCounter, "c0"), "why 0");
  EXPECT_EQ(found(vault, kCounter, "c99"), "why 99");
  EXPECT_EQ(found(vault, kCounter, "other"), "nothing");
}

TEST(Vault, TakesNothingWhereItIsAmbiguous) {
  Vault vault;
  remember(vault, kRandom, "c1", "one");
  remember(vault, kRandom, "c2", "two");
  EXPECT_EQ(found(vault, kRandom, "c1"), "one");
  EXPECT_EQ(found(vault, kRandom, "c3"), "nothing");
  // Two that begin with the same words, or one that was asked twice.
  remember(vault, kCounter, "c1", "one");
  remember(vault, kCounter, "c1", "one");
  EXPECT_EQ(found(vault, kCounter, "c1"), "one");
  remember(vault, kCounter, "c1", "two");
  EXPECT_EQ(found(vault, kCounter, "c1"), "nothing");
  remember(vault, kCounter, "c1", "one");
  EXPECT_EQ(found(vault, kCounter, "c1"), "nothing");
}

TEST(Vault, LearnsFromTheStoreAndBelievesItsNothingForAWhile) {
  Vault first;
  const store::RememberedTurn turn = remember(first, kRandom, "c1", "why");
  Vault second;
  const store::TurnQuestion question = place_of("s", kRandom, "c1");
  EXPECT_FALSE(second.find(question, kNow, kTime).is_all);
  second.learn({question, place_of("s", kCounter, "c1")}, {turn}, kNow, kTime);
  EXPECT_EQ(found(second, kRandom, "c1"), "why");
  EXPECT_TRUE(second.find(place_of("s", kCounter, "c1"), kNow, kTime).is_all);
  EXPECT_FALSE(second.find(place_of("s", kCounter, "c1"), kNow + std::chrono::seconds(3)).is_all);
}

TEST(Vault, NotesThatThereIsNothing) {
  Vault vault;
  vault.note_nothing(place_of("s", kRandom, ""), kNow);
  EXPECT_TRUE(vault.find(place_of("s", kRandom, "c1"), kNow + std::chrono::hours(1)).is_all);
}

TEST(Vault, SealsWhatGoesToTheStore) {
  VaultOptions sealing;
  sealing.key = "secret";
  Vault vault(sealing);
  const store::RememberedTurn turn = remember(vault, kRandom, "c1", "a private thought");
  EXPECT_EQ(turn.content.find("private"), std::string::npos);
  const store::TurnQuestion question = place_of("s", kRandom, "c1");
  Vault same(sealing);
  same.learn({question}, {turn}, kNow, kTime);
  EXPECT_EQ(found(same, kRandom, "c1"), "a private thought");
  Vault without;
  without.learn({question}, {turn}, kNow, kTime);
  EXPECT_EQ(found(without, kRandom, "c1"), "nothing");
  store::RememberedTurn moved = turn;  // to another client's scope
  moved.scope = "t";
  Vault other(sealing);
  other.learn({place_of("t", kRandom, "c1")}, {moved}, kNow, kTime);
  EXPECT_EQ(found(other, kRandom, "c1", "t"), "nothing");
  moved = turn;  // to another turn of the same client
  moved.conversation = "c2";
  Vault third(sealing);
  third.learn({question}, {moved}, kNow, kTime);
  EXPECT_EQ(found(third, kRandom, "c2"), "nothing");
  Vault plain;
  EXPECT_NE(remember(plain, kRandom, "c1", "a private thought").content.find("private"), std::string::npos);
}

TEST(Vault, ForgetsWhatWasUsedLeast) {
  VaultOptions small;
  small.memory_bytes = 20'000;
  Vault vault(small);
  const std::string text(1000, 'x');
  remember(vault, kCounter, "first", text);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(found(vault, kCounter, "first"), text) << "it is used all the time";
    remember(vault, kCounter, ("c" + std::to_string(i)).c_str(), text);
    EXPECT_LE(vault.bytes(), small.memory_bytes);
  }
  EXPECT_EQ(found(vault, kCounter, "c0"), "nothing");
  EXPECT_EQ(found(vault, kCounter, "c99"), text);
}

TEST(Vault, ForgetsWhatIsTooOld) {
  using std::chrono::hours;
  VaultOptions short_lived;
  short_lived.max_age = hours(2);
  Vault vault(short_lived);
  const auto remember_at = [&](const char* conversation, store::Time time) {
    return vault.remember(place_of("s", kCounter, conversation), conversation, thought_of("why"), time);
  };
  const store::RememberedTurn turn = remember_at("old", kTime);
  EXPECT_EQ(found(vault, kCounter, "old", "s", kTime + hours(2)), "why");
  EXPECT_EQ(found(vault, kCounter, "old", "s", kTime + hours(3)), "nothing");
  // Nobody asks for it: it goes all the same.
  remember_at("unasked", kTime);
  const std::size_t before = vault.bytes();
  remember_at("new", kTime + hours(3));
  EXPECT_LE(vault.bytes(), before);
  EXPECT_EQ(found(vault, kCounter, "new", "s", kTime + hours(3)), "why");
  // Nor does the store bring it back.
  const store::TurnQuestion question = place_of("s", kCounter, "old");
  vault.learn({question}, {turn}, kNow, kTime + hours(3));
  EXPECT_EQ(found(vault, kCounter, "old", "s", kTime + hours(3)), "nothing");
}

TEST(Vault, CountsARepeatedTurnOnce) {
  Vault vault;
  remember(vault, kCounter, "c", std::string(1000, 'x'));
  const std::size_t once = vault.bytes();
  for (int i = 0; i < 10; ++i) remember(vault, kCounter, "c", std::string(1000, 'x'));
  EXPECT_EQ(vault.bytes(), once);
}

}  // namespace
}  // namespace argwright::gateway
