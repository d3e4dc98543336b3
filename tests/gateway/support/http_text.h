// HTTP/1.1 messages as a test sees them: read with patience, judged without mercy.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/gateway/support/wire.h"

namespace argwright::gateway_test {

struct HttpMessage {
  std::string start_line;
  int status = 0;  // of a reply
  std::vector<std::pair<std::string, std::string>> fields;
  std::string body;  // without framing
  bool has_head = false;
  bool is_whole = false;    // the body ended as its framing promises
  bool is_timeout = false;  // nothing came for too long: somebody is stuck
  bool is_garbled = false;  // the framing is wrong

  // Empty: there is none. Case does not count.
  std::string field(std::string_view name) const;
  std::string method() const { return start_line.substr(0, start_line.find(' ')); }
  std::string target() const;
};

// Reads one message; what came behind it stays in `rest`.
HttpMessage read_message(Wire& wire, std::string& rest, Moment until, bool is_reply, bool to_head = false);

// "HTTP/1.1 200 OK" with a body and its length.
std::string http_reply(int status, std::string_view body, std::string_view fields = {});
// The head of a reply whose chunks follow.
std::string chunked_head(int status, std::string_view fields);
std::string chunk(std::string_view bytes);
inline constexpr std::string_view kEndOfChunks = "0\r\n\r\n";

// A request with a JSON body.
std::string post(std::string_view path, std::string_view body, std::string_view fields = {});
std::string get(std::string_view path, std::string_view fields = {}, std::string_view method = "GET");

}  // namespace argwright::gateway_test
