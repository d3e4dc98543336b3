// GET /v1/models: what all upstreams offer, in one list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "gateway/client_keys.h"
#include "gateway/endpoint.h"
#include "gateway/exchange_record.h"
#include "gateway/site.h"
#include "net/exchange.h"

namespace argwright::gateway {

struct ListedModel {
  std::string id;
  std::string owner;  // the upstream's name
  std::int64_t created = 0;
  std::string display_name;
};

// The models of a list as OpenAI or Anthropic write it; empty where it is none.
std::vector<ListedModel> read_model_list(std::string_view body, std::string_view owner);
// The list, or one model of it, in the words of the client's protocol.
std::string write_model_list(const std::vector<ListedModel>& models, bool anthropic);
std::string write_model(const ListedModel& model, bool anthropic);

// Asks all upstreams at once, for five seconds at most. Those that do not answer are left out and named in
// x-argwright-left-out and in the log; an error is told only where none does.
net::Task<void> answer_models(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                              const Endpoint& endpoint, const ClientKey* key);

}  // namespace argwright::gateway
