// Tested by postgres_store_test.cc.
#include "store/postgres/query.h"

#include <libpq-fe.h>

#include <utility>

namespace argwright::store::postgres {
namespace {

// From pg_type; they never change.
constexpr unsigned kBytea = 17, kBigint = 20, kText = 25, kByteaArray = 1001, kBigintArray = 1016;

void put(std::string& out, std::uint64_t number, int bytes) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) out.push_back(static_cast<char>(number >> shift));
}

std::uint64_t take(std::string_view& in, std::size_t bytes) {
  std::uint64_t number = 0;
  if (in.size() < bytes) {
    in = {};
    return 0;
  }
  for (std::size_t i = 0; i < bytes; ++i) number = (number << 8) | static_cast<unsigned char>(in[i]);
  in.remove_prefix(bytes);
  return number;
}

// The head of an array of one dimension: dimensions, has it NULLs, type; size, first index.
std::string array_head(unsigned type, std::size_t size, bool has_nulls) {
  std::string out;
  put(out, size == 0 ? 0 : 1, 4);
  put(out, has_nulls ? 1 : 0, 4);
  put(out, type, 4);
  if (size == 0) return out;
  put(out, size, 4);
  put(out, 1, 4);
  return out;
}

}  // namespace

Parameters& Parameters::add(unsigned type, std::string value) {
  types_.push_back(type);
  values_.push_back(std::move(value));
  nulls_.push_back(false);
  return *this;
}

Parameters& Parameters::add(std::int64_t number) {
  std::string value;
  put(value, static_cast<std::uint64_t>(number), 8);
  return add(kBigint, std::move(value));
}

Parameters& Parameters::add(std::string_view bytes) { return add(kBytea, std::string(bytes)); }

Parameters& Parameters::add_text(std::string_view text) { return add(kText, std::string(text)); }

Parameters& Parameters::add_null() {
  add(kText, {});
  nulls_.back() = true;
  return *this;
}

Parameters& Parameters::add(const std::vector<std::int64_t>& numbers) {
  std::string value = array_head(kBigint, numbers.size(), false);
  for (const std::int64_t number : numbers) {
    put(value, 8, 4);
    put(value, static_cast<std::uint64_t>(number), 8);
  }
  return add(kBigintArray, std::move(value));
}

Parameters& Parameters::add(const std::vector<std::string_view>& bytes) { return add(bytes, {}); }

Parameters& Parameters::add(const std::vector<std::string_view>& bytes, std::vector<bool> nulls) {
  std::string value = array_head(kBytea, bytes.size(), !nulls.empty());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (!nulls.empty() && nulls[i]) {
      put(value, 0xffffffff, 4);
      continue;
    }
    put(value, bytes[i].size(), 4);
    value.append(bytes[i]);
  }
  return add(kByteaArray, std::move(value));
}

void Rows::Clear::operator()(pg_result* result) const { PQclear(result); }

std::size_t Rows::size() const { return result_ ? static_cast<std::size_t>(PQntuples(result_.get())) : 0; }

std::string_view Rows::view(std::size_t row, int column) const {
  if (row >= size()) return {};
  const int at = static_cast<int>(row);
  return {PQgetvalue(result_.get(), at, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), at, column))};
}

bool Rows::is_null(std::size_t row, int column) const {
  return row >= size() || PQgetisnull(result_.get(), static_cast<int>(row), column) != 0;
}

std::int64_t Rows::number(std::size_t row, int column) const {
  std::string_view value = view(row, column);
  return static_cast<std::int64_t>(take(value, 8));
}

std::string Rows::bytes(std::size_t row, int column) const { return std::string(view(row, column)); }

std::vector<std::string> Rows::list(std::size_t row, int column) const {
  std::string_view value = view(row, column);
  const std::uint64_t dimensions = take(value, 4);
  take(value, 8);
  if (dimensions != 1) return {};
  const std::uint64_t size = take(value, 4);
  take(value, 4);
  std::vector<std::string> found;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto bytes = static_cast<std::size_t>(take(value, 4));
    if (bytes > value.size()) return found;  // NULL, which we never put there
    found.emplace_back(value.substr(0, bytes));
    value.remove_prefix(bytes);
  }
  return found;
}

}  // namespace argwright::store::postgres
