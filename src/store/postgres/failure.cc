// Tested by postgres_store_test.cc.
#include "store/postgres/failure.h"

#include <array>
#include <string>

namespace argwright::store::postgres {
namespace {

struct Meaning {
  std::string_view state;  // an SQLSTATE, or how those of its class begin
  ErrorCode kind;
  std::string_view wrong;  // follows the name of the database
  std::string_view remedy;
};

// The first that fits.
constexpr std::array kMeanings = {
    Meaning{"53100", ErrorCode::kIo, "cannot grow: the disk of the server is full",
            "Make room on that disk, or lower the limits of what is kept"},
    Meaning{"53300", ErrorCode::kIo, "takes no more connections",
            "Raise max_connections of the server, or let fewer programs use it"},
    Meaning{"53", ErrorCode::kIo, "is out of resources", "Give the server more memory or disk"},
    Meaning{"25006", ErrorCode::kIo, "can only be read", "Name the primary server, not a standby"},
    Meaning{"28", ErrorCode::kIo, "does not let this user in",
            "Check the user and the password in the URL, PGPASSWORD, or pg_hba.conf of the server"},
    Meaning{"3D000", ErrorCode::kIo, "does not exist", "Make it with createdb, or name another one"},
    Meaning{"3F000", ErrorCode::kIo, "has no such schema", "Make it, or leave search_path out of the URL"},
    Meaning{"42501", ErrorCode::kIo, "does not permit this to its user",
            "Let the user make and change tables in that schema"},
    Meaning{"55P03", ErrorCode::kIo, "is locked by another program",
            "End the program that holds the lock, or try again"},
    Meaning{"57014", ErrorCode::kIo, "was too slow", "Look at the load and the locks of the server"},
    Meaning{"57P", ErrorCode::kIo, "is shutting down or starting", "It is tried again by itself"},
    Meaning{"40", ErrorCode::kIo, "had to undo this for another program", "It is tried again by itself"},
    Meaning{"54", ErrorCode::kTooLarge, "cannot hold something of that size",
            "Lower the limits of what is kept"},
    Meaning{"58", ErrorCode::kIo, "could not be read or written", "Check the disk of the server"},
    Meaning{"XX001", ErrorCode::kIo, "is damaged", "Restore it from a backup"},
    Meaning{"XX002", ErrorCode::kIo, "is damaged: an index", "REINDEX it, or restore it from a backup"},
};
constexpr Meaning kUnreached = {
    "", ErrorCode::kIo, "cannot be reached",
    "Start the server, or check the host and the port in the URL; it is tried again by "
    "itself"};
constexpr Meaning kOther = {"", ErrorCode::kInternal, "was used wrongly",
                            "This is a fault of Argwright: please report it"};

const Meaning& meaning_of(std::string_view state) {
  if (state.empty() || state.starts_with("08")) return kUnreached;
  for (const Meaning& meaning : kMeanings) {
    if (state.starts_with(meaning.state)) return meaning;
  }
  return kOther;
}

// libpq ends its messages with a line break and indents what follows.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (space && (line.empty() || line.back() == ' ')) continue;
    line.push_back(space ? ' ' : c);
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace

Error failure(std::string_view state, std::string_view doing, std::string_view database,
              std::string_view message) {
  const Meaning& meaning = meaning_of(state);
  std::string words = "cannot ";
  words.append(doing).append(": ").append(database).append(" ").append(meaning.wrong);
  words.append(" (PostgreSQL: ").append(one_line(message));
  if (!state.empty()) words.append(", ").append(state);
  words.append("). ").append(meaning.remedy).append(".");
  return Error{meaning.kind, std::move(words), {}};
}

}  // namespace argwright::store::postgres
