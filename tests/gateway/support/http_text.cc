#include "tests/gateway/support/http_text.h"

#include <strings.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace argwright::gateway_test {
namespace {

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

void read_head(std::string_view head, HttpMessage& message, bool is_reply) {
  const std::size_t end = head.find("\r\n");
  message.start_line = head.substr(0, end);
  if (is_reply && message.start_line.size() > 12) message.status = std::atoi(message.start_line.c_str() + 9);
  head.remove_prefix(std::min(head.size(), end + 2));
  while (!head.empty()) {
    const std::size_t line_end = head.find("\r\n");
    const std::string_view line = head.substr(0, line_end);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
      message.fields.emplace_back(line.substr(0, colon), trim(line.substr(colon + 1)));
    }
    head = line_end == std::string_view::npos ? std::string_view() : head.substr(line_end + 2);
  }
  message.has_head = true;
}

// Takes whole chunks off the front of `bytes`. True: the last one was among them.
bool take_chunks(std::string& bytes, HttpMessage& message) {
  for (;;) {
    const std::size_t line = bytes.find("\r\n");
    if (line == std::string::npos) return false;
    std::size_t size = 0;
    const auto [stop, error] = std::from_chars(bytes.data(), bytes.data() + line, size, 16);
    if (error != std::errc{} || stop != bytes.data() + line) {
      message.is_garbled = true;
      return true;
    }
    if (bytes.size() < line + 2 + size + 2) {
      return false;
    }
    if (bytes.compare(line + 2 + size, 2, "\r\n") != 0) {
      message.is_garbled = true;
      return true;
    }
    message.body.append(bytes, line + 2, size);
    bytes.erase(0, line + 2 + size + 2);
    if (size == 0) return true;
  }
}

}  // namespace

std::string HttpMessage::field(std::string_view name) const {
  for (const auto& [each, value] : fields) {
    if (each.size() == name.size() && ::strncasecmp(each.data(), name.data(), name.size()) == 0) return value;
  }
  return {};
}

std::string HttpMessage::target() const {
  const std::size_t begin = start_line.find(' ') + 1;
  return start_line.substr(begin, start_line.find(' ', begin) - begin);
}

HttpMessage read_message(Wire& wire, std::string& rest, Moment until, bool is_reply, bool to_head) {
  HttpMessage message;
  const auto more = [&] {
    const Wire::Got got = wire.read(rest, until);
    message.is_timeout = got == Wire::Got::kTimeout;
    return got == Wire::Got::kBytes;
  };
  std::size_t end = 0;
  do {
    while ((end = rest.find("\r\n\r\n")) == std::string::npos) {
      if (!more()) return message;
    }
    message = HttpMessage();
    read_head(std::string_view(rest).substr(0, end), message, is_reply);
    rest.erase(0, end + 4);
  } while (message.status / 100 == 1);
  const bool has_no_body = to_head || message.status == 204 || message.status == 304;
  if (has_no_body) {
    message.is_whole = true;
    return message;
  }
  if (message.field("transfer-encoding") == "chunked") {
    while (!take_chunks(rest, message)) {
      if (!more()) return message;
    }
    message.is_whole = !message.is_garbled;
    return message;
  }
  const std::string length = message.field("content-length");
  if (!length.empty() || !is_reply) {
    const auto size = static_cast<std::size_t>(std::strtoull(length.c_str(), nullptr, 10));
    while (rest.size() < size && more()) {
    }
    message.is_whole = rest.size() >= size;
    message.body = rest.substr(0, size);
    rest.erase(0, message.body.size());
    return message;
  }
  while (more()) {
  }
  message.is_whole = !message.is_timeout;
  message.body = std::exchange(rest, {});
  return message;
}

std::string http_reply(int status, std::string_view body, std::string_view fields) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + " Told\r\nContent-Length: ";
  text += std::to_string(body.size());
  text += "\r\n";
  if (fields.find("ontent-") == std::string_view::npos) text += "Content-Type: application/json\r\n";
  text += fields;
  text += "\r\n";
  text += body;
  return text;
}

std::string chunked_head(int status, std::string_view fields) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + " Told\r\nTransfer-Encoding: chunked\r\n";
  text += fields;
  text += "\r\n";
  return text;
}

std::string chunk(std::string_view bytes) {
  char size[20];
  const auto [end, error] = std::to_chars(size, size + sizeof size, bytes.size(), 16);
  std::string text(size, end);
  text += "\r\n";
  text += bytes;
  text += "\r\n";
  return text;
}

std::string post(std::string_view path, std::string_view body, std::string_view fields) {
  std::string text = "POST " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n";
  text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  text += fields;
  text += "\r\n";
  text += body;
  return text;
}

std::string get(std::string_view path, std::string_view fields, std::string_view method) {
  std::string text(method);
  text += " " + std::string(path) + " HTTP/1.1\r\n";
  if (fields.find("Host:") == std::string_view::npos) text += "Host: localhost\r\n";
  text += fields;
  text += "\r\n";
  return text;
}

}  // namespace argwright::gateway_test
