// One connection to one SQLite file.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "argwright/result.h"

struct sqlite3;

namespace argwright::store::sqlite {

struct DatabaseOptions {
  std::chrono::milliseconds busy_timeout{2000};  // how long to wait for another program's lock
  std::int64_t max_pages = 0;                    // the file grows no further; 0: as far as the disk goes
};

class Database {
 public:
  // ":memory:" is no file. A file that does not exist is made, for this user only: it will hold what people
  // said. Nothing of an existing file is read or changed yet.
  static Result<std::unique_ptr<Database>> open(std::string file, const DatabaseOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // One or more statements without parameters. `doing` completes "cannot ...", here and below.
  std::optional<Error> execute(const char* statements, std::string_view doing);
  // The error for a result code that SQLite has just returned.
  Error error(int code, std::string_view doing) const;

  // Did the last use fail since another connection holds a lock?
  bool is_busy() const;
  bool in_transaction() const;
  // Is the file at its path still the one that was opened?
  std::optional<Error> still_there() const;

  const std::string& file() const { return file_; }
  bool in_memory() const;
  sqlite3* handle() const { return handle_; }

 private:
  // Which file it is, whatever it is called.
  struct Identity {
    std::uint64_t device = 0, inode = 0;
    bool operator==(const Identity&) const = default;
  };

  explicit Database(std::string file) : file_(std::move(file)) {}
  static std::optional<Identity> identity_of(const std::string& file);

  std::string file_;
  sqlite3* handle_ = nullptr;
  std::optional<Identity> identity_;
};

}  // namespace argwright::store::sqlite
