// Replies of an upstream that speaks Responses, or nothing like it.
#include "fuzz/reply_laws.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  argwright::fuzz::check_reply(argwright::protocol::Protocol::kResponses, data, size);
  return 0;
}
