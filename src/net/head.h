// The heads of HTTP/1.1 messages. Strict, because a head that two programs read in two ways is how requests
// are smuggled: folded lines, lengths that contradict one another and codings other than chunked are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::net {

struct Field {
  std::string_view name, value;
};

bool same_letters(const char* a, const char* b, std::size_t size);  // case does not count
// Of fields. Most names differ in their length or their first letter.
inline bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         (a.empty() || (((a[0] ^ b[0]) & ~0x20) == 0 && same_letters(a.data(), b.data(), a.size())));
}
// One of 64 bits, by a name's length and first letter: names whose bits differ differ.
constexpr std::uint64_t name_trait(std::string_view name) {
  if (name.empty()) return 1;
  return std::uint64_t{1} << ((name.size() * 5 + (static_cast<unsigned char>(name[0]) | 0x20U)) & 63U);
}
// Does a list such as "keep-alive, Upgrade" hold this token?
bool list_holds(std::string_view list, std::string_view token);

// The views stay valid as long as the head lives, also when it is moved.
class Head {
 public:
  Head() = default;
  Head(const Head&) = delete;
  Head& operator=(const Head&) = delete;
  Head(Head&&) = default;
  Head& operator=(Head&&) = default;

  // Requests.
  std::string_view method, target;
  // Replies.
  int status = 0;
  std::string_view reason;

  int version = 11;  // 10 or 11
  std::vector<Field> fields;
  std::optional<std::uint64_t> content_length;
  bool chunked = false;
  bool keep_alive = true;
  bool expects_continue = false;

  // The first field of this name, trimmed; empty where there is none.
  std::string_view field(std::string_view name) const {
    return may_have(name) ? find(name) : std::string_view();
  }
  bool has(std::string_view name) const { return may_have(name) && find(name).data() != nullptr; }

 private:
  friend class HeadParser;
  // Most fields that are asked for are not there.
  bool may_have(std::string_view name) const { return (traits_ & name_trait(name)) != 0; }
  // Its data is null where there is none.
  std::string_view find(std::string_view name) const;

  std::uint64_t traits_ = 0;  // of all fields
  std::string bytes_;
};

// Reads one head. Feed it the whole of what has come so far, again and again, until it is done.
class HeadParser {
 public:
  enum class Kind : std::uint8_t { kRequest, kReply };
  enum class State : std::uint8_t { kMore, kDone, kBad, kTooLarge };

  HeadParser(Kind kind, std::size_t max_bytes);
  ~HeadParser();
  HeadParser(const HeadParser&) = delete;
  HeadParser& operator=(const HeadParser&) = delete;

  State parse(std::string_view buffered);
  // After kDone: the head, once, and how many bytes it took.
  Head take();
  std::size_t size() const;
  // After kBad: what is wrong with it, in a few words.
  const std::string& fault() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace argwright::net
