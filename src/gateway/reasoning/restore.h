// The two ends of the memory for reasoning, as a request for a model's reply meets them: what the client lost
// is put back before the request is shaped for its upstream, and what the reply holds is remembered.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/model_request.h"
#include "gateway/reasoning/thought_reader.h"
#include "gateway/reasoning/vault.h"
#include "gateway/site.h"
#include "net/asio.h"
#include "protocol/report.h"
#include "provider/profile.h"

namespace argwright::gateway {

// What all requests of a gateway share.
struct ReasoningMemory {
  ReasoningMemory(std::string_view token_secret, VaultOptions options)
      : sealer(token_secret), vault(std::move(options)) {}
  Sealer sealer;  // of tokens
  Vault vault;
  // Since when the store does not answer, by Vault::Clock; 0: it does.
  std::atomic<Vault::Clock::rep> silent_since = 0;
};

// One request towards one upstream.
struct ReasoningContext {
  Origin origin;      // the upstream that is asked, and its model
  std::string owner;  // the name of the client's key; empty: none
  protocol::Protocol client = protocol::Protocol::kChat, upstream = protocol::Protocol::kChat;
  bool is_only_speaker = true;  // no other upstream speaks this one's protocol
  bool remembers = true;        // store.vault, and the profile's word
  bool is_unknown = false;      // nobody knows whose signatures this upstream takes

  std::string conversation;  // conversation_hash() of the request; empty: nobody needed it yet

  std::string scope() const;  // who may have it back
  // Must the client get its proofs sealed? Where it could bring them to another upstream, or in another
  // protocol.
  bool seals() const { return client != upstream || !is_only_speaker; }
};

ReasoningContext reasoning_context(const Site& site, const ExchangeRecord& record,
                                   const provider::Profile& profile, std::string owner);

// May there be something to put back, or to open? Most requests without a history need no more than this.
bool may_need_reasoning(const Site& site, const ModelRequest& request, const ReasoningContext& context);
// The request with its reasoning; nothing where it cannot be read, which shaping tells. May ask the store,
// for a quarter of a second at most; one that other gateways write to, too, for ten seconds, unless it has
// been silent for longer than that. What was read of `request` is taken along.
net::Task<std::unique_ptr<RestoredRequest>> restore_reasoning(const Site& site, ModelRequest& request,
                                                              ReasoningContext& context);

// A request of the upstream's own protocol that goes on as it is, but for what was sealed: that is opened, or
// left out. Nothing: it holds none.
std::optional<std::string> unsealed_body(const Site& site, std::string_view body,
                                         const ReasoningContext& context);

ReadingOptions reading_options(const Site& site, const ReasoningContext& context, bool is_stream,
                               bool keeps_content);

// Before the client can act on the reply. Where other gateways read the same store this waits until the turn
// is in it, for ten seconds at most, and for a quarter of one while the store has been silent for longer: the
// client's next request may go to one of them.
net::Task<void> remember_reply(const Site& site, ModelRequest& request, const ReasoningContext& context,
                               const ThoughtReader& reader, const protocol::Report& report);

}  // namespace argwright::gateway
