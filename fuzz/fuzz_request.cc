// Requests: any JSON is read or refused with words, never worse; what is read is written for the same
// protocol with nothing lost, and for the others as something that can be read.
#include <string_view>

#include "fuzz/check.h"
#include "json/utf8.h"
#include "protocol/history.h"
#include "protocol/request_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace argwright;
  using namespace argwright::protocol;
  using fuzz::check;
  if (size == 0) return 0;
  const Protocol from = kProtocols[data[0] % 3];
  const Result<json::Value> body = json::parse({reinterpret_cast<const char*>(data) + 1, size - 1});
  if (!body) return 0;
  const Result<Request> request = request_codec(from).decode(*body);
  if (!request) {
    check(!request.error().message.empty() && json::is_valid_utf8(request.error().describe()),
          "a refusal has words");
    return 0;
  }
  const Result<EncodedRequest> same = request_codec(from).encode(*request, {});
  if (same) {
    const Result<Request> again = request_codec(from).decode(same->body);
    check(again.has_value(), "what we write we read", json::write(same->body));
    const Result<EncodedRequest> twice = request_codec(from).encode(*again, {});
    check(twice && json::same_meaning(twice->body, same->body), "twice is once", json::write(same->body));
  }
  Request mended = *request;
  sanitise_history(mended);
  Request again = mended;
  check(sanitise_history(again).empty(), "a mended history needs no mending", json::write(*body));
  for (const Protocol to : kProtocols) {
    const Result<EncodedRequest> encoded = request_codec(to).encode(mended, {});
    if (!encoded) {
      check(json::is_valid_utf8(encoded.error().describe()), "a refusal is text");
      continue;
    }
    const Result<Request> back = request_codec(to).decode(encoded->body);
    check(back.has_value(), "what is converted can be read", json::write(encoded->body));
  }
  return 0;
}
