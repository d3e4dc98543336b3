// Replies of Responses clients, kept so that previous_response_id and item_reference work against upstreams
// that keep nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "argwright/json.h"
#include "argwright/result.h"
#include "gateway/model_request.h"
#include "gateway/site.h"
#include "gateway/upstream.h"
#include "net/asio.h"
#include "store/store.h"

namespace argwright::gateway {

// OpenAI's own Responses endpoint keeps what it answers.
bool keeps_responses_itself(const Upstream& upstream);

// Does the request refer to something that was kept?
bool needs_references(const ModelRequest& request);

// The request with everything it refers to put in. kInvalidArgument: something it refers to is unknown here
// (and its upstream does not keep responses itself); kIo: the store does not answer.
net::Task<Result<ModelRequest>> expand_references(ModelRequest request, const Site& site, std::string owner);

// Keeps a reply with the conversation before it. Where other gateways read the same store this waits until it
// is there, for three seconds at most: the client's next request may go to one of them. While the store is
// away the reply waits in the queue of the worker, which counts what it has no room for. Precondition: there
// is a store.
net::Task<void> keep(const Site& site, std::string owner, const ModelRequest& request,
                     std::string_view response_body);

// May `bytes` of a stream hold its last event? Most do not, and need not be read.
bool may_end_response(std::string_view bytes);
// The `response` of the last event, where `bytes` of a stream hold it.
std::optional<std::string> terminal_response(std::string_view bytes);

// Looks among the responses that wait to be written, then runs a job on the store's thread and waits for its
// answer. kIo: the store fails, or takes no more jobs.
net::Task<Result<std::optional<store::StoredResponse>>> find_response(const Site& site, std::string owner,
                                                                      std::string id, bool by_item);
net::Task<Result<bool>> remove_response(const Site& site, std::string owner, std::string id);

// --- the pure part
// ------------------------------------------------------------------------------------------------

// The ids of item_reference items in `input`.
std::vector<std::string> referenced_items(const json::Value& body);
// `input` as a list of items; a string is a user's message.
json::Array input_items(const json::Value& body);
// The items of what was kept that have an id: those of its output, then those of its input.
json::Array items_of(const store::StoredResponse& kept);

}  // namespace argwright::gateway
