// What decoders say of a breach of their protocol.
#pragma once

#include <string>
#include <utility>

#include "protocol/event.h"

namespace argwright::protocol {

inline void mended(Events& events, std::string code, std::string message) {
  events.emplace_back(Mended{std::move(code), std::move(message)});
}

}  // namespace argwright::protocol
