#include "store/pending_responses.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace argwright::store {
namespace {

PendingResponses::Entry sample(const std::string& id, const std::string& body = "{}",
                               std::vector<std::string> items = {}) {
  auto response =
      std::make_shared<const StoredResponse>(StoredResponse{"alice", id, {}, body, "[]", std::move(items)});
  const std::size_t bytes = PendingResponses::bytes_of(*response);
  return {std::move(response), nullptr, bytes};
}

std::string body_of(const PendingResponses& pending, std::string_view id) {
  const std::optional<PendingResponses::Response> found = pending.find("alice", id);
  if (!found) return "none";
  return *found ? (*found)->body : "removed";
}

TEST(PendingResponses, AreFoundByTheirOwnerOnly) {
  PendingResponses pending;
  pending.add(sample("resp_1", "one", {"msg_1"}));
  EXPECT_EQ(body_of(pending, "resp_1"), "one");
  EXPECT_EQ(body_of(pending, "resp_2"), "none");
  EXPECT_FALSE(pending.find("bob", "resp_1"));
  EXPECT_FALSE(pending.find("alicer", "esp_1"));  // the same letters
  EXPECT_FALSE(pending.remove("bob", "resp_1"));
  EXPECT_EQ(pending.find_item("bob", "msg_1"), nullptr);
  EXPECT_EQ(pending.find_item("alice", "resp_1"), nullptr);
  ASSERT_NE(pending.find_item("alice", "msg_1"), nullptr);
  EXPECT_EQ(pending.find_item("alice", "msg_1")->id, "resp_1");
}

TEST(PendingResponses, KeepTheirOrderAndTheNewestCounts) {
  PendingResponses pending;
  pending.add(sample("resp_1", "old", {"msg_1"}));
  pending.add(sample("resp_2", "two", {"msg_1", "msg_2"}));
  pending.add(sample("resp_1", "new"));
  EXPECT_EQ(body_of(pending, "resp_1"), "new");
  EXPECT_EQ(pending.find_item("alice", "msg_1")->id, "resp_2");
  EXPECT_TRUE(pending.is_front_outdated());
  EXPECT_EQ(pending.take_front().response->body, "old");
  EXPECT_EQ(body_of(pending, "resp_1"), "new");
  EXPECT_EQ(pending.find_item("alice", "msg_1")->id, "resp_2");
  EXPECT_FALSE(pending.is_front_outdated());
  EXPECT_EQ(pending.take_front().response->body, "two");
  EXPECT_EQ(pending.find_item("alice", "msg_1"), nullptr);
  EXPECT_EQ(pending.take_front().response->body, "new");
  EXPECT_EQ(body_of(pending, "resp_1"), "none");
  EXPECT_TRUE(pending.empty());
}

TEST(PendingResponses, AreRemovedInTheStoreToo) {
  PendingResponses pending;
  pending.add(sample("resp_1", std::string(1000, 'x'), {"msg_1"}));
  pending.add(sample("resp_2"));
  EXPECT_EQ(pending.remove("alice", "resp_1"), true);
  EXPECT_EQ(pending.remove("alice", "resp_1"), false);
  EXPECT_EQ(pending.remove("alice", "resp_3"), std::nullopt);
  EXPECT_EQ(body_of(pending, "resp_1"), "removed");
  EXPECT_EQ(pending.find_item("alice", "msg_1"), nullptr);
  EXPECT_EQ(pending.size(), 2U);
  const PendingResponses::Entry entry = pending.take_front();
  EXPECT_TRUE(entry.is_removed);
  EXPECT_EQ(entry.response->owner, "alice");
  EXPECT_EQ(entry.response->id, "resp_1");
  EXPECT_EQ(entry.response->body, "") << "what was removed is gone";
  EXPECT_GT(entry.bytes, 1000U) << "as it was counted";
  EXPECT_EQ(body_of(pending, "resp_1"), "none");
  EXPECT_FALSE(pending.front().is_removed);
}

TEST(PendingResponses, LetOthersGoFirst) {
  PendingResponses pending;
  for (const char* id : {"resp_1", "resp_2", "resp_3"}) pending.add(sample(id, id, {"msg"}));
  pending.move_front_to_back();
  EXPECT_EQ(pending.size(), 3U);
  for (const char* id : {"resp_2", "resp_3", "resp_1"}) {
    EXPECT_EQ(body_of(pending, id), id);
    EXPECT_EQ(pending.take_front().response->id, id);
    EXPECT_EQ(body_of(pending, id), "none");
  }
}

TEST(PendingResponses, CountWhatTheyHold) {
  const std::size_t empty = PendingResponses::bytes_of({});
  EXPECT_GE(empty, sizeof(StoredResponse));
  EXPECT_EQ(PendingResponses::bytes_of({"", "", {}, std::string(500, 'x'), std::string(70, 'x'), {}}),
            empty + 570);
  EXPECT_GE(PendingResponses::bytes_of({"", "", {}, "", "", {std::string(100, 'x')}}), empty + 200);
}

}  // namespace
}  // namespace argwright::store
