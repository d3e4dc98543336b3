#include "store/postgres/test_server.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace argwright::store::postgres {
namespace {

namespace fs = std::filesystem;

std::string find_binaries() {
  for (const char* folder :
       {"/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/17/bin"}) {
    if (fs::exists(std::string(folder) + "/initdb")) return folder;
  }
  return {};
}

std::string& reason() {
  static std::string text;
  return text;
}

// Its output goes to a file. The child ends with the thread that started it.
pid_t spawn(const std::vector<std::string>& words, uid_t user, gid_t group, const std::string& log) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (out >= 0) {
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
  }
  if (::geteuid() == 0 && (::setgid(group) != 0 || ::setuid(user) != 0)) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  ::chdir("/") == 0 ? ::execv(arguments[0], arguments.data()) : 0;
  ::_exit(127);
}

std::string last_line_of(const std::string& file) {
  std::ifstream in(file);
  std::string line, last;
  while (std::getline(in, line)) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace

TestServer* TestServer::shared() {
  static const std::unique_ptr<TestServer> server = start(reason());
  return server.get();
}

std::string TestServer::why() { return reason(); }

std::unique_ptr<TestServer> TestServer::start(std::string& error) {
  std::unique_ptr<TestServer> server(new TestServer());
  server->binaries_ = find_binaries();
  if (server->binaries_.empty()) {
    error = "PostgreSQL is not installed (apt-get install postgresql-15)";
    return nullptr;
  }
  // PostgreSQL refuses to run as root.
  server->user_ = ::geteuid();
  server->group_ = ::getegid();
  if (::geteuid() == 0) {
    const passwd* user = ::getpwnam("postgres");       // NOLINT(concurrency-mt-unsafe): one thread
    if (user == nullptr) user = ::getpwnam("nobody");  // NOLINT(concurrency-mt-unsafe)
    if (user == nullptr) {
      error = "there is no user postgres or nobody to run PostgreSQL as";
      return nullptr;
    }
    server->user_ = user->pw_uid;
    server->group_ = user->pw_gid;
    if (::chown(server->folder_.path().c_str(), server->user_, server->group_) != 0) {
      error = "cannot give a folder to the user of PostgreSQL";
      return nullptr;
    }
  }
  const std::string log = server->folder_.file("log");
  const pid_t maker = spawn({server->binaries_ + "/initdb", "-D", server->folder_.file("data"), "-U",
                             "argwright", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"},
                            server->user_, server->group_, log);
  int status = 0;
  ::waitpid(maker, &status, 0);
  if (status != 0 || !server->run()) {
    error = "PostgreSQL did not start: " + last_line_of(log);
    return nullptr;
  }
  return server;
}

bool TestServer::run() {
  pid_ = spawn(
      {binaries_ + "/postgres", "-D", folder_.file("data"), "-k", folder_.path(), "-h", "", "-F", "-c",
       "shared_buffers=16MB", "-c", "max_wal_size=64MB", "-c", "autovacuum=off", "-c", "max_connections=40"},
      user_, group_, folder_.file("log"));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < deadline) {
    if (PQping(base_url().c_str()) == PQPING_OK) return true;
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = -1;
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

void TestServer::stop() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGQUIT);  // without a farewell; it ends its children itself
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

TestServer::~TestServer() { stop(); }

void TestServer::freeze(bool frozen) const {
  // Its children are processes of their own; /proc tells which.
  std::ifstream children("/proc/" + std::to_string(pid_) + "/task/" + std::to_string(pid_) + "/children");
  std::vector<pid_t> all = {pid_};
  for (pid_t child = 0; children >> child;) all.push_back(child);
  for (const pid_t each : all) ::kill(each, frozen ? SIGSTOP : SIGCONT);
}

std::string TestServer::base_url() const {
  return "postgresql:///postgres?user=argwright&host=" + folder_.path();
}

bool TestServer::execute(const std::string& statement) const {
  PGconn* const connection = PQconnectdb(base_url().c_str());
  PGresult* const result = PQexec(connection, statement.c_str());
  const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
  PQclear(result);
  PQfinish(connection);
  return done;
}

std::string TestServer::url(const std::string& name) {
  const std::lock_guard lock(mutex_);
  std::string& schema = schemas_[name];
  if (schema.empty()) {
    schema = "test" + std::to_string(schemas_.size());
    execute("CREATE SCHEMA " + schema);
  }
  return base_url() + "&options=-csearch_path%3D" + schema;
}

}  // namespace argwright::store::postgres
