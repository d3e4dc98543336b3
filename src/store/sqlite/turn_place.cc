// Tested by turn_index_test.cc.
#include "store/sqlite/turn_place.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>

namespace argwright::store::sqlite {
namespace {

// Eight bytes at a time; the same on every machine that is little-endian.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
  hash ^= text.size();
  while (!text.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(text.size(), sizeof word);
    std::memcpy(&word, text.data(), size);
    hash = (hash ^ word) * 0xbf58476d1ce4e5b9U;
    hash ^= hash >> 29;
    text.remove_prefix(size);
  }
  return (hash ^ hash >> 32) * 0x94d049bb133111ebU;
}

void tell_turn_place(sqlite3_context* context, int /*count*/, sqlite3_value** texts) {
  const auto text = [&](int at) {
    const void* const data = sqlite3_value_blob(texts[at]);
    return data == nullptr ? std::string_view()
                           : std::string_view(static_cast<const char*>(data),
                                              static_cast<std::size_t>(sqlite3_value_bytes(texts[at])));
  };
  sqlite3_result_int64(context, turn_place(text(0), text(1)));
}

}  // namespace

std::int64_t turn_place(std::string_view scope, std::string_view call_id) {
  const std::uint64_t hash = hash_of(call_id, hash_of(scope, 14695981039346656037U));
  return static_cast<std::int64_t>(hash >> 16);
}

std::optional<Error> teach_turn_place(const Database& database) {
  const int code = sqlite3_create_function_v2(database.handle(), "turn_place", 2, SQLITE_UTF8, nullptr,
                                              tell_turn_place, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return database.error(code, "open the store");
  return std::nullopt;
}

}  // namespace argwright::store::sqlite
