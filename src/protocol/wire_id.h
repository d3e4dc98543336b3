// Ids of calls, between protocols whose grammars differ.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "protocol/protocol.h"

namespace argwright::protocol {

// What ids begin with that client_id() made.
inline constexpr std::string_view kWireIdMark = "awid-";

// An id that the client's protocol allows (Messages: letters, digits, _ and -; others: printable ASCII), from
// which upstream_id() gives the upstream's own again. Unchanged where it is allowed and does not start with
// our mark; never empty, except that an empty id stays one: it has to be minted by whoever owns the call.
std::string client_id(Protocol client, std::string_view upstream_id);
std::string upstream_id(std::string_view client_id);

struct IdGrammar {
  std::size_t max_length;
  bool plain;  // letters, digits, _ and - only
};
IdGrammar id_grammar(Protocol protocol);
bool is_legal_id(Protocol protocol, std::string_view id);

// The ids of one request, towards an upstream. Calls are told in order; a result belongs to the last call
// with its id. The same request always gives the same ids, which prompt caches need.
class RequestIds {
 public:
  explicit RequestIds(Protocol target) : target_(target) {}
  // Ids that are legal as they are keep their place: they have to be known before the first is replaced.
  void reserve(std::string_view id);
  // An id that is used for the second time, is empty or is illegal gets a new one.
  std::string for_call(std::string_view id);
  std::string for_result(std::string_view id);

 private:
  Protocol target_;
  std::unordered_set<std::string> reserved_;
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, std::size_t> last_number_;  // by stem
  std::unordered_map<std::string, std::string> current_;      // as sent -> as it is written now
};

}  // namespace argwright::protocol
