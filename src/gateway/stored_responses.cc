#include "gateway/stored_responses.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "gateway/store_question.h"
#include "protocol/fields.h"
#include "protocol/sse.h"
#include "store/worker.h"

namespace argwright::gateway {
namespace {

using net::Task;
using protocol::text_at;
using store::StoredResponse;

// Long conversations refer to many items; each is one look-up.
constexpr std::size_t kMaxReferences = 1000;
constexpr std::chrono::milliseconds kSharedPatience{3000};

constexpr std::string_view kTerminalTypes[] = {"response.completed", "response.incomplete"};

}  // namespace

bool keeps_responses_itself(const Upstream& upstream) {
  return upstream.config.protocol == protocol::Protocol::kResponses && upstream.config.provider == "openai";
}

bool needs_references(const ModelRequest& request) {
  return !request.look().previous_response_id.empty() ||
         request.body().find("\"item_reference\"") != std::string::npos;
}

std::vector<std::string> referenced_items(const json::Value& body) {
  std::vector<std::string> ids;
  const json::Array* const input = protocol::array_at(body, "input");
  if (input == nullptr) return ids;
  for (const json::Value& item : *input) {
    if (text_at(item, "type") == "item_reference") ids.emplace_back(text_at(item, "id"));
  }
  return ids;
}

json::Array input_items(const json::Value& body) {
  const json::Value* const input = protocol::member(body, "input");
  if (input == nullptr) return {};
  if (input->is_array()) return input->items();
  if (!input->is_string()) return {};
  json::Object message;
  message.push_back({"type", "message"});
  message.push_back({"role", "user"});
  message.push_back({"content", input->string()});
  return {json::Value(std::move(message))};
}

json::Array items_of(const StoredResponse& kept) {
  json::Array items;
  const auto add = [&](json::Array& list) {
    for (json::Value& item : list) {
      if (!text_at(item, "id").empty()) items.push_back(std::move(item));
    }
  };
  if (Result<json::Value> body = json::parse(kept.body)) {
    if (json::Array* const output = protocol::array_at(*body, "output")) add(*output);
  }
  if (Result<json::Value> input = json::parse(kept.input); input && input->is_array()) add(input->items());
  return items;
}

Task<Result<std::optional<StoredResponse>>> find_response(const Site& site, std::string owner, std::string id,
                                                          bool by_item) {
  using Answer = std::optional<StoredResponse>;
  // What still waits to be written is newer than what the store has.
  if (const store::StoreWorker* const worker = site.shared.store) {
    if (by_item) {
      if (const auto waiting = worker->pending_response_with_item(owner, id)) co_return Answer(*waiting);
    } else if (const auto waiting = worker->pending_response(owner, id)) {
      co_return *waiting == nullptr ? Answer() : Answer(**waiting);
    }
  }
  co_return co_await ask_store<Answer>(
      site, [owner = std::move(owner), id = std::move(id), by_item](store::Store& store) {
        return by_item ? store.response_with_item(owner, id) : store.response(owner, id);
      });
}

Task<Result<bool>> remove_response(const Site& site, std::string owner, std::string id) {
  if (store::StoreWorker* const worker = site.shared.store) {
    if (const std::optional<bool> removed = worker->remove_pending_response(owner, id)) co_return *removed;
  }
  co_return co_await ask_store<bool>(site,
                                     [owner = std::move(owner), id = std::move(id)](store::Store& store) {
                                       return store.remove_response(owner, id);
                                     });
}

Task<Result<ModelRequest>> expand_references(ModelRequest request, const Site& site, std::string owner) {
  Result<json::Value> parsed = json::parse(request.body());
  if (!parsed) co_return std::move(request);  // the upstream says what it thinks of it
  const std::vector<Target> targets = site.runtime->router.targets(request.look().model, 0);
  const bool native = !targets.empty() && keeps_responses_itself(*targets.front().upstream);
  json::Array input;
  if (const std::string& previous = request.look().previous_response_id; !previous.empty()) {
    Result<std::optional<StoredResponse>> found = co_await find_response(site, owner, previous, false);
    if (!found && !native) co_return found.error();
    if (!found || !*found) {
      if (native) co_return std::move(request);
      co_return Error{ErrorCode::kInvalidArgument,
                      "previous_response_id: there is no response '" + previous +
                          "' here; it may be too old, or was not stored (store: false)",
                      {}};
    }
    if (Result<json::Value> before = json::parse((*found)->input); before && before->is_array()) {
      input = std::move(before->items());
    }
    if (Result<json::Value> reply = json::parse((*found)->body)) {
      if (json::Array* output = protocol::array_at(*reply, "output")) {
        for (json::Value& item : *output) input.push_back(std::move(item));
      }
    }
  }
  std::vector<std::string> wanted = referenced_items(*parsed);
  if (wanted.size() > kMaxReferences) {
    co_return Error{ErrorCode::kInvalidArgument, "the request refers to more than 1000 stored items", {}};
  }
  // References of one conversation are mostly in one response: what was found once is read once.
  std::unordered_map<std::string, json::Value> known;
  for (json::Value& item : input_items(*parsed)) {
    if (text_at(item, "type") != "item_reference") {
      input.push_back(std::move(item));
      continue;
    }
    const std::string id(text_at(item, "id"));
    auto found_item = known.find(id);
    if (found_item == known.end()) {
      Result<std::optional<StoredResponse>> found = co_await find_response(site, owner, id, true);
      if (!found && !native) co_return found.error();
      if (found && *found) {
        for (json::Value& each : items_of(**found)) {
          std::string each_id(text_at(each, "id"));
          known.try_emplace(std::move(each_id), std::move(each));
        }
        found_item = known.find(id);
      }
    }
    if (found_item == known.end()) {
      if (native) co_return std::move(request);
      co_return Error{ErrorCode::kInvalidArgument, "item_reference: there is no item '" + id + "' here", {}};
    }
    input.push_back(found_item->second);
  }
  json::Object members;
  json::Value* place = nullptr;
  members.reserve(parsed->members().size() + 1);
  for (json::Member& member : parsed->members()) {
    if (member.key == "previous_response_id") continue;
    members.push_back(std::move(member));
    if (members.back().key == "input" && place == nullptr) place = &members.back().value;
  }
  if (place == nullptr) place = &members.emplace_back(json::Member{"input", {}}).value;
  *place = json::Value(std::move(input));
  co_return ModelRequest::read(protocol::Protocol::kResponses, json::write(json::Value(std::move(members))),
                               site.shared.schemas);
}

Task<void> keep(const Site& site, std::string owner, const ModelRequest& request,
                std::string_view response_body) {
  const Result<json::Value> body = json::parse(request.body());
  const Result<json::Value> response = json::parse(response_body);
  if (!body || !response) co_return;
  StoredResponse kept;
  kept.owner = std::move(owner);
  kept.id = text_at(*response, "id");
  if (kept.id.empty()) co_return;
  kept.time = std::chrono::system_clock::now();
  kept.body = response_body;
  const auto add_ids = [&](const json::Array& items) {
    for (const json::Value& item : items) {
      if (const std::string_view id = text_at(item, "id"); !id.empty()) kept.item_ids.emplace_back(id);
    }
  };
  json::Array items = input_items(*body);
  add_ids(items);
  if (const json::Array* output = protocol::array_at(*response, "output")) add_ids(*output);
  kept.input = json::write(json::Value(std::move(items)));
  store::StoreWorker& store = *site.shared.store;
  // While it fails, waiting would only make every reply late.
  if (!is_shared_store(site) || store.last_error()) {
    (void)store.keep_response(std::move(kept));  // what has no room is counted there
    co_return;
  }
  const auto waiter = std::make_shared<net::Waiter>(site.loop.context());
  net::asio::io_context* const context = &site.loop.context();
  const bool taken = store.keep_response(std::move(kept), [waiter, context](bool /*is_written*/) {
    net::asio::post(*context, [waiter] { waiter->wake(); });
  });
  if (taken) co_await net::wait_at_most(site.loop, *waiter, kSharedPatience);
}

bool may_end_response(std::string_view bytes) {
  return std::any_of(std::begin(kTerminalTypes), std::end(kTerminalTypes),
                     [&](std::string_view type) { return bytes.find(type) != std::string_view::npos; });
}

std::optional<std::string> terminal_response(std::string_view bytes) {
  const auto is_terminal = [&](std::string_view type) {
    return std::find(std::begin(kTerminalTypes), std::end(kTerminalTypes), type) != std::end(kTerminalTypes);
  };
  if (!may_end_response(bytes)) return std::nullopt;
  protocol::SseReader reader;
  reader.feed(bytes);
  reader.finish();
  std::optional<std::string> response;
  for (protocol::SseBlock block; reader.next(block);) {
    if (!is_terminal(block.type) && !block.type.empty()) continue;
    const Result<json::Value> event = json::parse(block.data);
    if (!event || !is_terminal(text_at(*event, "type"))) continue;
    if (const json::Value* told = protocol::object_at(*event, "response")) response = json::write(*told);
  }
  return response;
}

}  // namespace argwright::gateway
