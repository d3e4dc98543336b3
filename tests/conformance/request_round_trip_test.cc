// Every recorded request, read and written again: in its own protocol it comes out as it went in; by way of
// another protocol it comes back with all that docs/conversions.md does not name as lost.
//
// The recordings are looked for in the folder ARGWRIGHT_SHARED (default: ../shared beside the source tree)
// and skipped where that is absent.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "argwright/json.h"
#include "protocol/history.h"
#include "protocol/name_aliases.h"
#include "protocol/request_codec.h"
#include "protocol/test_request_samples.h"
#include "protocol/wire_id.h"
#include "tests/conformance/portable_request.h"
#include "tests/corpus/case_file.h"

namespace argwright::protocol {
namespace {

constexpr std::string_view kNames[] = {"chat", "responses", "messages"};

struct Recorded {
  std::string file;
  Protocol protocol;
  json::Value body;
};

std::vector<std::string> cells(const std::string& row) {
  std::vector<std::string> list;
  std::istringstream stream(row);
  for (std::string cell; std::getline(stream, cell, '|');) {
    const std::size_t begin = cell.find_first_not_of(' ');
    list.push_back(begin == std::string::npos ? ""
                                              : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
  }
  return list;
}

std::optional<Protocol> protocol_of(const std::string& word, const std::string& quirks) {
  for (const Protocol protocol : kProtocols) {
    const std::string_view name = kNames[static_cast<std::size_t>(protocol)];
    if (word == name || (word == "error" && quirks.find("ep:" + std::string(name)) != std::string::npos)) {
      return protocol;
    }
  }
  return std::nullopt;
}

// Rows of INDEX.md: | file | model | protocol | mode | T | R | fin | quirks | req | ..., under "## folder
// (63)".
std::vector<Recorded> recorded_requests() {
  std::vector<Recorded> list;
  const std::string root = corpus::shared_folder() + "/recordings/";
  std::ifstream index(root + "INDEX.md");
  std::string folder;
  for (std::string line; std::getline(index, line);) {
    if (line.starts_with("## ")) folder = line.substr(3, line.find(" (") - 3);
    const std::vector<std::string> row = cells(line);
    if (row.size() < 10 || row[9] != "y") continue;
    const std::optional<Protocol> protocol = protocol_of(row[3], row[8]);
    EXPECT_TRUE(protocol) << line;
    if (!protocol) continue;
    const std::filesystem::path reply(root + folder + "/" + row[1]);
    std::ifstream file(reply.parent_path() / (reply.stem().string() + ".req.json"));
    std::stringstream text;
    text << file.rdbuf();
    Result<json::Value> body = json::parse(text.str());
    EXPECT_TRUE(body) << reply;
    if (body) list.push_back({folder + "/" + row[1], *protocol, *std::move(body)});
  }
  return list;
}

TEST(RequestRoundTrip, RecordedRequestsSurviveTheirOwnProtocol) {
  const std::vector<Recorded> requests = recorded_requests();
  if (requests.empty()) GTEST_SKIP() << "no recordings in " << corpus::shared_folder();
  std::map<Protocol, int> same;
  int refused = 0;
  for (const Recorded& recorded : requests) {
    const RequestCodec& codec = request_codec(recorded.protocol);
    const Result<Request> request = codec.decode(recorded.body);
    if (!request) {
      // The one request that is none was made to be refused.
      EXPECT_EQ(request.error().message, "messages[0]: expected an object, found a string") << recorded.file;
      ++refused;
      continue;
    }
    const Result<EncodedRequest> encoded = codec.encode(*request, {});
    ASSERT_TRUE(encoded) << recorded.file << ": " << encoded.error().describe();
    EXPECT_TRUE(encoded->warnings.empty()) << recorded.file;
    EXPECT_TRUE(json::same_meaning(encoded->body, recorded.body))
        << recorded.file << "\n  was " << json::write(recorded.body) << "\n  is  "
        << json::write(encoded->body);
    ++same[recorded.protocol];
  }
  std::cout << "recorded requests, written again in their own protocol: chat " << same[Protocol::kChat]
            << ", responses " << same[Protocol::kResponses] << ", messages " << same[Protocol::kMessages]
            << "; refused as malformed " << refused << "\n";
}

// Upstreams took these requests: there is nothing to mend in them, but for two whose results have no id.
TEST(RequestRoundTrip, RecordedHistoriesStayUntouched) {
  const std::vector<Recorded> requests = recorded_requests();
  if (requests.empty()) GTEST_SKIP() << "no recordings in " << corpus::shared_folder();
  std::map<std::string, int> warnings;
  int untouched = 0;
  for (const Recorded& recorded : requests) {
    Result<Request> request = request_codec(recorded.protocol).decode(recorded.body);
    if (!request) continue;
    const std::vector<Warning> mended = sanitise_history(*request);
    for (const Warning& warning : mended) ++warnings[warning.code + ": " + recorded.file];
    const json::Value body = request_codec(recorded.protocol).encode(*request, {})->body;
    EXPECT_EQ(json::same_meaning(body, recorded.body), mended.empty()) << recorded.file;
    if (mended.empty()) ++untouched;
  }
  std::cout << "histories left as they are: " << untouched << "\n";
  for (const auto& [what, count] : warnings) {
    EXPECT_TRUE(what.starts_with("missing_result_id")) << what;
    std::cout << "mended: " << what << "\n";
  }
}

std::string text_of(const json::Value& object, std::string_view key) {
  const json::Value* const value = object.find(key);
  return value != nullptr && value->is_string() ? value->string() : "";
}

const json::Array& list_of(const json::Value& object, std::string_view key) {
  static const json::Array none;
  const json::Value* const value = object.find(key);
  return value != nullptr && value->is_array() ? value->items() : none;
}

// What the Messages API refuses; empty: nothing.
std::string breach_of_messages(const json::Value& body) {
  if (body.find("max_tokens") == nullptr) return "max_tokens is missing";
  if (body.find("tool_choice") != nullptr && list_of(body, "tools").empty())
    return "tool_choice without tools";
  std::string last_role;
  std::set<std::string> open;
  std::set<std::string> all;
  for (const json::Value& message : list_of(body, "messages")) {
    const std::string role = text_of(message, "role");
    if (role == last_role) return "two messages of one role";
    if (role != "user" && role != "assistant") return "a message of role " + role;
    if (role == "assistant" && !open.empty()) return "an open call";
    last_role = role;
    bool other = false;
    for (const json::Value& block : list_of(message, "content")) {
      const std::string type = text_of(block, "type");
      if (type == "text" && text_of(block, "text").find_first_not_of(" \t\r\n") == std::string::npos)
        return "blank text";
      if (type == "tool_use") {
        const std::string id = text_of(block, "id");
        if (!is_legal_id(Protocol::kMessages, id) || !all.insert(id).second) return "the id " + id;
        if (!is_plain_name(text_of(block, "name"), 128)) return "the name " + text_of(block, "name");
        if (block.find("input") == nullptr || !block.find("input")->is_object())
          return "input that is no object";
        open.insert(id);
      } else if (type == "tool_result") {
        if (other) return "a result behind other content";
        if (open.erase(text_of(block, "tool_use_id")) == 0) return "a result without a call";
      } else {
        other = true;
      }
    }
    if (role == "user" && !open.empty()) return "an unanswered call";
  }
  return last_role.empty() ? "no message" : "";
}

// The same for Chat.
std::string breach_of_chat(const json::Value& body) {
  if (list_of(body, "tools").empty()) {
    for (const char* const key : {"tools", "tool_choice", "parallel_tool_calls"}) {
      if (body.find(key) != nullptr) return std::string(key) + " without tools";
    }
  }
  std::set<std::string> open;
  for (const json::Value& message : list_of(body, "messages")) {
    if (text_of(message, "role") == "tool") {
      if (open.erase(text_of(message, "tool_call_id")) == 0) return "a result without a call";
      for (const json::Value& part : list_of(message, "content")) {
        if (text_of(part, "type") != "text") return "a result that is no text";
      }
      continue;
    }
    if (!open.empty()) return "an unanswered call";
    for (const json::Value& call : list_of(message, "tool_calls")) {
      const std::string id = text_of(call, "id");
      if (!is_legal_id(Protocol::kChat, id) || !open.insert(id).second) return "the id " + id;
    }
  }
  return "";
}

TEST(RequestRoundTrip, RecordedRequestsKeepTheRulesOfOtherProtocols) {
  const std::vector<Recorded> requests = recorded_requests();
  if (requests.empty()) GTEST_SKIP() << "no recordings in " << corpus::shared_folder();
  int kept = 0;
  for (const Recorded& recorded : requests) {
    Result<Request> request = request_codec(recorded.protocol).decode(recorded.body);
    if (!request) continue;
    sanitise_history(*request);
    for (const Protocol target : {Protocol::kChat, Protocol::kMessages}) {
      if (target == recorded.protocol) continue;
      const Result<EncodedRequest> encoded = request_codec(target).encode(*request, {});
      if (!encoded) continue;
      const std::string breach =
          target == Protocol::kChat ? breach_of_chat(encoded->body) : breach_of_messages(encoded->body);
      EXPECT_EQ(breach, "") << recorded.file << "\n" << json::write(encoded->body);
      ++kept;
    }
  }
  std::cout << "requests that keep the rules of another protocol: " << kept << "\n";
}

struct RoundTrips {
  std::map<std::string, int> equal;
  std::map<std::string, int> refused;
  std::map<std::string, int> warnings;

  int count() const {
    int all = 0;
    for (const auto& [pair, number] : equal) all += number;
    return all;
  }
  void print() const {
    for (const auto& [pair, number] : equal) std::cout << pair << " and back: " << number << "\n";
    for (const auto& [why, number] : refused) std::cout << "refused " << number << ": " << why << "\n";
    for (const auto& [code, number] : warnings) std::cout << "warned " << number << ": " << code << "\n";
  }
};

// By way of each other protocol, and back: what portable() keeps is the same.
void expect_to_come_back(const std::string& name, const Request& original, RoundTrips& trips) {
  RequestEncodeOptions options;
  options.reasoning_items = true;
  options.keep_custom_tools = true;
  const RequestCodec& own = request_codec(original.origin);
  for (const Protocol via : kProtocols) {
    if (via == original.origin) continue;
    const std::string_view from = kNames[static_cast<std::size_t>(original.origin)];
    const std::string_view by = kNames[static_cast<std::size_t>(via)];
    const std::string pair = std::string(from) + "->" + std::string(by);
    const Result<EncodedRequest> there = request_codec(via).encode(original, options);
    if (!there) {
      ++trips.refused[there.error().message];
      continue;
    }
    for (const Warning& warning : there->warnings) ++trips.warnings[warning.code];
    const Result<Request> arrived = request_codec(via).decode(there->body);
    ASSERT_TRUE(arrived) << name << " " << pair << ": " << arrived.error().describe();
    const Result<EncodedRequest> back = own.encode(*arrived, options);
    ASSERT_TRUE(back) << name << " " << pair << ": " << back.error().describe();
    const Result<Request> returned = own.decode(back->body);
    ASSERT_TRUE(returned) << name << " " << pair << ": " << returned.error().describe();
    const json::Value want = portable(original, via, NameAliases());
    const json::Value got = portable(*returned, via, there->aliases);
    EXPECT_TRUE(json::same_meaning(want, got))
        << name << " " << pair << "\n  want " << json::write(want) << "\n  got  " << json::write(got);
    ++trips.equal[pair];
  }
}

TEST(RequestRoundTrip, RecordedRequestsComeBackFromOtherProtocols) {
  const std::vector<Recorded> requests = recorded_requests();
  if (requests.empty()) GTEST_SKIP() << "no recordings in " << corpus::shared_folder();
  RoundTrips trips;
  for (const Recorded& recorded : requests) {
    const Result<Request> original = request_codec(recorded.protocol).decode(recorded.body);
    if (original) expect_to_come_back(recorded.file, *original, trips);
  }
  trips.print();
}

// Requests in the folder, named PROTOCOL-WHAT and something behind it.
std::vector<Recorded> requests_in(const std::string& folder, std::string_view ending) {
  std::vector<Recorded> list;
  for (const auto& entry : std::filesystem::directory_iterator(corpus::source_folder() + "/" + folder)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(ending)) continue;
    const std::optional<Protocol> protocol = protocol_of(file.substr(0, file.find('-')), "");
    std::ifstream stream(entry.path());
    std::stringstream text;
    text << stream.rdbuf();
    Result<json::Value> body = json::parse(text.str());
    EXPECT_TRUE(protocol && body) << entry.path();
    if (protocol && body) list.push_back({file, *protocol, *std::move(body)});
  }
  return list;
}

// Legal as they are, and rich: every kind of part, tool, choice, format and wish.
TEST(RequestRoundTrip, OwnRequestsComeBackFromOtherProtocols) {
  RoundTrips trips;
  for (const Recorded& own : requests_in("tests/conformance/requests", ".json")) {
    Result<Request> request = request_codec(own.protocol).decode(own.body);
    ASSERT_TRUE(request) << own.file << ": " << request.error().describe();
    EXPECT_TRUE(json::same_meaning(request_codec(own.protocol).encode(*request, {})->body, own.body))
        << own.file;
    EXPECT_TRUE(sanitise_history(*request).empty()) << own.file;
    for (const Protocol target : {Protocol::kChat, Protocol::kMessages}) {
      if (target == own.protocol) continue;
      const Result<EncodedRequest> encoded = request_codec(target).encode(*request, {});
      ASSERT_TRUE(encoded) << own.file << ": " << encoded.error().describe();
      EXPECT_EQ(target == Protocol::kChat ? breach_of_chat(encoded->body) : breach_of_messages(encoded->body),
                "")
          << own.file << "\n"
          << json::write(encoded->body);
    }
    expect_to_come_back(own.file, *request, trips);
  }
  EXPECT_TRUE(trips.refused.empty());
  EXPECT_GE(trips.count(), 24);
  trips.print();
}

TEST(RequestRoundTrip, RequestsOfOwnRecordingsComeBackFromOtherProtocols) {
  RoundTrips trips;
  for (const Recorded& own : requests_in("tests/recordings/own", ".req.json")) {
    const Result<Request> request = request_codec(own.protocol).decode(own.body);
    ASSERT_TRUE(request) << own.file << ": " << request.error().describe();
    expect_to_come_back(own.file, *request, trips);
  }
  EXPECT_TRUE(trips.refused.empty());
  EXPECT_GE(trips.count(), 100);
  trips.print();
}

// Samples that use every member, odd ones too; what they hold that no other protocol takes is left out, and
// one that says nothing says something.
TEST(RequestRoundTrip, SamplesComeBackFromOtherProtocols) {
  RoundTrips trips;
  for (const RequestSample& sample : kRequestSamples) {
    Request request = convertible(*request_codec(sample.protocol).decode(*json::parse(sample.text)));
    sanitise_history(request);
    if (!std::ranges::any_of(request.turns, [](const Turn& turn) { return !turn.parts.empty(); }))
      request.turns.emplace_back().parts.emplace_back(TextPart{"Hello.", {}});
    expect_to_come_back(std::string(sample.name), request, trips);
  }
  EXPECT_TRUE(trips.refused.empty());
  EXPECT_EQ(trips.count(), 2 * std::ssize(kRequestSamples));
  trips.print();
}

}  // namespace
}  // namespace argwright::protocol
