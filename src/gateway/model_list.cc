#include "gateway/model_list.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <set>
#include <utility>

#include "gateway/error_reply.h"
#include "gateway/pass_call.h"
#include "gateway/upstream_wait.h"
#include "net/url.h"
#include "net/waiter.h"
#include "protocol/fields.h"

namespace argwright::gateway {
namespace {

using net::Task;
using protocol::text_at;

// A client that lists models has a person waiting.
constexpr std::chrono::milliseconds kListTime{5'000};

// All upstreams being asked at once. Shared by whoever waits and those who ask: each ends when it likes.
struct Listing {
  Listing(const Site& own_site, std::string shown, std::size_t count)
      : site(own_site),
        secret(std::move(shown)),
        answers(count),
        open(count),
        waiter(own_site.loop.context()) {
    for (std::size_t i = 0; i < count; ++i) cancellations.push_back(std::make_unique<net::Cancellation>());
  }

  const Site site;
  const std::string secret;  // the client's
  std::vector<Fetched> answers;
  std::vector<std::unique_ptr<net::Cancellation>> cancellations;
  std::size_t open;
  net::Waiter waiter;
};

Task<void> list_models_of(std::shared_ptr<Listing> listing, std::size_t number) {
  const Upstream& upstream = *listing->site.runtime->router.upstreams()[number];
  // Anthropic tells twenty unless asked for more.
  const bool has_pages = upstream.config.protocol == protocol::Protocol::kMessages;
  listing->answers[number] =
      co_await fetch(listing->site, upstream, "GET", has_pages ? "/v1/models?limit=1000" : "/v1/models",
                     listing->secret, kListTime, *listing->cancellations[number]);
  if (--listing->open == 0) listing->waiter.wake_soon();
}

// What each upstream answered, in their order. Nobody is left behind when the client goes.
Task<std::vector<Fetched>> ask_all(const Site& site, std::string secret, net::Cancellation& cancellation) {
  const std::size_t count = site.runtime->router.upstreams().size();
  const auto listing = std::make_shared<Listing>(site, std::move(secret), count);
  for (std::size_t i = 0; i < count; ++i) site.loop.spawn(list_models_of(listing, i));
  const auto stop = [listing] {
    for (const auto& each : listing->cancellations) each->cancel();
  };
  cancellation.set_stop(stop);
  if (cancellation.is_cancelled()) stop();
  if (listing->open > 0) co_await listing->waiter.wait();
  cancellation.set_stop(nullptr);
  co_return std::move(listing->answers);
}

std::string iso_time(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

json::Value model_value(const ListedModel& model, bool anthropic) {
  json::Object members;
  if (anthropic) {
    members.push_back({"type", "model"});
    members.push_back({"id", model.id});
    members.push_back({"display_name", model.display_name.empty() ? model.id : model.display_name});
    members.push_back({"created_at", iso_time(model.created)});
  } else {
    members.push_back({"id", model.id});
    members.push_back({"object", "model"});
    members.push_back({"created", json::Value::integer(model.created)});
    members.push_back({"owned_by", model.owner});
  }
  return json::Value(std::move(members));
}

}  // namespace

std::vector<ListedModel> read_model_list(std::string_view body, std::string_view owner) {
  std::vector<ListedModel> models;
  const Result<json::Value> value = json::parse(body);
  if (!value) return models;
  const json::Array* list = protocol::array_at(*value, "data");
  if (list == nullptr) list = protocol::array_at(*value, "models");
  if (list == nullptr && value->is_array()) list = &value->items();
  if (list == nullptr) return models;
  for (const json::Value& each : *list) {
    ListedModel model;
    model.id = text_at(each, "id");
    if (model.id.empty()) model.id = text_at(each, "name");
    if (model.id.empty()) continue;
    const std::string_view told = text_at(each, "owned_by");
    model.owner = told.empty() ? owner : told;
    model.created = protocol::integer_at(each, "created").value_or(0);
    model.display_name = text_at(each, "display_name");
    models.push_back(std::move(model));
  }
  return models;
}

std::string write_model(const ListedModel& model, bool anthropic) {
  return json::write(model_value(model, anthropic));
}

std::string write_model_list(const std::vector<ListedModel>& models, bool anthropic) {
  json::Array list;
  for (const ListedModel& model : models) list.push_back(model_value(model, anthropic));
  json::Object members;
  if (!anthropic) members.push_back({"object", "list"});
  members.push_back({"data", json::Value(std::move(list))});
  if (anthropic) {
    members.push_back({"has_more", false});
    members.push_back({"first_id", models.empty() ? json::Value() : json::Value(models.front().id)});
    members.push_back({"last_id", models.empty() ? json::Value() : json::Value(models.back().id)});
  }
  return json::write(json::Value(std::move(members)));
}

Task<void> answer_models(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                         const Endpoint& endpoint, const ClientKey* key) {
  const bool anthropic = exchange.head.has("anthropic-version");
  const std::string secret(shown_secret(exchange.head));
  std::vector<ListedModel> models;
  std::set<std::string> seen;
  const auto add = [&](ListedModel model) {
    if (key != nullptr && !key->allows_model(model.id)) return;
    if (seen.insert(model.id).second) models.push_back(std::move(model));
  };
  std::string why;
  std::string left_out;
  bool answered = false;
  for (const std::string& name : site.runtime->router.named_models()) add({name, "argwright", 0, {}});
  std::vector<Fetched> answers;
  {
    const UpstreamWait waiting(record);
    answers = co_await ask_all(site, secret, exchange.cancellation());
  }
  if (exchange.cancellation().is_cancelled()) {
    record.ending = Ending::kClientGone;
    co_return;
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string& name = site.runtime->router.upstreams()[i]->config.name;
    const Fetched& fetched = answers[i];
    if (fetched.fault || fetched.status != 200) {
      const std::string status = "status " + std::to_string(fetched.status);
      const std::string& message = fetched.fault ? fetched.fault->message : status;
      site.shared.watcher->attempt_failed(
          name, fetched.fault ? std::string(net::fault_name(fetched.fault->kind)) : status,
          "its models are left out: " + message, false);
      if (!why.empty()) why += "; ";
      why += "upstream '";
      why += name;
      why += "': ";
      why += message;
      if (!left_out.empty()) left_out += ", ";
      left_out += name;
      continue;
    }
    answered = true;
    for (ListedModel& model : read_model_list(fetched.body, name)) add(std::move(model));
  }
  std::string fields;
  net::append_field(fields, "Content-Type", "application/json");
  net::append_field(fields, "x-request-id", record.request_id);
  if (!left_out.empty()) net::append_field(fields, "x-argwright-left-out", left_out);
  const auto refuse = [&](int status, std::string code, std::string message) {
    record.status = status;
    record.error = message;
    const protocol::Protocol words = anthropic ? protocol::Protocol::kMessages : protocol::Protocol::kChat;
    return protocol::write_error(words, api_error(status, std::move(code), std::move(message)));
  };
  if (!answered && models.empty()) {
    record.ending = Ending::kFailed;
    const std::string body = refuse(502, "upstream_unavailable", "no upstream tells its models: " + why);
    co_await exchange.reply(502, fields, body);
    co_return;
  }
  record.status = 200;
  if (endpoint.rest.empty()) {
    const std::string body = write_model_list(models, anthropic);
    co_await exchange.reply(200, fields, body);
    co_return;
  }
  // Clients escape the slash of "vendor/model", or do not.
  const std::string wanted = net::percent_decoded(endpoint.rest);
  const auto found = std::find_if(models.begin(), models.end(),
                                  [&](const ListedModel& model) { return model.id == wanted; });
  if (found == models.end()) {
    record.ending = Ending::kRefused;
    const std::string body = refuse(404, "model_not_found", "there is no model '" + wanted + "'");
    co_await exchange.reply(404, fields, body);
    co_return;
  }
  const std::string body = write_model(*found, anthropic);
  co_await exchange.reply(200, fields, body);
}

}  // namespace argwright::gateway
