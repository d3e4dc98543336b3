// For tests: a real PostgreSQL server of this program's own, in a folder of its own, reached through a socket
// in that folder only. It ends with the program, however that ends.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "store/temp_folder.h"

namespace argwright::store::postgres {

class TestServer {
 public:
  // The one that the whole program shares, started at the first call. Null: PostgreSQL is not installed (or
  // cannot run here); why() tells.
  static TestServer* shared();
  static std::string why();

  // One of its own, for tests that stop it.
  static std::unique_ptr<TestServer> start(std::string& error);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  // A schema of its own for each name, empty at first.
  std::string url(const std::string& name);

  void stop();                     // at once, as kill -9
  bool run();                      // again
  void freeze(bool frozen) const;  // all its processes answer no more, or again

 private:
  TestServer() = default;
  bool execute(const std::string& statement) const;
  std::string base_url() const;

  TempFolder folder_;
  std::string binaries_;
  uid_t user_ = 0;
  gid_t group_ = 0;
  pid_t pid_ = -1;
  std::mutex mutex_;
  std::map<std::string, std::string> schemas_;  // by their name
};

}  // namespace argwright::store::postgres
