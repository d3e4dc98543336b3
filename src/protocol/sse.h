// Server-sent events: an incremental reader and a writer (WHATWG HTML, "Server-sent events", and what
// providers send in its name).
//
//   SseReader reader;
//   reader.feed(bytes);                       // whatever came, cut anywhere
//   for (SseBlock block; reader.next(block);) use(block);
//   ... at the end of the stream: reader.finish(), and next() once more
//
// How the bytes were split never matters (L4). Bytes are kept until their block is whole, so every view stays
// valid until the next feed(); no byte is lost: the raw texts of all blocks together are the stream.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "argwright/result.h"

namespace argwright::protocol {

// The lines up to a blank one.
struct SseBlock {
  std::string_view type;               // the `event` field; empty where there was none
  std::string_view data;               // the `data` lines, joined by line feeds
  bool has_data = false;               // false: comments or other fields only, which clients do not see
  std::optional<std::string_view> id;  // the `id` field
  std::optional<unsigned long> retry;  // the `retry` field, in milliseconds
  bool has_comment = false;            // a keep-alive such as ": OPENROUTER PROCESSING"
  // Framed in a way that the standard allows and some clients cannot read: by carriage returns alone, or
  // behind a byte order mark.
  bool is_oddly_framed = false;
  // A line `error: ..`, which clients ignore, told the data: `type` is "error" where no data stands before
  // it.
  bool has_error_line = false;
  std::string_view raw;  // the bytes as they came, with the blank line
};

class SseReader {
 public:
  static constexpr std::size_t kDefaultMaxBlockBytes = std::size_t{16} << 20;

  explicit SseReader(std::size_t max_block_bytes = kDefaultMaxBlockBytes)
      : max_block_bytes_(max_block_bytes) {}

  void feed(std::string_view bytes);
  // The stream has ended: next() then also gives a last block without its blank line.
  void finish() { finished_ = true; }
  // False: more bytes are needed, the stream is over, or error() tells what is wrong with it.
  bool next(SseBlock& block);
  // A block above the limit. Nothing can be read any more.
  const std::optional<Error>& error() const { return error_; }

 private:
  struct Line {
    std::size_t begin, end;  // without its ending
    std::size_t behind;      // behind its ending
  };
  bool next_of_one_line(SseBlock& block);
  // The line at `begin`; nothing when its ending is not there yet.
  std::optional<Line> line_at(std::size_t begin);
  void read_line(std::string_view line, bool is_first, SseBlock& block);
  void read_field(std::string_view line, SseBlock& block);
  void add_data(std::string_view value, SseBlock& block);

  // Where the lines of the block at hand begin and end, from its beginning on; the first few of them.
  static constexpr std::size_t kKnownLines = 6;
  Line lines_[kKnownLines] = {};
  std::size_t line_count_ = 0;  // all of the block, also those that are not in lines_

  std::string buffer_;
  std::size_t begin_ = 0;     // of the block at hand
  std::size_t line_ = 0;      // of the first line that is not known to be whole
  std::size_t searched_ = 0;  // no line ends between line_ and here
  std::size_t received_ = 0;  // bytes before buffer_[0]
  std::size_t max_block_bytes_;
  std::size_t data_lines_ = 0;
  bool is_oddly_framed_ = false;  // the block at hand
  std::string joined_;            // the data of a block with several data lines
  bool finished_ = false;
  std::optional<Error> error_;
};

// One event: `event: TYPE` where `type` is not empty, the data as one line for each of its lines, a blank
// line.
void append_sse_event(std::string& out, std::string_view type, std::string_view data);
// The same lines, each ended by a line feed, and no byte order mark before the first.
std::string with_plain_line_ends(std::string_view block);
// A line that clients ignore; keeps a connection open.
void append_sse_comment(std::string& out, std::string_view text);

}  // namespace argwright::protocol
