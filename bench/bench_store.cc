// How long a look-up of a remembered turn takes among few and among many, in a file of SQLite and in a
// PostgreSQL server of the benchmark's own, and what writing costs. `./dev bench store` runs it. Look-ups are
// asked for as the gateway does it, from a thread that a reader answers, and of the bare engine. It fails
// where one among 1,000,000 turns in SQLite costs the gateway more than twice one among 1,000. With the word
// sqlite it leaves PostgreSQL out.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <semaphore>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/open.h"
#include "store/postgres/test_server.h"
#include "store/temp_folder.h"
#include "store/worker.h"

namespace argwright::store {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFew = 1000, kMany = 1'000'000, kLookUps = 10'000;
// Before those that count: as with a gateway that has run for a while, what belongs into caches is there.
constexpr std::size_t kWarmUp = 20'000;
// Ids are spread all over an index: in small transactions every one would write most of its pages.
constexpr std::size_t kSqliteBatch = 250'000, kPostgresBatch = 20'000;

// As the gateway makes them: hashes for the scope and for what was said before.
std::string hash_like(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text;
  for (int i = 0; i < 4; ++i) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(random()));
    text += digits;
  }
  return text;
}

std::string call_id(std::size_t n) { return "call_" + hash_like(n).substr(0, 24); }

RememberedTurn turn(std::size_t n) {
  return {hash_like(n % 20), call_id(n), hash_like(n + 1), std::chrono::system_clock::now(),
          std::string(120, static_cast<char>('a' + n % 26))};
}

template <typename Value>
Value must(Result<Value> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(1);
}

// Microseconds for each turn.
double fill(Store& store, std::size_t from, std::size_t to, std::size_t batch) {
  const Clock::time_point begin = Clock::now();
  for (std::size_t at = from; at < to; at += batch) {
    std::vector<RememberedTurn> turns;
    for (std::size_t n = at; n < std::min(to, at + batch); ++n) turns.push_back(turn(n));
    if (const std::optional<Error> error = store.add_turns(turns)) must<int>(*error);
  }
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count() /
         static_cast<double>(to - from);
}

// The median, in microseconds, of look-ups all over the table.
template <typename Ask>
double look_up(std::size_t among, Ask ask) {
  std::mt19937_64 random(7);
  std::vector<double> times;
  for (std::size_t i = 0; i < kWarmUp + kLookUps; ++i) {
    const std::size_t n = random() % among;
    const std::vector<TurnQuestion> question = {{hash_like(n % 20), call_id(n)}};
    const Clock::time_point begin = Clock::now();
    const std::size_t found = ask(question);
    if (i >= kWarmUp) {
      times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }
    if (found != 1) must<int>(Error{ErrorCode::kInternal, "a turn was not found", {}});
  }
  const auto middle = times.begin() + kLookUps / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

struct LookUps {
  double bare = 0, asked = 0;
};

LookUps look_up(const std::string& url, std::size_t among) {
  LookUps told;
  std::unique_ptr<Store> store = must(open_store(url));
  told.bare = look_up(
      among, [&](const std::vector<TurnQuestion>& question) { return must(store->turns(question)).size(); });
  WorkerOptions options;
  options.readers = readers_of(url);
  const std::unique_ptr<StoreWorker> worker = must(StoreWorker::start(std::move(store), options));
  told.asked = look_up(among, [&](const std::vector<TurnQuestion>& question) {
    std::binary_semaphore answered(0);
    std::size_t found = 0;
    worker->ask([&](Store& reader) {
      found = must(reader.turns(question)).size();
      answered.release();
    });
    answered.acquire();
    return found;
  });
  return told;
}

// The ratio of both look-ups.
double measure(const char* name, const std::string& url, std::size_t batch) {
  fill(*must(open_store(url)), 0, kFew, batch);
  const LookUps few = look_up(url, kFew);
  const double writing = fill(*must(open_store(url)), kFew, kMany, batch);
  const LookUps many = look_up(url, kMany);
  std::printf("| %s, as the gateway asks | %.1f us | %.1f us | %.2f | |\n", name, few.asked, many.asked,
              many.asked / few.asked);
  std::printf("| %s, the engine alone | %.1f us | %.1f us | %.2f | %.1f us |\n", name, few.bare, many.bare,
              many.bare / few.bare, writing);
  std::fflush(stdout);
  return many.asked / few.asked;
}

int run(bool with_postgres) {
  std::printf(
      "| a look-up | among 1,000 | among 1,000,000 | ratio | a turn written |\n"
      "|---|---:|---:|---:|---:|\n");
  const TempFolder folder;
  const double ratio = measure("SQLite", "sqlite:" + folder.file("store.db"), kSqliteBatch);
  if (!with_postgres) {
    // as it was asked
  } else if (postgres::TestServer* const server = postgres::TestServer::shared()) {
    measure("PostgreSQL", server->url("bench"), kPostgresBatch);
  } else {
    std::printf("PostgreSQL: %s\n", postgres::TestServer::why().c_str());
  }
  if (ratio <= 2) return 0;
  std::printf("a look-up in SQLite slows down by %.2f; at most 2 is allowed\n", ratio);
  return 1;
}

}  // namespace
}  // namespace argwright::store

int main(int argc, char** argv) {
  return argwright::store::run(argc < 2 || std::string_view(argv[1]) != "sqlite");
}
