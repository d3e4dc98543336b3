// The real program: killed under load it loses no call older than a second; asked to end it ends.
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "store/open.h"
#include "store/temp_folder.h"
#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

using Clock = std::chrono::steady_clock;

std::string program() {
  const char* const told = std::getenv("ARGWRIGHT_BINARY");  // NOLINT(concurrency-mt-unsafe)
  return told != nullptr ? told : ARGWRIGHT_PROGRAM;
}

// `argwright serve --config FILE`, and the port that it says it listens on.
class ServeProcess {
 public:
  explicit ServeProcess(const std::string& config_file) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    const std::string path = program();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      ::execl(path.c_str(), path.c_str(), "serve", "--config", config_file.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ends[0];
    std::string said;
    char c = 0;
    while (::read(output_, &c, 1) == 1 && c != '\n') said += c;
    const std::size_t colon = said.rfind(':');
    if (colon != std::string::npos) port = static_cast<std::uint16_t>(std::atoi(said.c_str() + colon + 1));
  }
  ~ServeProcess() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      wait();
    }
    ::close(output_);
  }
  ServeProcess(const ServeProcess&) = delete;
  ServeProcess& operator=(const ServeProcess&) = delete;

  void signal(int number) const { ::kill(pid_, number); }
  int wait() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return status;
  }

  std::uint16_t port = 0;

 private:
  pid_t pid_ = -1;
  int output_ = -1;
};

class RealProgram : public testing::Test {
 protected:
  RealProgram()
      : upstream_([](const HttpMessage& request, int) -> Script {
          const std::string reply = stream_reply(Protocol::kChat);
          if (request.field("x-slow").empty()) return {Step::send(reply)};
          return {Step::send(reply.substr(0, reply.size() / 2)), Step::pause(milliseconds(300)),
                  Step::send(reply.substr(reply.size() / 2))};
        }) {}

  std::string write_config() {
    const std::string file = folder_.file("argwright.toml");
    std::ofstream(file) << "[[listener]]\naddress = \"127.0.0.1:0\"\n"
                        << "[[upstream]]\nname = \"scripted\"\nbase_url = \"" << upstream_.base_url()
                        << "\"\n"
                        << "[store]\nurl = \"sqlite:" << database() << "\"\n"
                        << "[log]\nlevel = \"error\"\naccess = \"off\"\n";
    return file;
  }
  std::string database() const { return folder_.file("argwright.db"); }

  store::TempFolder folder_;
  ScriptedUpstream upstream_;
};

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

TEST_F(RealProgram, KilledUnderLoadLosesNoCallOlderThanASecond) {
  ServeProcess serve(write_config());
  ASSERT_NE(serve.port, 0);
  struct Seen {
    std::string id;
    Clock::time_point at;
  };
  std::mutex mutex;
  std::vector<Seen> seen;
  std::atomic<bool> over{false};
  std::vector<std::thread> load;
  for (int thread = 0; thread < 2; ++thread) {
    load.emplace_back([&, thread] {
      RawClient client(serve.port);
      for (int i = 0; !over; ++i) {
        const std::string id = "load-" + std::to_string(thread) + "-" + std::to_string(i);
        client.send(request(Protocol::kChat, true, "x-request-id: " + id + "\r\n"));
        const HttpMessage answer = client.read_reply();
        if (!answer.is_whole) return;
        const std::lock_guard lock(mutex);
        seen.push_back({id, Clock::now()});
      }
    });
  }
  std::this_thread::sleep_for(milliseconds(1800));
  const Clock::time_point killed_at = Clock::now();
  serve.signal(SIGKILL);
  const int status = serve.wait();
  over = true;
  for (std::thread& each : load) each.join();
  ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself with " << WEXITSTATUS(status);

  EXPECT_EQ(integrity(database()), "ok");
  const Result<std::unique_ptr<store::Store>> opened = store::open_store("sqlite:" + database());
  ASSERT_TRUE(opened) << opened.error().describe();
  std::set<std::string> kept;
  store::CallQuery query{.after = 0, .limit = 1000};
  for (;;) {
    const Result<store::CallPage> page = (*opened)->calls(query);
    ASSERT_TRUE(page) << page.error().describe();
    for (const store::CallEntry& entry : page->entries) kept.insert(entry.request_id);
    if (!page->more) break;
    query.after = page->next;
  }
  std::size_t due = 0, lost = 0;
  for (const Seen& each : seen) {
    if (each.at > killed_at - std::chrono::seconds(1)) continue;
    ++due;
    lost += kept.contains(each.id) ? 0 : 1;
  }
  EXPECT_EQ(lost, 0U) << "of " << due;
  EXPECT_GT(due, 20U) << "there was no load";
  // It starts again on the same file.
  ServeProcess again(write_config());
  EXPECT_EQ(ask_once(again.port, get("/healthz")).status, 200);
}

TEST_F(RealProgram, AskedToEndFinishesWhatIsUnderWay) {
  ServeProcess serve(write_config());
  ASSERT_NE(serve.port, 0);
  RawClient client(serve.port);
  client.send(request(Protocol::kChat, true, "x-slow: 1\r\n"));
  ASSERT_TRUE(client.read_at_least(200));
  serve.signal(SIGTERM);
  const HttpMessage answer = client.read_reply();
  EXPECT_EQ(ending_of(Protocol::kChat, answer).fault, "");
  const int status = serve.wait();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  // What was logged last is there.
  const Result<std::unique_ptr<store::Store>> opened = store::open_store("sqlite:" + database());
  ASSERT_TRUE(opened);
  const Result<store::CallPage> page = (*opened)->calls({});
  ASSERT_TRUE(page);
  EXPECT_EQ(page->entries.size(), 1U);
}

TEST_F(RealProgram, ReadsItsConfigurationAnewOnSighup) {
  ServeProcess serve(write_config());
  ASSERT_NE(serve.port, 0);
  EXPECT_EQ(ask_once(serve.port, get("/v1/models/house")).status, 404);
  std::ofstream(write_config(), std::ios::app)
      << "[[route]]\nmodels = [\"house\"]\nupstreams = [\"scripted\"]\n";
  serve.signal(SIGHUP);
  EXPECT_TRUE(becomes_true([&] { return ask_once(serve.port, get("/v1/models/house")).status == 200; }));
}

}  // namespace
}  // namespace argwright::gateway_test
