// Tested by sqlite_store_test.cc.
#include "store/sqlite/transaction.h"

namespace argwright::store::sqlite {

Transaction::~Transaction() {
  // SQLite itself may have rolled back, for example when the disk is full.
  if (database_.in_transaction()) database_.execute("ROLLBACK", doing_);
}

std::optional<Error> Transaction::begin() { return database_.execute("BEGIN IMMEDIATE", doing_); }

std::optional<Error> Transaction::commit() { return database_.execute("COMMIT", doing_); }

}  // namespace argwright::store::sqlite
