// A process that is killed with SIGKILL loses no call that is older than a second, and leaves a sound file.
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "store/open.h"
#include "store/sample_calls.h"
#include "store/temp_folder.h"
#include "store/worker.h"

namespace argwright::store {
namespace {

using Clock = std::chrono::steady_clock;  // counts alike in parent and child
using std::chrono::milliseconds;
using std::chrono::seconds;

struct Note {
  std::uint64_t entry;
  Clock::rep logged_at;
};

// Logs one call after another, and tells of each through the pipe, until it is killed.
[[noreturn]] void log_until_killed(const std::string& url, int notes) {
  Result<std::unique_ptr<Store>> store = open_store(url);
  if (!store) ::_exit(1);
  Result<std::unique_ptr<StoreWorker>> worker = StoreWorker::start(*std::move(store));
  if (!worker) ::_exit(2);
  for (std::uint64_t i = 0;; ++i) {
    if (!(*worker)->log_calls(sample_calls(1, i))) ::_exit(3);
    const Note note{i, Clock::now().time_since_epoch().count()};
    if (::write(notes, &note, sizeof note) != sizeof note) ::_exit(4);
    std::this_thread::sleep_for(milliseconds(5));  // no batch is full within a second
  }
}

Clock::time_point time_of(const Note& note) { return Clock::time_point(Clock::duration(note.logged_at)); }

// Until the child has logged for so long, or there is no more to read.
void read_notes(int from, std::chrono::milliseconds time, std::vector<Note>& notes) {
  Note note{};
  while (notes.empty() || time_of(notes.back()) - time_of(notes.front()) < time) {
    if (::read(from, &note, sizeof note) != sizeof note) return;
    notes.push_back(note);
  }
}

std::string integrity(const std::string& file) {
  sqlite3* database = nullptr;
  std::string words;
  sqlite3_open(file.c_str(), &database);
  sqlite3_exec(
      database, "PRAGMA integrity_check",
      [](void* out, int, char** values, char**) {
        *static_cast<std::string*>(out) += values[0];
        return 0;
      },
      &words, nullptr);
  sqlite3_close(database);
  return words;
}

TEST(StoreWorkerKill, LosesNoCallThatIsOlderThanASecond) {
  const TempFolder folder;
  const std::string file = folder.file("store.db");
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::close(ends[0]);
    log_until_killed("sqlite:" + file, ends[1]);
  }
  ::close(ends[1]);
  std::vector<Note> notes;
  read_notes(ends[0], milliseconds(2200), notes);
  const Clock::time_point killed_at = Clock::now();
  ASSERT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ::close(ends[0]);
  ASSERT_TRUE(WIFSIGNALED(status)) << "ended by itself with " << WEXITSTATUS(status);

  const Result<std::unique_ptr<Store>> store = open_store("sqlite:" + file);
  ASSERT_TRUE(store) << store.error().describe();
  std::set<std::string> kept;
  CallQuery query{.after = 0, .limit = 1000};
  while (true) {
    const Result<CallPage> page = (*store)->calls(query);
    ASSERT_TRUE(page) << page.error().describe();
    for (const CallEntry& entry : page->entries) kept.insert(entry.request_id);
    if (!page->more) break;
    query.after = page->next;
  }
  std::size_t due = 0;
  for (const Note& note : notes) {
    if (time_of(note) > killed_at - seconds(1)) continue;
    ++due;
    EXPECT_TRUE(kept.contains(sample_call(note.entry).request_id)) << note.entry;
  }
  EXPECT_GT(due, 50U) << "the child was too slow to tell anything";
  EXPECT_EQ(integrity(file), "ok");
}

}  // namespace
}  // namespace argwright::store
