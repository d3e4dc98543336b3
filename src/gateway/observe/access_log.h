// The log of the gateway: a line for each exchange, and messages beside them. Lines are written by a thread
// of its own from a bounded queue, so that a slow disk never slows a request: where the queue is full the
// oldest lines are given up, and counted.
//
// Threading: all functions may be called from any thread; none blocks on the disk but the destructor, which
// writes what is in the queue.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "argwright/result.h"
#include "base/terminal.h"
#include "gateway/config.h"
#include "gateway/exchange_record.h"
#include "gateway/observe/access_line.h"

namespace argwright::gateway {

class GatewayLog {
 public:
  static constexpr std::size_t kQueue = 8192;  // lines

  // Opens `config.file`, or standard error where it is empty. `terminal` is what standard error can show; a
  // file gets no colours.
  static Result<std::unique_ptr<GatewayLog>> open(const LogConfig& config, const Terminal& terminal,
                                                  std::size_t queue = kQueue);
  ~GatewayLog();
  GatewayLog(const GatewayLog&) = delete;
  GatewayLog& operator=(const GatewayLog&) = delete;

  // Nothing where the access log is off, or its level is above that of the exchange's ending.
  void record(const ExchangeRecord& record);
  // A message beside the exchanges: redacted, one line.
  void say(LogLevel level, std::string_view text);
  // Several lines as they are (call_story()), without level or time. In JSON they have no place: nothing.
  void show(std::string_view lines);

  // The file is opened anew, by its name, before the next line: for logrotate. May be called from a signal
  // handler. Where that fails the old file is kept.
  void reopen() noexcept;

  // Lines that were given up: the queue was full, or the file could not be written.
  std::uint64_t dropped() const;

 private:
  struct State;
  explicit GatewayLog(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace argwright::gateway
