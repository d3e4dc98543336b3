#include "gateway/reasoning/conversation_hash.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "gateway/key_hash.h"
#include "gateway/reasoning/text_hash.h"
#include "protocol/wire_id.h"

namespace argwright::gateway {
namespace {

using protocol::CallPart;
using protocol::Content;
using protocol::FilePart;
using protocol::ImagePart;
using protocol::Part;
using protocol::ResultPart;
using protocol::Role;
using protocol::Source;
using protocol::TextPart;
using protocol::Turn;

constexpr std::size_t kHexDigits = 32;
// Of an image's data this much is looked at, at either end.
constexpr std::size_t kSample = 1024;

// Each thing that was said is told with its kind.
class RollingHash {
 public:
  void add(char kind, std::string_view text) {
    settle();
    hash_.add(static_cast<std::uint64_t>(kind));
    hash_.add(text);
  }
  void add(char kind, std::uint64_t number) {
    settle();
    hash_.add(static_cast<std::uint64_t>(kind));
    hash_.add(number);
  }
  // Neighbouring results count in any order: clients send those of parallel calls as they come in.
  void add_result(const RollingHash& result) {
    const TextHash::Value value = result.hash_.now();
    results_ = {results_.a + value.a, results_.b + value.b};
    has_results_ = true;
  }
  // What has come so far; more may follow.
  std::string now() const {
    RollingHash last = *this;
    last.settle();
    return last.hash_.hex();
  }

 private:
  void settle() {
    if (!has_results_) return;
    has_results_ = false;
    hash_.add(std::exchange(results_.a, 0));
    hash_.add(std::exchange(results_.b, 0));
  }

  TextHash hash_;
  TextHash::Value results_{};
  bool has_results_ = false;
};

void add_source(RollingHash& hash, const Source& source) {
  hash.add('m',
           source.url.size() > 2 * kSample ? std::string_view(source.url).substr(0, kSample) : source.url);
  hash.add('m', source.file_id);
  const std::string_view data = source.data;
  hash.add('m', data.substr(0, kSample));
  hash.add('m',
           data.size() > kSample ? data.substr(data.size() - std::min(kSample, data.size() - kSample)) : "");
  hash.add('m', static_cast<std::uint64_t>(data.size()));
}

struct ContentHasher {
  RollingHash& hash;
  char text_kind;
  void operator()(const TextPart& part) const {
    if (!part.text.empty()) hash.add(text_kind, part.text);
  }
  void operator()(const ImagePart& part) const { add_source(hash, part.source); }
  void operator()(const FilePart& part) const { add_source(hash, part.source); }
  template <typename Other>
  void operator()(const Other&) const {}
};

// A conversation comes with every request anew, and most of its calls with it.
std::uint64_t known_digest(std::string_view arguments) {
  struct Place {
    TextHash::Value text{};
    std::uint64_t digest = 0;
    bool is_used = false;
  };
  thread_local std::array<Place, 1024> places;
  TextHash hash;
  hash.add(arguments);
  const TextHash::Value text = hash.now();
  Place& place = places[text.a % places.size()];
  if (!place.is_used || place.text != text) place = {text, arguments_digest(arguments), true};
  return place.digest;
}

void add_part(RollingHash& hash, const Part& part, bool by_assistant) {
  if (const auto* const call = std::get_if<CallPart>(&part)) {
    hash.add('i', protocol::upstream_id(call->id));
    hash.add('n', call->name);
    hash.add('a', known_digest(call->arguments));
  } else if (const auto* const result = std::get_if<ResultPart>(&part)) {
    RollingHash own;
    own.add('r', protocol::upstream_id(result->call_id));
    for (const Content& content : result->content) std::visit(ContentHasher{own, 'o'}, content);
    hash.add_result(own);
  } else if (!by_assistant) {
    std::visit(ContentHasher{hash, 'u'}, part);
  }
}

bool is_instruction(const Turn& turn) { return turn.role == Role::kSystem || turn.role == Role::kDeveloper; }

std::uint64_t mixed(std::uint64_t value) {  // splitmix64
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
  value = (value ^ value >> 27) * 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

std::uint64_t digest_of(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = 14695981039346656037U ^ seed;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return mixed(hash);
}

std::uint64_t digest_of_number(const json::Value& number, std::uint64_t seed) {
  if (const auto integer = number.as_int64()) return digest_of(std::to_string(*integer), seed);
  if (const auto value = number.as_double()) {
    // Clients write 1.0 as 1.
    if (*value > -9e15 && *value < 9e15 && *value == static_cast<double>(static_cast<std::int64_t>(*value))) {
      return digest_of(std::to_string(static_cast<std::int64_t>(*value)), seed);
    }
    std::array<char, 40> text{};
    const int size = std::snprintf(text.data(), text.size(), "%.17g", *value);
    return digest_of({text.data(), static_cast<std::size_t>(size)}, seed);
  }
  return digest_of(number.number_text(), seed);
}

// Each leaf is told with its way from the root; the sum of all does not depend on the order of keys.
std::uint64_t digest_of(const json::Value& root) {
  struct Place {
    const json::Value* value;
    std::uint64_t way;
  };
  std::vector<Place> open{{&root, 1}};
  std::uint64_t sum = 0;
  while (!open.empty()) {
    const auto [value, way] = open.back();
    open.pop_back();
    const std::uint64_t here = mixed(way + static_cast<std::uint64_t>(value->kind()));
    sum += here;
    switch (value->kind()) {
      case json::Kind::kObject:
        for (const json::Member& member : value->members())
          open.push_back({&member.value, digest_of(member.key, here)});
        break;
      case json::Kind::kArray:
        for (std::size_t i = 0; i < value->items().size(); ++i)
          open.push_back({&value->items()[i], mixed(here ^ mixed(i))});
        break;
      case json::Kind::kString: sum += digest_of(value->string(), here); break;
      case json::Kind::kNumber: sum += digest_of_number(*value, here); break;
      case json::Kind::kBoolean: sum += mixed(here ^ (value->boolean() ? 2U : 1U)); break;
      case json::Kind::kNull: break;
    }
  }
  return sum;
}

// What a character can say of the word it stands in.
constexpr std::uint8_t kLetter = 1, kDigit = 2;
constexpr std::array<std::uint8_t, 256> kKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (unsigned c = 'a'; c <= 'z'; ++c) kinds[c] = kinds[c - 'a' + 'A'] = kLetter;
  for (unsigned c = '0'; c <= '9'; ++c) kinds[c] = kDigit;
  return kinds;
}();

}  // namespace

std::uint64_t arguments_digest(std::string_view arguments) {
  const std::size_t begin = arguments.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) arguments = "{}";
  const Result<json::Value> value = json::parse(arguments);
  return value ? digest_of(*value) : digest_of(arguments, 0);
}

std::string short_hash(std::string_view text) { return sha256_hex(text).substr(0, kHexDigits); }

std::vector<AssistantRun> assistant_runs(const protocol::Request& request, std::string* whole) {
  std::vector<AssistantRun> runs;
  RollingHash hash;
  bool is_open = false;
  for (std::size_t i = 0; i < request.turns.size(); ++i) {
    const Turn& turn = request.turns[i];
    if (turn.role == Role::kOpaque || is_instruction(turn)) continue;  // breaks nothing, says nothing
    if (turn.role != Role::kAssistant) {
      is_open = false;
    } else if (!is_open) {
      is_open = true;
      runs.push_back({i, i, {}, 0, {}});
    }
    for (const Part& part : turn.parts) {
      if (const auto* const call = std::get_if<CallPart>(&part); call != nullptr && is_open) {
        AssistantRun& run = runs.back();
        if (run.calls++ == 0) run.before = hash.now();
        if (run.call_id.empty()) run.call_id = call->id;
      }
      add_part(hash, part, is_open);
    }
    if (is_open) runs.back().last = i + 1;
  }
  if (whole != nullptr) *whole = hash.now();
  return runs;
}

std::string conversation_hash(const protocol::Request& request) {
  RollingHash hash;
  for (const Turn& turn : request.turns) {
    if (turn.role == Role::kOpaque || is_instruction(turn)) continue;
    for (const Part& part : turn.parts) add_part(hash, part, turn.role == Role::kAssistant);
  }
  return hash.now();
}

bool is_never_repeated(std::string_view call_id) {
  constexpr std::size_t kRandom = 16;
  // Kimi's and others' counters: "functions.get_weather:0".
  if (call_id.find(':') != std::string_view::npos || call_id.starts_with("functions.")) return false;
  // Letters and digits in one word are random; words of letters are names, words of digits may be a time.
  std::size_t random = 0;
  std::size_t word = 0;
  std::uint8_t seen = 0;
  for (const char c : call_id) {
    const std::uint8_t kind = kKinds[static_cast<unsigned char>(c)];
    if (kind == 0) {
      if (seen == (kLetter | kDigit)) random += word;
      word = seen = 0;
      continue;
    }
    seen |= kind;
    ++word;
  }
  if (seen == (kLetter | kDigit)) random += word;
  return random >= kRandom;
}

}  // namespace argwright::gateway
