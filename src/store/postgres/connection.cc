// libpq is used without blocking, with poll() and a deadline around it. Tested by postgres_store_test.cc.
#include "store/postgres/connection.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>
#include <vector>

#include "store/postgres/failure.h"

namespace argwright::store::postgres {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* kConnecting = "connect to the store";

// Should this program hang up without the server noticing, the server gives up by itself.
constexpr Query kSettings = {
    kConnecting,
    "SET client_encoding = 'UTF8'; SET statement_timeout = '30s'; SET lock_timeout = '4s'; "
    "SET idle_in_transaction_session_timeout = '60s'; SET client_min_messages = warning"};

constexpr Query kNoTimeout = {"read the store", "SET statement_timeout = 0"};

// False: the deadline came first.
bool wait_for(const pg_conn* handle, short events, Clock::time_point deadline) {
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd wanted{PQsocket(handle), events, 0};
    const int ready = ::poll(&wanted, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

std::string query_name(const Query& query) {
  return "argwright_" + std::to_string(reinterpret_cast<std::uintptr_t>(&query));
}

void ignore_notice(void* /*nobody*/, const PGresult* /*notice*/) {}

}  // namespace

void Connection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

Connection::Connection(Address address, const ConnectionOptions& options, Greeting greeting)
    : address_(std::move(address)), options_(options), greeting_(std::move(greeting)) {}

void Connection::close() {
  handle_.reset();
  prepared_.clear();
}

std::optional<Error> Connection::connect() {
  if (handle_) {
    // A server that went away while nobody looked has said so by now.
    if (PQconsumeInput(handle_.get()) == 1 && PQstatus(handle_.get()) == CONNECTION_OK) return std::nullopt;
    close();
  }
  if (last_refusal_ && Clock::now() < rest_until_) return last_refusal_;
  std::optional<Error> error = dial();
  if (!error) error = execute(kSettings);
  if (!error && greeting_) error = greeting_(*this);
  if (error) {
    close();
    rest_until_ = Clock::now() + options_.rest;
  }
  last_refusal_ = error;
  return error;
}

std::optional<Error> Connection::dial() {
  const Clock::time_point deadline = Clock::now() + options_.connect_within;
  const char* const keywords[] = {"dbname", "fallback_application_name", nullptr};
  const char* const values[] = {address_.url.c_str(), "argwright", nullptr};
  handle_.reset(PQconnectStartParams(keywords, values, 1));
  if (!handle_) return failure({}, kConnecting, address_.name, "out of memory");
  PQsetNoticeReceiver(handle_.get(), ignore_notice, nullptr);
  PostgresPollingStatusType wanted = PGRES_POLLING_WRITING;
  while (PQstatus(handle_.get()) != CONNECTION_BAD) {
    if (wanted == PGRES_POLLING_OK) {
      if (PQsetnonblocking(handle_.get(), 1) != 0) break;
      return std::nullopt;
    }
    if (wanted == PGRES_POLLING_FAILED) break;
    if (!wait_for(handle_.get(), wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline)) {
      return late(kConnecting);
    }
    wanted = PQconnectPoll(handle_.get());
  }
  return fault(kConnecting);
}

Error Connection::late(const char* doing) {
  close();
  return failure({}, doing, address_.name, "no answer in time");
}

Error Connection::fault(const char* doing) {
  Error error = failure({}, doing, address_.name, PQerrorMessage(handle_.get()));
  close();
  return error;
}

Result<Rows> Connection::finish(bool sent, const char* doing) {
  if (!sent) return fault(doing);
  const Clock::time_point deadline = Clock::now() + options_.answer_within;
  PGconn* const handle = handle_.get();
  while (true) {
    const int left = PQflush(handle);
    if (left < 0) break;  // what the server said of it is read below
    if (left == 0) break;
    if (!wait_for(handle, POLLIN | POLLOUT, deadline)) return late(doing);
    if (PQconsumeInput(handle) != 1) return fault(doing);
  }
  Rows rows;
  std::optional<Error> error;
  while (true) {
    while (PQisBusy(handle) != 0) {
      if (!wait_for(handle, POLLIN, deadline)) return late(doing);
      if (PQconsumeInput(handle) != 1) return fault(doing);
    }
    PGresult* const result = PQgetResult(handle);
    if (result == nullptr) break;
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && !error) {
      const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
      const char* const words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
      error = failure(state == nullptr ? "" : state, doing, address_.name,
                      words == nullptr ? PQresultErrorMessage(result) : words);
    }
    rows = Rows(result);
  }
  if (PQstatus(handle) == CONNECTION_BAD) {
    if (!error) return fault(doing);
    close();
  }
  if (error) return *std::move(error);
  return rows;
}

std::optional<Error> Connection::execute(const Query& query) {
  if (!handle_) {
    if (std::optional<Error> error = connect()) return error;
  }
  Result<Rows> done = finish(PQsendQuery(handle_.get(), query.text) == 1, query.doing);
  if (!done) return std::move(done).error();
  return std::nullopt;
}

Result<Rows> Connection::run(const Query& query, const Parameters& parameters) {
  if (!handle_) {
    if (std::optional<Error> error = connect()) return *std::move(error);
  }
  const int count = static_cast<int>(parameters.values_.size());
  const std::string name = query_name(query);
  if (!prepared_.contains(&query)) {
    const Result<Rows> done =
        finish(PQsendPrepare(handle_.get(), name.c_str(), query.text, count, parameters.types_.data()) == 1,
               query.doing);
    if (!done) return done.error();
    prepared_.insert(&query);
  }
  std::vector<const char*> values;
  std::vector<int> lengths;
  const std::vector<int> formats(parameters.values_.size(), 1);
  for (std::size_t i = 0; i < parameters.values_.size(); ++i) {
    values.push_back(parameters.nulls_[i] ? nullptr : parameters.values_[i].data());
    lengths.push_back(static_cast<int>(parameters.values_[i].size()));
  }
  return finish(PQsendQueryPrepared(handle_.get(), name.c_str(), count, values.data(), lengths.data(),
                                    formats.data(), 1) == 1,
                query.doing);
}

Connection::LongPatience::LongPatience(Connection& connection)
    : connection_(connection), before_(connection.options_.answer_within) {
  // Where it fails the statement that follows tells why.
  (void)connection_.execute(kNoTimeout);
  connection_.options_.answer_within = std::chrono::minutes(10);
}

Connection::LongPatience::~LongPatience() {
  connection_.options_.answer_within = before_;
  if (connection_.is_open()) (void)connection_.execute(kSettings);
}

bool Connection::in_transaction() const {
  if (!handle_) return false;
  const PGTransactionStatusType status = PQtransactionStatus(handle_.get());
  return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

Transaction::~Transaction() {
  if (!connection_.in_transaction()) return;
  if (connection_.execute(Query{doing_, "ROLLBACK"})) connection_.close();
}

std::optional<Error> Transaction::begin() {
  if (std::optional<Error> error = connection_.connect()) return error;
  return connection_.execute(Query{doing_, "BEGIN"});
}

std::optional<Error> Transaction::commit() {
  if (!connection_.in_transaction()) {
    return failure({}, doing_, connection_.address().name, "the connection broke");
  }
  return connection_.execute(Query{doing_, "COMMIT"});
}

}  // namespace argwright::store::postgres
