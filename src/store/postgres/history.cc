// Tested by store_test.cc and postgres_store_test.cc.
#include "store/postgres/history.h"

#include <cstdint>
#include <string>
#include <utility>

#include "store/postgres/totals.h"
#include "store/table_time.h"

namespace argwright::store::postgres {
namespace {

constexpr const char* kWriting = "keep a message of a conversation";
constexpr const char* kReading = "read a conversation";

constexpr Query kInsert = {
    kWriting,
    "INSERT INTO conversation_history(number, session, time, role, content, payload, reasoning_content) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"};
constexpr Query kFind = {
    kReading,
    "SELECT number, session, time, role, content, payload, reasoning_content FROM conversation_history "
    "WHERE sha256(session) = sha256($1) AND session = $1 ORDER BY number"};

// How many bytes the character at the front has; 0: it is none that TEXT can hold.
std::size_t character_size(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  if (lead == 0) return 0;
  if (lead < 0x80) return 1;
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xe0 && at(1) < 0xa0) || (lead == 0xf0 && at(1) < 0x90);
  const bool surrogate = lead == 0xed && at(1) >= 0xa0;
  const bool beyond = lead == 0xf4 && at(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : size;
}

std::string text_of(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t size = character_size(bytes);
    text += size > 0 ? bytes.substr(0, size) : std::string_view("\xef\xbf\xbd");
    bytes.remove_prefix(size > 0 ? size : 1);
  }
  return text;
}

}  // namespace

std::optional<Error> add_history(Connection& connection, std::vector<HistoryMessage>& messages) {
  if (messages.empty()) return std::nullopt;
  Transaction transaction(connection, kWriting);
  if (std::optional<Error> error = transaction.begin()) return error;
  const Result<std::int64_t> first = take_numbers(connection, "history", messages.size());
  if (!first) return first.error();
  std::int64_t number = *first;
  for (const HistoryMessage& message : messages) {
    Parameters row;
    row.add(number++).add(message.session).add(micros_of(message.time)).add(message.role);
    row.add(message.content).add(message.payload);
    if (message.reasoning_content) {
      row.add_text(text_of(*message.reasoning_content));
    } else {
      row.add_null();
    }
    if (const Result<Rows> done = connection.run(kInsert, row); !done) return done.error();
  }
  if (std::optional<Error> error = transaction.commit()) return error;
  number = *first;
  for (HistoryMessage& message : messages) message.number = number++;
  return std::nullopt;
}

Result<std::vector<HistoryMessage>> find_history(Connection& connection, std::string_view session) {
  Parameters parameters;
  parameters.add(session);
  const Result<Rows> rows = connection.run(kFind, parameters);
  if (!rows) return rows.error();
  std::vector<HistoryMessage> found(rows->size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    HistoryMessage& message = found[i];
    message.number = rows->number(i, 0);
    message.session = rows->bytes(i, 1);
    message.time = time_of(rows->number(i, 2));
    message.role = rows->bytes(i, 3);
    message.content = rows->bytes(i, 4);
    message.payload = rows->bytes(i, 5);
    if (!rows->is_null(i, 6)) message.reasoning_content = rows->bytes(i, 6);
  }
  return found;
}

}  // namespace argwright::store::postgres
