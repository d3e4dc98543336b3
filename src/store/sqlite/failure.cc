// Tested by database_test.cc and sqlite_store_test.cc.
#include "store/sqlite/failure.h"

#include <sqlite3.h>

#include <array>
#include <string>

namespace argwright::store::sqlite {
namespace {

struct Meaning {
  int code;  // a primary code of SQLite
  ErrorCode kind;
  std::string_view wrong;  // follows the name of the file
  std::string_view remedy;
};

constexpr std::array kMeanings = {
    Meaning{
        SQLITE_BUSY, ErrorCode::kUnavailable, "is locked by another program",
        "End the program that holds it (a sqlite3 shell, a backup), or give each gateway a file of its own"},
    Meaning{SQLITE_PROTOCOL, ErrorCode::kUnavailable, "is in use by too many programs at once", "Try again"},
    Meaning{SQLITE_LOCKED, ErrorCode::kUnavailable, "is locked by another statement", "Try again"},
    Meaning{SQLITE_FULL, ErrorCode::kUnavailable, "cannot grow: the disk is full",
            "Make room on that disk, or lower the limits of what is kept"},
    Meaning{SQLITE_READONLY, ErrorCode::kIo, "cannot be written",
            "Let the user of this program write the file and its folder, or name another file"},
    Meaning{SQLITE_PERM, ErrorCode::kIo, "may not be used by this user",
            "Let the user of this program write the file and its folder, or name another file"},
    Meaning{SQLITE_CANTOPEN, ErrorCode::kIo, "or a file beside it cannot be opened",
            "Let the user of this program read and write the file and its folder, or name another file"},
    Meaning{SQLITE_NOTADB, ErrorCode::kIo, "is not an SQLite database",
            "It is left as it is: name another file, or move this one away"},
    Meaning{SQLITE_CORRUPT, ErrorCode::kUnavailable, "is damaged",
            "Stop the gateway and move the file away with its -wal and -shm files; a new one is made, and "
            "`sqlite3 FILE .recover` saves what can be read of the old one"},
    Meaning{SQLITE_IOERR, ErrorCode::kUnavailable, "could not be read or written",
            "Check the disk and its file system"},
    Meaning{SQLITE_TOOBIG, ErrorCode::kTooLarge, "cannot hold a text of that size",
            "Lower the limits of what is kept"},
    Meaning{SQLITE_NOMEM, ErrorCode::kUnavailable, "could not be used: out of memory",
            "Give this program more memory"},
};
constexpr Meaning kOther = {SQLITE_ERROR, ErrorCode::kInternal, "was used wrongly",
                            "This is a fault of Argwright: please report it"};

const Meaning& meaning_of(int code) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.code == (code & 0xff)) return meaning;
  }
  return kOther;
}

}  // namespace

Error failure(int code, std::string_view doing, std::string_view file, std::string_view message) {
  const Meaning& meaning = meaning_of(code);
  std::string words = "cannot ";
  words.append(doing).append(": ").append(file).append(" ").append(meaning.wrong);
  words.append(" (SQLite: ").append(message).append(", code ").append(std::to_string(code)).append("). ");
  words.append(meaning.remedy).append(".");
  return Error{meaning.kind, std::move(words), {}};
}

}  // namespace argwright::store::sqlite
