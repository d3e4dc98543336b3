#include "net/exchange.h"

#include <algorithm>
#include <array>

#include "net/body_reader.h"

namespace argwright::net {
namespace {

struct Phrase {
  int status;
  std::string_view text;
};
constexpr Phrase kPhrases[] = {
    {100, "Continue"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {529, "Overloaded"},
};

// So much goes out under one deadline: a client that takes a long reply slowly is not gone.
constexpr std::size_t kSlice = std::size_t{256} << 10;

}  // namespace

std::string_view reason_phrase(int status) {
  for (const Phrase& phrase : kPhrases) {
    if (phrase.status == status) return phrase.text;
  }
  return "Status";
}

void append_field(std::string& fields, std::string_view name, std::string_view value) {
  fields += name;
  fields += ": ";
  unsigned odd = 0;
  for (const char c : value)
    odd |= static_cast<unsigned>(static_cast<unsigned char>(c) < ' ') | static_cast<unsigned>(c == 0x7f);
  if (odd == 0) {
    fields += value;
  } else {
    for (const char c : value) {
      if (static_cast<unsigned char>(c) >= ' ' && c != 0x7f) fields += c;
      if (c == '\t') fields += ' ';
    }
  }
  fields += "\r\n";
}

void Exchange::write_head(int status, std::string_view fields) {
  begun_ = true;
  out_.reserve(256 + fields.size());
  out_ += "HTTP/1.1 ";
  out_ += std::to_string(status);
  out_ += ' ';
  out_ += reason_phrase(status);
  out_ += "\r\nDate: ";
  out_ += client_.loop().date();
  out_ += "\r\n";
  out_ += fields;
  if (close_ || !head.keep_alive) {
    out_ += "Connection: close\r\n";
  } else if (head.version == 10) {
    out_ += "Connection: keep-alive\r\n";
  }
}

Task<bool> Exchange::write(std::span<const std::string_view> pieces) {
  std::size_t total = 0;
  for (const std::string_view piece : pieces) total += piece.size();
  bool written = true;
  if (total <= kSlice) {
    written = co_await write_in_time(pieces);
  } else {
    for (std::string_view piece : pieces) {
      while (written && !piece.empty()) {
        const std::array<std::string_view, 1> slice{piece.substr(0, kSlice)};
        written = co_await write_in_time(slice);
        piece.remove_prefix(slice[0].size());
      }
    }
  }
  if (!written) cancellation_.cancel();
  co_return written;
}

bool Exchange::write_at_once(std::span<std::string_view> pieces) {
  std::size_t gone = client_.write_now(pieces);
  sent_ += gone;
  bool is_all = true;
  for (std::string_view& piece : pieces) {
    const std::size_t skip = std::min(gone, piece.size());
    piece.remove_prefix(skip);
    gone -= skip;
    is_all = is_all && piece.empty();
  }
  return is_all && !client_.ended();
}

Task<bool> Exchange::write_in_time(std::span<const std::string_view> pieces) {
  client_.set_deadline(client_.loop().now() + write_time_);
  const bool written = co_await client_.write(pieces);
  client_.set_deadline(kNever);
  if (written) {
    for (const std::string_view piece : pieces) sent_ += piece.size();
  }
  co_return written;
}

Task<bool> Exchange::reply(int status, std::string_view fields, std::string_view reply_body) {
  write_head(status, fields);
  const bool has_body = status >= 200 && status != 204 && status != 304;
  if (has_body) {
    out_ += "Content-Length: ";
    out_ += std::to_string(reply_body.size());
    out_ += "\r\n";
  }
  out_ += "\r\n";
  std::array<std::string_view, 2> pieces{out_, has_body && !is_bodiless() ? reply_body : ""};
  finished_ = write_at_once(pieces) || co_await write(pieces);
  out_.clear();
  co_return finished_;
}

void Exchange::begin(int status, std::string_view fields) {
  chunked_ = head.version >= 11;
  if (!chunked_) close_ = true;  // HTTP/1.0: the end of the connection is the end of the reply
  write_head(status, fields);
  if (chunked_) out_ += "Transfer-Encoding: chunked\r\n";
  out_ += "\r\n";
}

Task<bool> Exchange::send(std::string_view bytes) {
  if (bytes.empty()) co_return !is_gone();
  if (is_bodiless()) co_return co_await flush();
  if (chunked_) append_chunk_size(out_, bytes.size());
  std::array<std::string_view, 3> pieces{out_, bytes, chunked_ ? std::string_view("\r\n") : ""};
  const bool written = write_at_once(pieces) || co_await write(pieces);
  out_.clear();
  co_return written;
}

Task<bool> Exchange::flush() {
  if (out_.empty()) co_return !is_gone();
  const std::array<std::string_view, 1> pieces{out_};
  const bool written = co_await write(pieces);
  out_.clear();
  co_return written;
}

Task<bool> Exchange::finish() {
  if (chunked_ && !is_bodiless()) out_ += kLastChunk;
  finished_ = co_await flush();
  co_return finished_;
}

}  // namespace argwright::net
