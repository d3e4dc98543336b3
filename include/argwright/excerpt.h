// A short text with its bytes inside: what a Fix shows. A repaired document may have hundreds of fixes, so
// an excerpt takes no memory of its own; a longer text is cut between characters and ends in "...".
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace argwright {

class Excerpt {
 public:
  static constexpr std::size_t kMaxBytes = 60;  // of the text; longer ones get kMore behind their beginning
  static constexpr std::string_view kMore = "...";

  Excerpt() { bytes_[0] = '\0'; }
  // A text with a bound, so that conversion is what is wanted.
  Excerpt(char c) { assign(c); }                    // NOLINT(google-explicit-constructor)
  Excerpt(std::string_view text) { assign(text); }  // NOLINT(google-explicit-constructor)

  void assign(char c) {
    bytes_[0] = c;
    bytes_[1] = '\0';
    size_ = 1;
  }
  void assign(std::string_view text) {
    const bool cut = text.size() > kMaxBytes;
    std::size_t size = cut ? kMaxBytes : text.size();
    if (cut) {
      while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    }
    if (size != 0) std::memcpy(bytes_, text.data(), size);
    if (cut) {
      std::memcpy(bytes_ + size, kMore.data(), kMore.size());
      size += kMore.size();
    }
    bytes_[size] = '\0';
    size_ = static_cast<std::uint8_t>(size);
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const char* c_str() const { return bytes_; }  // with a NUL behind it
  std::string_view view() const { return {bytes_, size_}; }
  std::string str() const { return std::string(view()); }
  operator std::string_view() const { return view(); }  // NOLINT(google-explicit-constructor)

  // With any text. Not through a conversion, which would cut it.
  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const Excerpt& a, const Text& b) {
    return a.view() == std::string_view(b);
  }

 private:
  char bytes_[kMaxBytes + kMore.size() + 1];
  std::uint8_t size_ = 0;
};

}  // namespace argwright
