// What of a request survives the way to another protocol and back: the equality of docs/conversions.md, as a
// value that can be compared.
#pragma once

#include "argwright/json.h"
#include "protocol/name_aliases.h"
#include "protocol/request.h"

namespace argwright::protocol {

// `via` is the protocol in between. Names are mapped back by `aliases`; ids are told by their call's number,
// so that only which result belongs to which call is compared.
json::Value portable(const Request& request, Protocol via, const NameAliases& aliases);

}  // namespace argwright::protocol
