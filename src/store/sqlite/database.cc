// Tested by database_test.cc.
#include "store/sqlite/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "store/sqlite/failure.h"

namespace argwright::store::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMemory = ":memory:";

Error cannot_open(const std::string& file, const std::string& why_and_remedy) {
  return Error{ErrorCode::kIo, "cannot open the store " + file + ": " + why_and_remedy, {}};
}

std::string folder_of(const std::string& file) {
  const std::string folder = fs::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

Error creation_error(const std::string& file, int number) {
  const std::string folder = folder_of(file);
  const std::string reason = std::error_code(number, std::generic_category()).message();
  if (number == ENOENT) {
    return cannot_open(file, "the folder " + folder + " does not exist. Make it, or name another file.");
  }
  if (number == ENOTDIR) {
    return cannot_open(file, folder + " is not a folder. Name another file.");
  }
  if (number == ENOSPC || number == EDQUOT) {
    return cannot_open(file, "the disk is full. Make room on it, or name a file on another disk.");
  }
  return cannot_open(file, "it cannot be made in the folder " + folder + " (" + reason +
                               "). Let the user of this program write there, or name another file.");
}

// SQLite would make a file that others may read, and tells much less of why it could not. An existing file is
// left alone: to close a second descriptor of it would drop the locks of another connection in this process.
std::optional<Error> make_file(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor >= 0) {
    ::close(descriptor);
    return std::nullopt;
  }
  if (errno != EEXIST) return creation_error(file, errno);
  std::error_code unknown;
  if (fs::is_directory(file, unknown)) {
    return cannot_open(file, "it is a folder. Name a file in it, such as " +
                                 (fs::path(file) / "argwright.db").string() + ".");
  }
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(std::string file, const DatabaseOptions& options) {
  if (file.find('\0') != std::string::npos) {
    return Error{ErrorCode::kInvalidArgument,
                 "the name of the store's file holds a zero byte. Name another file.",
                 {}};
  }
  std::unique_ptr<Database> database(new Database(std::move(file)));
  if (!database->in_memory()) {
    if (std::optional<Error> error = make_file(database->file_)) return *std::move(error);
  }
  // SQLite takes a name that begins with file: for a URI with settings.
  const std::string name = database->file_.starts_with("file:") ? "./" + database->file_ : database->file_;
  constexpr int kFlags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  if (const int code = sqlite3_open_v2(name.c_str(), &database->handle_, kFlags, nullptr);
      code != SQLITE_OK) {
    return database->error(code, "open the store");
  }
  // SQLite opens a file that it may not write for reading, without a word.
  if (sqlite3_db_readonly(database->handle_, "main") != 0)
    return database->error(SQLITE_READONLY, "open the store");
  sqlite3_busy_timeout(database->handle_, static_cast<int>(options.busy_timeout.count()));
  if (options.max_pages > 0) {
    const std::string pragma = "PRAGMA max_page_count = " + std::to_string(options.max_pages);
    if (std::optional<Error> error = database->execute(pragma.c_str(), "open the store"))
      return *std::move(error);
  }
  if (!database->in_memory()) database->identity_ = identity_of(database->file_);
  return database;
}

Database::~Database() { sqlite3_close_v2(handle_); }

std::optional<Error> Database::execute(const char* statements, std::string_view doing) {
  const int code = sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return std::nullopt;
  return error(code, doing);
}

Error Database::error(int code, std::string_view doing) const {
  // The connection's own words tell more, as long as they are about this code.
  const bool told = handle_ != nullptr && sqlite3_extended_errcode(handle_) == code;
  return failure(code, doing, file_, told ? sqlite3_errmsg(handle_) : sqlite3_errstr(code));
}

bool Database::is_busy() const { return sqlite3_errcode(handle_) == SQLITE_BUSY; }

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

bool Database::in_memory() const { return file_ == kMemory; }

std::optional<Error> Database::still_there() const {
  if (in_memory() || identity_of(file_) == identity_) return std::nullopt;
  return Error{
      ErrorCode::kIo,
      "the store's file " + file_ +
          " was removed or replaced while in use: what is written now will be lost. Restart the gateway.",
      {}};
}

std::optional<Database::Identity> Database::identity_of(const std::string& file) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

}  // namespace argwright::store::sqlite
