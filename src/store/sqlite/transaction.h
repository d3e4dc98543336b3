// A writing transaction: what is not committed is undone.
#pragma once

#include <optional>

#include "argwright/result.h"
#include "store/sqlite/database.h"

namespace argwright::store::sqlite {

class Transaction {
 public:
  // `doing` completes "cannot ...".
  Transaction(Database& database, const char* doing) : database_(database), doing_(doing) {}
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Takes the lock of the writer at once: a transaction that reads first and finds another writer when it
  // wants to write could only give up.
  std::optional<Error> begin();
  std::optional<Error> commit();

 private:
  Database& database_;
  const char* doing_;
};

}  // namespace argwright::store::sqlite
