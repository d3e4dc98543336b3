// One connection to a PostgreSQL server: made when it is needed, and made again after it broke. Everything
// has a deadline, so that a server which hangs holds nobody for longer than some seconds.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "argwright/result.h"
#include "store/postgres/address.h"
#include "store/postgres/query.h"

struct pg_conn;

namespace argwright::store::postgres {

struct ConnectionOptions {
  std::chrono::milliseconds connect_within{3000};
  std::chrono::milliseconds answer_within{5000};
  // After a failed attempt nobody waits for another one before this time is over: it fails at once.
  std::chrono::milliseconds rest{500};
};

class Connection {
 public:
  // Told of every new connection; where it refuses, the connection is closed.
  using Greeting = std::function<std::optional<Error>(Connection&)>;

  Connection(Address address, const ConnectionOptions& options, Greeting greeting = {});

  // Prepares the query where this connection has not yet. Connects where it has to.
  Result<Rows> run(const Query& query, const Parameters& parameters = {});
  // Statements without parameters and rows, such as those of a migration.
  std::optional<Error> execute(const Query& query);
  std::optional<Error> connect();

  // For statements that read whole tables; ends when it is gone.
  class LongPatience {
   public:
    explicit LongPatience(Connection& connection);
    ~LongPatience();
    LongPatience(const LongPatience&) = delete;
    LongPatience& operator=(const LongPatience&) = delete;

   private:
    Connection& connection_;
    std::chrono::milliseconds before_;
  };

  bool in_transaction() const;
  void close();
  // Is there one, as far as is known?
  bool is_open() const { return handle_ != nullptr; }
  const Address& address() const { return address_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Finish {
    void operator()(pg_conn* connection) const;
  };

  std::optional<Error> dial();
  // Sends what is queued and waits for all results; the last one counts.
  Result<Rows> finish(bool sent, const char* doing);
  // What the server said, or that it said nothing. Closes what is broken.
  Error fault(const char* doing);
  Error late(const char* doing);

  Address address_;
  ConnectionOptions options_;
  Greeting greeting_;
  std::unique_ptr<pg_conn, Finish> handle_;
  std::set<const Query*> prepared_;  // by this connection
  std::optional<Error> last_refusal_;
  Clock::time_point rest_until_;
};

// What is not committed is undone.
class Transaction {
 public:
  Transaction(Connection& connection, const char* doing) : connection_(connection), doing_(doing) {}
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  std::optional<Error> begin();
  std::optional<Error> commit();

 private:
  Connection& connection_;
  const char* doing_;
};

}  // namespace argwright::store::postgres
