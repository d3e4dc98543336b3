#include "gateway/stored_responses.h"

#include <memory>

#include "gateway/store_question.h"
#include "protocol/fields.h"
#include "store/worker.h"

namespace argwright::gateway {
namespace {

using net::Task;
using protocol::text_at;
using store::StoredResponse;

// Long conversations refer to many items; each is one look-up.
constexpr std::size_t kMaxReferences = 1000;

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

std::optional<json::Value> item_of(const StoredResponse& kept, std::string_view id) {
  const auto among = [&](const json::Array& items) -> std::optional<json::Value> {
    for (const json::Value& item : items) {
      if (text_at(item, "id") == id) return item;
    }
    return std::nullopt;
  };
  if (const Result<json::Value> body = json::parse(kept.body)) {
    if (const json::Array* output = protocol::array_at(*body, "output")) {
      if (std::optional<json::Value> item = among(*output)) return item;
    }
  }
  if (const Result<json::Value> input = json::parse(kept.input); input && input->is_array()) {
    return among(input->items());
  }
  return std::nullopt;
}

Task<Result<std::optional<StoredResponse>>> find_response(const Site& site, std::string owner, std::string id,
                                                          bool by_item) {
  using Answer = std::optional<StoredResponse>;
  co_return co_await ask_store<Answer>(
      site, [owner = std::move(owner), id = std::move(id), by_item](store::Store& store) {
        return by_item ? store.response_with_item(owner, id) : store.response(owner, id);
      });
}

Task<Result<bool>> remove_response(const Site& site, std::string owner, std::string id) {
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
  // References of one conversation are mostly in one response, the last: it is searched first.
  std::vector<StoredResponse> known;
  for (json::Value& item : input_items(*parsed)) {
    if (text_at(item, "type") != "item_reference") {
      input.push_back(std::move(item));
      continue;
    }
    const std::string id(text_at(item, "id"));
    std::optional<json::Value> found_item;
    for (const StoredResponse& kept : known) {
      if (!found_item) found_item = item_of(kept, id);
    }
    if (!found_item) {
      Result<std::optional<StoredResponse>> found = co_await find_response(site, owner, id, true);
      if (!found && !native) co_return found.error();
      if (found && *found) {
        known.push_back(*std::move(*found));
        found_item = item_of(known.back(), id);
      }
    }
    if (!found_item) {
      if (native) co_return std::move(request);
      co_return Error{ErrorCode::kInvalidArgument, "item_reference: there is no item '" + id + "' here", {}};
    }
    input.push_back(*std::move(found_item));
  }
  json::Object members;
  for (json::Member& member : parsed->members()) {
    if (member.key == "previous_response_id" || member.key == "input") continue;
    members.push_back(std::move(member));
  }
  members.push_back({"input", json::Value(std::move(input))});
  co_return ModelRequest::read(protocol::Protocol::kResponses, json::write(json::Value(std::move(members))),
                               site.shared.schemas);
}

void keep(store::StoreWorker& store, std::string owner, ModelRequest& request,
          std::string_view response_body) {
  const Result<json::Value> body = json::parse(request.body());
  const Result<json::Value> response = json::parse(response_body);
  if (!body || !response) return;
  auto kept = std::make_shared<StoredResponse>();
  kept->owner = std::move(owner);
  kept->id = text_at(*response, "id");
  if (kept->id.empty()) return;
  kept->time = std::chrono::system_clock::now();
  kept->body = response_body;
  const auto add_ids = [&](const json::Array& items) {
    for (const json::Value& item : items) {
      if (const std::string_view id = text_at(item, "id"); !id.empty()) kept->item_ids.emplace_back(id);
    }
  };
  json::Array items = input_items(*body);
  add_ids(items);
  if (const json::Array* output = protocol::array_at(*response, "output")) add_ids(*output);
  kept->input = json::write(json::Value(std::move(items)));
  (void)store.run([kept](store::Store& engine) { (void)engine.put_response(*kept); });
}

std::optional<std::string> terminal_response(std::string_view bytes) {
  for (const std::string_view type : {"response.completed", "response.incomplete"}) {
    const std::size_t at = bytes.find("event: " + std::string(type) + "\n");
    if (at == std::string_view::npos) continue;
    std::size_t data = bytes.find("data: ", at);
    if (data == std::string_view::npos) return std::nullopt;
    data += 6;
    const Result<json::Value> event = json::parse(bytes.substr(data, bytes.find('\n', data) - data));
    if (!event) return std::nullopt;
    if (const json::Value* response = protocol::object_at(*event, "response")) return json::write(*response);
  }
  return std::nullopt;
}

}  // namespace argwright::gateway
