#include "protocol/wire_id.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "protocol/name_aliases.h"
#include "protocol/request.h"

namespace argwright::protocol {
namespace {

TEST(WireId, LegalIdsStayAsTheyAre) {
  for (const Protocol protocol : kProtocols) {
    EXPECT_EQ(client_id(protocol, "call_abc-1"), "call_abc-1");
    EXPECT_EQ(client_id(protocol, ""), "");
  }
  EXPECT_EQ(client_id(Protocol::kChat, "functions.x:0"), "functions.x:0");
  EXPECT_EQ(upstream_id("toolu_01"), "toolu_01");
}

TEST(WireId, IllegalIdsAreEncodedReversibly) {
  const std::string hard[] = {"functions.x:0", "a b",   "ü",   std::string("\0x", 2),
                              "awid-abc",      "awid-", "x\n", "a=="};
  for (const Protocol protocol : kProtocols) {
    for (const std::string& id : hard) {
      const std::string client = client_id(protocol, id);
      EXPECT_TRUE(protocol != Protocol::kMessages || is_plain_name(client, client.size())) << client;
      EXPECT_EQ(upstream_id(client), id);
    }
  }
  EXPECT_NE(client_id(Protocol::kMessages, "functions.x:0"), "functions.x:0");
  EXPECT_NE(client_id(Protocol::kChat, "awid-abc"), "awid-abc") << "our own mark has to stay unambiguous";
}

TEST(WireId, SomebodyElsesIdWithOurMarkIsLeftAlone) {
  EXPECT_EQ(upstream_id("awid-?"), "awid-?");
  EXPECT_EQ(upstream_id("awid-A"), "awid-A");  // one digit is no byte
  EXPECT_EQ(upstream_id("awid-"), "awid-");
  EXPECT_EQ(upstream_id("awid-gICA"), "awid-gICA") << "bytes that are no text were nobody's id";
}

TEST(WireId, RequestsGetTheUpstreamsIdsBack) {
  Request request;
  request.turns.resize(1);
  CallPart call;
  call.id = client_id(Protocol::kMessages, "functions.x:0");
  ResultPart result;
  result.call_id = call.id;
  request.turns[0].parts = {call, result};
  restore_upstream_ids(request);
  EXPECT_EQ(std::get<CallPart>(request.turns[0].parts[0]).id, "functions.x:0");
  EXPECT_EQ(std::get<ResultPart>(request.turns[0].parts[1]).call_id, "functions.x:0");
}

TEST(RequestIds, CallAndResultGetTheSameLegalId) {
  for (const Protocol protocol : kProtocols) {
    RequestIds ids(protocol);
    const std::string sent = "functions.search in files:0 " + std::string(60, 'x');
    const std::string call = ids.for_call(sent);
    EXPECT_TRUE(is_legal_id(protocol, call)) << call;
    EXPECT_EQ(ids.for_result(sent), call);
    EXPECT_EQ(RequestIds(protocol).for_call(sent), call) << "the same request gives the same ids";
  }
}

TEST(RequestIds, LengthLimitsAreThoseOfTheProtocol) {
  const std::string fifty(50, 'x');
  EXPECT_NE(RequestIds(Protocol::kChat).for_call(fifty), fifty);
  EXPECT_EQ(RequestIds(Protocol::kResponses).for_call(fifty), fifty);
  EXPECT_EQ(RequestIds(Protocol::kMessages).for_call(fifty), fifty);
  EXPECT_NE(RequestIds(Protocol::kMessages).for_call(std::string(65, 'x')), std::string(65, 'x'));
}

TEST(RequestIds, AnIdThatIsUsedAgainGetsANewOneWithItsResult) {
  RequestIds ids(Protocol::kMessages);
  const std::string first = ids.for_call("a");
  EXPECT_EQ(ids.for_result("a"), first);
  const std::string second = ids.for_call("a");
  EXPECT_NE(second, first);
  EXPECT_EQ(ids.for_result("a"), second);
}

TEST(RequestIds, NewIdsNeverTakeOneThatIsStillToCome) {
  const std::string made = RequestIds(Protocol::kMessages).for_call("a:b");
  RequestIds ids(Protocol::kMessages);
  ids.reserve(made);
  const std::string other = ids.for_call("a:b");
  EXPECT_NE(other, made);
  EXPECT_EQ(ids.for_call(made), made);
}

TEST(NameAliases, IllegalNamesGetUniqueLegalOnes) {
  NameAliases names(64);
  for (const char* const name : {"memory_search", "memory.search", "memory search", "plain"})
    names.reserve(name);
  EXPECT_EQ(names.alias("memory.search"), "memory_search_2");
  EXPECT_EQ(names.alias("memory search"), "memory_search_3");
  EXPECT_EQ(names.alias("memory.search"), "memory_search_2");
  EXPECT_EQ(names.alias("memory_search"), "memory_search");
  EXPECT_EQ(names.original("memory_search_2"), "memory.search");
  EXPECT_EQ(names.original("plain"), "plain");
  EXPECT_EQ(names.originals().size(), 2U);
}

TEST(NameAliases, LongNamesAreCutAndStayUnique) {
  NameAliases names(64);
  std::set<std::string> made;
  for (int i = 0; i < 200; ++i) {
    const std::string alias = names.alias(std::string(64, 'n') + std::to_string(i));
    EXPECT_TRUE(is_plain_name(alias, 64)) << alias;
    EXPECT_TRUE(made.insert(alias).second) << alias;
  }
  EXPECT_TRUE(is_plain_name(names.alias(""), 64));
}

}  // namespace
}  // namespace argwright::protocol
