// A statement, its parameters, and the rows it gave.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pg_result;

namespace argwright::store::postgres {

// Lives as long as the program: a connection prepares it once, under its address.
struct Query {
  const char* doing;  // completes "cannot ..."
  const char* text;
};

// In the order of $1, $2 ... All go in PostgreSQL's binary form: nothing is quoted, bytes are bytes.
class Parameters {
 public:
  Parameters& add(std::int64_t number);         // BIGINT
  Parameters& add(std::string_view bytes);      // BYTEA
  Parameters& add_text(std::string_view text);  // TEXT: UTF-8 without zero bytes
  Parameters& add_null();
  Parameters& add(const std::vector<std::int64_t>& numbers);                             // BIGINT[]
  Parameters& add(const std::vector<std::string_view>& bytes);                           // BYTEA[]
  Parameters& add(const std::vector<std::string_view>& bytes, std::vector<bool> nulls);  // those are NULL

 private:
  friend class Connection;
  Parameters& add(unsigned type, std::string value);

  std::vector<unsigned> types_;
  std::vector<std::string> values_;
  std::vector<bool> nulls_;
};

class Rows {
 public:
  explicit Rows(pg_result* result = nullptr) : result_(result) {}
  std::size_t size() const;
  bool is_null(std::size_t row, int column) const;
  std::int64_t number(std::size_t row, int column) const;            // of a BIGINT; 0 for NULL
  std::string bytes(std::size_t row, int column) const;              // of a BYTEA or TEXT; empty for NULL
  std::vector<std::string> list(std::size_t row, int column) const;  // of a BYTEA[]

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::string_view view(std::size_t row, int column) const;

  std::unique_ptr<pg_result, Clear> result_;
};

}  // namespace argwright::store::postgres
