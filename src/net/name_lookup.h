// Addresses of names. The system's resolver blocks and cannot be interrupted: each name is asked for on a
// thread of its own, so that one whose servers are silent holds up nobody who wants another.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "net/asio.h"
#include "net/cancellation.h"
#include "net/loop.h"

namespace argwright::net {

// Of one loop.
class NameLookup {
 public:
  struct Answer {
    error_code error;
    std::vector<asio::ip::tcp::endpoint> addresses;
  };
  // Blocks. Called on threads of its own, also after the NameLookup has gone.
  using Resolve = std::function<Answer(const std::string& host, std::uint16_t port)>;
  static Answer ask_system(const std::string& host, std::uint16_t port);

  explicit NameLookup(Loop& loop, Resolve resolve = ask_system);
  ~NameLookup();
  NameLookup(const NameLookup&) = delete;
  NameLookup& operator=(const NameLookup&) = delete;

  // Whoever asks for a name that is being asked for waits for the same answer. Nothing: it did not come by
  // the deadline, or was cancelled; the question goes on alone.
  Task<std::optional<Answer>> find(std::string host, std::uint16_t port, Instant deadline,
                                   Cancellation& cancellation);
  std::size_t under_way() const { return questions_.size(); }

 private:
  struct Line;
  struct Question;
  class Wait;
  std::shared_ptr<Question> ask(const std::string& name, const std::string& host, std::uint16_t port);

  Loop& loop_;
  const std::shared_ptr<const Resolve> resolve_;
  const std::shared_ptr<Line> line_;  // from the threads back to this loop
  std::unordered_map<std::string, std::shared_ptr<Question>> questions_;
};

}  // namespace argwright::net
