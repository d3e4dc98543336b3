// Every recorded reply that holds reasoning keeps it, byte for byte, through reading, a store on disk,
// reloading and the request that gives it back to its upstream (S4-24, S4-89), whatever protocol the client
// speaks.
//
// What has to come back is gathered here by the plainest means from the recording itself.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "gateway/reasoning/put_back.h"
#include "gateway/reasoning/thought_reader.h"
#include "gateway/reasoning/vault.h"
#include "protocol/fields.h"
#include "protocol/request_codec.h"
#include "protocol/sse.h"
#include "store/sqlite/sqlite_store.h"
#include "tests/recordings/recording.h"

namespace argwright::recordings {
namespace {

using gateway::Thought;
using protocol::Protocol;
using protocol::text_at;

// What an upstream said and wants to hear again.
struct Told {
  std::string text;     // of reasoning
  std::string proofs;   // signatures and encrypted data, in order
  std::string content;  // of Chat, where the reasoning stands in it
  bool operator==(const Told&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Told& told) {
  return out << "text: " << told.text.substr(0, 200) << ".. (" << told.text.size()
             << ")\nproofs: " << told.proofs.substr(0, 200) << ".. (" << told.proofs.size()
             << ")\ncontent: " << told.content.substr(0, 200);
}

bool is_inline(std::string_view content) { return content.starts_with("<think>"); }

std::vector<json::Value> values_of(const Recording& recording) {
  std::vector<json::Value> values;
  if (!recording.stream) {
    if (Result<json::Value> value = json::parse(recording.bytes())) values.push_back(*std::move(value));
    return values;
  }
  protocol::SseReader reader;
  const std::string bytes = recording.bytes();
  reader.feed(bytes);
  reader.finish();
  for (protocol::SseBlock block; reader.next(block);) {
    if (Result<json::Value> value = json::parse(block.data)) values.push_back(*std::move(value));
  }
  return values;
}

void add_details(Told& told, const json::Value& message, bool with_text) {
  const json::Array* const details = protocol::array_at(message, "reasoning_details");
  if (details == nullptr) return;
  for (const json::Value& detail : *details) {
    if (with_text)
      told.text += std::string(text_at(detail, "text")) + std::string(text_at(detail, "summary"));
    told.proofs += std::string(text_at(detail, "signature")) + std::string(text_at(detail, "data"));
  }
}

// A message or a delta; where both are there, the details repeat the text.
void add_message(Told& told, const json::Value& message) {
  std::string_view text;
  for (const char* key : {"reasoning_content", "reasoning", "reasoning_text", "thinking"}) {
    if (text.empty()) text = text_at(message, key);
  }
  told.text += text;
  add_details(told, message, text.empty());
  told.content += text_at(message, "content");
}

Told told_in_chat(const std::vector<json::Value>& values) {
  Told told;
  for (const json::Value& value : values) {
    const json::Array* const choices = protocol::array_at(value, "choices");
    if (choices == nullptr) continue;
    for (const json::Value& choice : *choices) {
      if (protocol::integer_at(choice, "index").value_or(0) != 0) continue;
      for (const char* key : {"delta", "message"}) {
        if (const json::Value* const message = protocol::object_at(choice, key)) add_message(told, *message);
      }
    }
  }
  if (!is_inline(told.content)) told.content.clear();
  return told;
}

// The details of a body, as they stand there; null: none.
json::Value details_in(const Recording& recording) {
  if (recording.stream || recording.protocol != Protocol::kChat) return {};
  const std::vector<json::Value> values = values_of(recording);
  const json::Array* const choices = values.empty() ? nullptr : protocol::array_at(values[0], "choices");
  if (choices == nullptr || choices->empty()) return {};
  const json::Value* const message = protocol::object_at(choices->front(), "message");
  const json::Value* const details = message == nullptr ? nullptr : message->find("reasoning_details");
  return details != nullptr && details->is_array() && !details->items().empty() ? *details : json::Value();
}

void add_block(Told& told, const json::Value& block) {
  told.text += text_at(block, "thinking");
  if (text_at(block, "type").ends_with("thinking"))
    told.proofs += std::string(text_at(block, "signature")) + std::string(text_at(block, "data"));
}

Told told_in_messages(const std::vector<json::Value>& values) {
  Told told;
  for (const json::Value& value : values) {
    if (const json::Array* const content = protocol::array_at(value, "content")) {
      for (const json::Value& block : *content) add_block(told, block);
    }
    if (const json::Value* const begun = protocol::object_at(value, "content_block")) add_block(told, *begun);
    if (const json::Value* const delta = protocol::object_at(value, "delta")) {
      told.text += text_at(*delta, "thinking");
      told.text += text_at(*delta, "reasoning_content");  // as imitators call it
      told.proofs += text_at(*delta, "signature");
    }
  }
  return told;
}

void add_item(Told& told, const json::Value& item) {
  if (text_at(item, "type") != "reasoning") return;
  for (const char* key : {"summary", "content"}) {
    if (const json::Array* const texts = protocol::array_at(item, key)) {
      for (const json::Value& text : *texts) told.text += text_at(text, "text");
    }
  }
  told.proofs += text_at(item, "encrypted_content");
}

Told told_in_responses(const std::vector<json::Value>& values) {
  Told told;
  for (const json::Value& value : values) {
    if (text_at(value, "type") == "response.output_item.done") {
      if (const json::Value* const item = protocol::object_at(value, "item")) add_item(told, *item);
    }
    if (const json::Array* const output = protocol::array_at(value, "output")) {
      for (const json::Value& item : *output) add_item(told, item);
    }
  }
  return told;
}

Told told_by(const Recording& recording) {
  const std::vector<json::Value> values = values_of(recording);
  switch (recording.protocol) {
    case Protocol::kChat: return told_in_chat(values);
    case Protocol::kResponses: return told_in_responses(values);
    case Protocol::kMessages: return told_in_messages(values);
  }
  return {};
}

// What the request tells the upstream again.
Told told_to(Protocol protocol, const json::Value& request) {
  Told told;
  for (const char* key : {"messages", "input"}) {
    const json::Array* const list = protocol::array_at(request, key);
    if (list == nullptr) continue;
    for (const json::Value& entry : *list) {
      if (protocol == Protocol::kChat && text_at(entry, "role") == "assistant") add_message(told, entry);
      if (protocol == Protocol::kResponses) add_item(told, entry);
      const json::Array* const blocks = protocol::array_at(entry, "content");
      if (protocol == Protocol::kMessages && blocks != nullptr) {
        for (const json::Value& block : *blocks) add_block(told, block);
      }
    }
  }
  if (!is_inline(told.content)) told.content.clear();
  return told;
}

Thought thought_of(const Recording& recording, Protocol client) {
  gateway::ReadingOptions reading;
  reading.from = recording.protocol;
  reading.to = client;
  gateway::ThoughtReader reader(reading);
  protocol::RelayOptions options;
  options.from = recording.protocol;
  options.to = client;
  options.tools = recording.tools();
  options.filter = &reader;
  if (recording.stream) {
    protocol::StreamRelay relay(options);
    std::string out;
    relay.feed(recording.bytes(), out);
    relay.finish(out);
  } else {
    protocol::relay_body(recording.status, recording.bytes(), options);
  }
  return reader.thought();
}

// A client's next request: the text behind inline reasoning, the calls and their results, nothing of what was
// thought.
protocol::Request forgetful_request(Protocol client, const Thought& thought, const Told& told) {
  using namespace protocol;
  Request request;
  request.origin = client;
  request.model = "m";
  request.max_output_tokens = json::Number{"100"};
  const auto add = [&](Role role, Part part) {
    const bool joins =
        client != Protocol::kResponses && request.turns.back().role == role && role != Role::kTool;
    if (!joins) {
      request.turns.emplace_back();
      request.turns.back().role = role;
    }
    request.turns.back().parts.push_back(std::move(part));
  };
  request.turns.emplace_back().parts.emplace_back(TextPart{"question", {}});
  if (const std::size_t end = told.content.find("</think>"); end != std::string::npos) {
    const std::size_t text = told.content.find_first_not_of(" \n", end + 8);
    if (text != std::string::npos) {
      add(Role::kAssistant, TextPart{told.content.substr(text), {}});
      request.turns.back().form = ContentForm::kString;
    }
  }
  std::size_t calls = std::max<std::size_t>(thought.calls(), 1);
  for (std::size_t i = 0; i < calls; ++i) {
    CallPart call;
    call.id = "call_" + std::to_string(i);
    call.name = "tool";
    call.arguments = "{}";
    add(Role::kAssistant, std::move(call));
  }
  for (std::size_t i = 0; i < calls; ++i) {
    ResultPart result;
    result.call_id = "call_" + std::to_string(i);
    result.content.emplace_back(TextPart{"result", {}});
    add(client == Protocol::kMessages ? Role::kUser : Role::kTool, std::move(result));
  }
  return request;
}

// A turn on its way through a vault, a file, and the vault of another process.
class Shelf {
 public:
  Shelf() {
    folder_ = std::filesystem::temp_directory_path() / ("argwright-recordings-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    options_.key = "a secret";
  }
  Shelf(const Shelf&) = delete;
  Shelf& operator=(const Shelf&) = delete;
  ~Shelf() { std::filesystem::remove_all(folder_); }

  // Returns where it is kept.
  store::TurnQuestion keep(const Thought& thought) {
    const std::string conversation = "c" + std::to_string(turns_.size());
    store::TurnQuestion place = gateway::place_of("scope", "call_1", conversation);
    turns_.push_back(
        gateway::Vault(options_).remember(place, conversation, thought, std::chrono::system_clock::now()));
    return place;
  }
  void write() {
    auto store = store::sqlite::SqliteStore::open((folder_ / "store.db").string());
    ASSERT_TRUE(store) << store.error().describe();
    const std::optional<Error> error = (*store)->add_turns(turns_);
    ASSERT_FALSE(error) << error->describe();
  }
  // Opened anew.
  std::optional<Thought> reload(const store::TurnQuestion& place) const {
    auto store = store::sqlite::SqliteStore::open((folder_ / "store.db").string());
    if (!store) return std::nullopt;
    const Result<std::vector<store::RememberedTurn>> turns = (*store)->turns({place});
    if (!turns) return std::nullopt;
    gateway::Vault vault(options_);
    vault.learn({place}, *turns, {});
    const std::vector<gateway::Candidate> found = vault.find(place, {}).candidates;
    return found.size() == 1 ? std::optional<Thought>(*found.front().thought) : std::nullopt;
  }

 private:
  std::filesystem::path folder_;
  gateway::VaultOptions options_;
  std::vector<store::RememberedTurn> turns_;
};

TEST(RecordedReasoning, ComesBackByteForByte) {
  struct Kept {
    Recording recording;
    Protocol client;
    Told told;
    Thought thought;
    store::TurnQuestion place;
  };
  Shelf shelf;
  std::vector<Kept> all;
  for (const Recording& recording : all_recordings()) {
    const Told told = told_by(recording);
    if (told == Told{}) continue;
    for (const Protocol client : protocol::kProtocols) {
      Thought thought = thought_of(recording, client);
      store::TurnQuestion place = shelf.keep(thought);
      all.push_back({recording, client, told, std::move(thought), std::move(place)});
    }
  }
  ASSERT_NO_FATAL_FAILURE(shelf.write());
  std::size_t with_details = 0;
  std::size_t with_content = 0;
  for (const Kept& each : all) {
    const Protocol upstream = each.recording.protocol;
    SCOPED_TRACE(each.recording.name + " to " + std::string(protocol::protocol_name(each.client)));
    const std::optional<Thought> reloaded = shelf.reload(each.place);
    ASSERT_TRUE(reloaded);
    ASSERT_EQ(*reloaded, each.thought);
    protocol::Request request = forgetful_request(each.client, *reloaded, each.told);
    const std::vector<gateway::AssistantRun> runs = gateway::assistant_runs(request);
    ASSERT_EQ(runs.size(), 1U);
    gateway::put_back(request, runs.front(), *reloaded, upstream);
    const Result<protocol::EncodedRequest> encoded = protocol::request_codec(upstream).encode(request, {});
    ASSERT_TRUE(encoded) << encoded.error().describe();
    EXPECT_EQ(told_to(upstream, encoded->body), each.told);
    if (const json::Value details = details_in(each.recording); !details.is_null()) {
      ++with_details;
      EXPECT_NE(json::write(encoded->body).find("\"reasoning_details\":" + json::write(details)),
                std::string::npos)
          << json::write(details) << "\nin " << json::write(encoded->body);
    }
    if (!each.told.content.empty()) ++with_content;
  }
  EXPECT_GT(all.size(), 0U);
  RecordProperty("checked", static_cast<int>(all.size()));
  RecordProperty("with_details", static_cast<int>(with_details));
  RecordProperty("with_content", static_cast<int>(with_content));
}

}  // namespace
}  // namespace argwright::recordings
