// Tested by sse_test.cc.
#include "protocol/sse.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <system_error>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace argwright::protocol {
namespace {

constexpr std::string_view kData = "data:";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Where the first line ends: at its carriage return or line feed; npos: nowhere. Both are looked for at once.
std::size_t find_line_end(std::string_view text, std::size_t from) {
  const char* p = text.data() + from;
  const char* const end = text.data() + text.size();
#if defined(__SSE2__)
  const __m128i feed = _mm_set1_epi8('\n');
  const __m128i carriage = _mm_set1_epi8('\r');
  const auto ends = [&](std::ptrdiff_t at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
    return _mm_or_si128(_mm_cmpeq_epi8(bytes, feed), _mm_cmpeq_epi8(bytes, carriage));
  };
  for (; end - p >= 64; p += 64) {
    const __m128i any = _mm_or_si128(_mm_or_si128(ends(0), ends(16)), _mm_or_si128(ends(32), ends(48)));
    if (_mm_movemask_epi8(any) != 0) break;
  }
  for (; end - p >= 16; p += 16) {
    if (const int mask = _mm_movemask_epi8(ends(0)); mask != 0)
      return static_cast<std::size_t>(p - text.data() + std::countr_zero(static_cast<unsigned>(mask)));
  }
#endif
  for (; p < end; ++p) {
    if (*p == '\n' || *p == '\r') return static_cast<std::size_t>(p - text.data());
  }
  return std::string_view::npos;
}

}  // namespace

void SseReader::feed(std::string_view bytes) {
  if (error_) return;
  // What was handed out is dropped here and not in next(), so that views live until now.
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    received_ += begin_;
    line_ -= begin_;
    searched_ -= begin_;
    begin_ = 0;
  }
  buffer_ += bytes;
}

std::optional<SseReader::Line> SseReader::line_at(std::size_t begin) {
  // A blank one needs no search.
  if (begin < buffer_.size() && buffer_[begin] == '\n') return Line{begin, begin, begin + 1};
  const std::size_t from = std::max(begin, searched_);
  const std::size_t end = find_line_end(buffer_, from);
  if (end == std::string::npos) {
    searched_ = buffer_.size();
    if (!finished_ || begin == buffer_.size()) return std::nullopt;
    return Line{begin, buffer_.size(), buffer_.size()};
  }
  if (buffer_[end] == '\n') return Line{begin, end, end + 1};
  // A carriage return may be the first half of an ending.
  if (end + 1 == buffer_.size() && !finished_) {
    searched_ = end;
    return std::nullopt;
  }
  const bool pair = end + 1 < buffer_.size() && buffer_[end + 1] == '\n';
  is_oddly_framed_ = is_oddly_framed_ || !pair;
  return Line{begin, end, end + (pair ? 2U : 1U)};
}

// Most blocks are one line of data and a blank one, each with its line feed.
bool SseReader::next_of_one_line(SseBlock& block) {
  if (line_ != begin_ || !std::string_view(buffer_).substr(begin_).starts_with(kData)) return false;
  const std::size_t end = find_line_end(buffer_, std::max(begin_ + kData.size(), searched_));
  searched_ = std::min(end, buffer_.size());
  const bool is_whole = end < buffer_.size() && end + 1 < buffer_.size() && buffer_[end] == '\n' &&
                        buffer_[end + 1] == '\n' && end + 2 - begin_ <= max_block_bytes_;
  if (!is_whole) return false;
  block = SseBlock{};
  block.raw = std::string_view(buffer_).substr(begin_, end + 2 - begin_);
  block.data = block.raw.substr(kData.size(), end - begin_ - kData.size());
  if (block.data.starts_with(' ')) block.data.remove_prefix(1);
  block.has_data = true;
  begin_ = line_ = searched_ = end + 2;
  return true;
}

bool SseReader::next(SseBlock& block) {
  if (error_) return false;
  if (next_of_one_line(block)) return true;
  // Whole lines first; the block is read when its blank line is there, so that no field is read twice.
  bool whole = false;
  while (const std::optional<Line> line = line_at(line_)) {
    line_ = line->behind;
    searched_ = line_;
    if (line_count_ < kKnownLines) lines_[line_count_] = {line->begin - begin_, line->end - begin_, 0};
    ++line_count_;
    if (line->begin == line->end) {
      whole = true;
      break;
    }
  }
  if ((whole ? line_ : buffer_.size()) - begin_ > max_block_bytes_) {
    error_ = Error::at(ErrorCode::kTooLarge,
                       "an event of the stream is larger than " + std::to_string(max_block_bytes_) + " bytes",
                       received_ + begin_);
    return false;
  }
  if (!whole && !(finished_ && line_ > begin_)) return false;

  block = SseBlock{};
  block.raw = std::string_view(buffer_).substr(begin_, line_ - begin_);
  const bool is_marked = received_ + begin_ == 0 && block.raw.starts_with(kByteOrderMark);
  block.is_oddly_framed = std::exchange(is_oddly_framed_, false) || is_marked;
  data_lines_ = 0;
  const std::size_t known = std::min(line_count_, kKnownLines);
  for (std::size_t i = 0; i < known; ++i) {
    read_line(block.raw.substr(lines_[i].begin, lines_[i].end - lines_[i].begin), i == 0, block);
  }
  // Blocks with more lines are rare enough to look for them again.
  if (line_count_ > known) {
    std::string_view rest = block.raw.substr(lines_[known - 1].end);
    for (bool first = true; !rest.empty(); first = false) {
      const std::size_t end = std::min(find_line_end(rest, 0), rest.size());
      if (!first) read_line(rest.substr(0, end), false, block);
      const bool pair = rest.substr(end, 2) == "\r\n";
      rest.remove_prefix(std::min(rest.size(), end + (pair ? 2U : 1U)));
    }
  }
  line_count_ = 0;
  begin_ = line_;
  return true;
}

void SseReader::read_line(std::string_view line, bool is_first, SseBlock& block) {
  if (is_first && received_ + begin_ == 0 && line.starts_with(kByteOrderMark)) {
    line.remove_prefix(kByteOrderMark.size());
  }
  if (!line.empty()) read_field(line, block);
}

void SseReader::read_field(std::string_view line, SseBlock& block) {
  // Most lines are data.
  const std::size_t colon = line.starts_with(kData) ? 4 : line.find(':');
  if (colon == 0) {
    block.has_comment = true;
    return;
  }
  const std::string_view name = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "data") {
    add_data(value, block);
  } else if (name == "event") {
    block.type = value;
  } else if (name == "id") {
    if (value.find('\0') == std::string_view::npos) block.id = value;
  } else if (name == "retry") {
    unsigned long milliseconds = 0;
    const auto [stop, fault] = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
    if (!value.empty() && fault == std::errc() && stop == value.data() + value.size())
      block.retry = milliseconds;
  } else if (name == "error" && !value.empty()) {
    // llama.cpp wrote its errors like this for long.
    if (!block.has_data) block.type = name;
    block.has_error_line = true;
    add_data(value, block);
  }
  // Other names are ignored, as clients do.
}

void SseReader::add_data(std::string_view value, SseBlock& block) {
  if (data_lines_ == 0) {
    block.data = value;
  } else {
    if (data_lines_ == 1) joined_ = block.data;
    joined_ += '\n';
    joined_ += value;
    block.data = joined_;
  }
  ++data_lines_;
  block.has_data = true;
}

void append_sse_event(std::string& out, std::string_view type, std::string_view data) {
  if (!type.empty()) {
    out += "event: ";
    // Types come from upstreams: one of several lines would be other fields.
    out += type.substr(0, find_line_end(type, 0));
    out += '\n';
  }
  for (;;) {
    const std::size_t end = std::min(find_line_end(data, 0), data.size());
    out += "data: ";
    out += data.substr(0, end);
    out += '\n';
    if (end == data.size()) break;
    data.remove_prefix(end + (data.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  out += '\n';
}

std::string with_plain_line_ends(std::string_view block) {
  if (block.starts_with(kByteOrderMark)) block.remove_prefix(kByteOrderMark.size());
  std::string plain;
  plain.reserve(block.size());
  while (!block.empty()) {
    const std::size_t end = std::min(find_line_end(block, 0), block.size());
    plain += block.substr(0, end);
    if (end == block.size()) break;
    plain += '\n';
    block.remove_prefix(end + (block.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  return plain;
}

void append_sse_comment(std::string& out, std::string_view text) {
  out += ": ";
  for (const char c : text) out += c == '\r' || c == '\n' ? ' ' : c;
  out += "\n\n";
}

}  // namespace argwright::protocol
