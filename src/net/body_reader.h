// Where the body of an HTTP/1.1 message ends, and its bytes without the framing. Bytes in, views out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "net/head.h"

namespace argwright::net {

class BodyReader {
 public:
  enum class Framing : std::uint8_t { kNone, kLength, kChunked, kUntilClose };

  static BodyReader of_request(const Head& head);
  // `to_head`: the request was a HEAD, so there is no body whatever the fields say.
  static BodyReader of_reply(const Head& head, bool to_head);

  struct Step {
    std::size_t consumed = 0;  // of the bytes given
    std::string_view payload;  // a part of them
    bool is_bad = false;       // see fault()
  };
  // Takes what it can of `bytes`: call it again with the rest until it consumes nothing or is done.
  Step take(std::string_view bytes);
  // The connection has ended. False: the body has not.
  bool finish();

  bool done() const { return done_; }
  Framing framing() const { return framing_; }
  const char* fault() const { return fault_; }
  // kLength: what is still to come.
  std::uint64_t remaining() const { return remaining_; }

 private:
  enum class Part : std::uint8_t { kSize, kData, kDataEnd, kTrailer };

  Step take_chunked(std::string_view bytes);
  Step bad(const char* why);

  Framing framing_ = Framing::kNone;
  bool done_ = true;
  std::uint64_t remaining_ = 0;
  Part part_ = Part::kSize;
  std::size_t trailer_bytes_ = 0;
  const char* fault_ = "";
};

// The line before a chunk of this many bytes; "\r\n" follows the chunk, kLastChunk ends the body.
void append_chunk_size(std::string& out, std::size_t size);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace argwright::net
