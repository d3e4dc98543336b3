// The only file that knows spdlog, which gives the queue and its thread. Tested by access_log_test.cc.
#include "gateway/observe/access_log.h"

#include <fcntl.h>
#include <spdlog/async_logger.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/details/thread_pool.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <exception>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace argwright::gateway {
namespace {

// The writer's thread alone uses it, apart from the two atomics.
class LineSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  // An empty name: standard error.
  explicit LineSink(std::string file) : file_(std::move(file)), descriptor_(file_.empty() ? 2 : -1) {}
  ~LineSink() override {
    if (descriptor_ > 2) ::close(descriptor_);
  }

  // 0, or the error.
  int open() {
    if (file_.empty()) return 0;
    const int descriptor = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    if (descriptor < 0) return errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = descriptor;
    return 0;
  }

  void ask_to_reopen() noexcept { reopen_.store(true, std::memory_order_relaxed); }
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (reopen_.exchange(false, std::memory_order_relaxed)) {
      if (const int error = open(); error != 0) {
        write_line("the log cannot be opened anew and goes on in the old file: " + file_ + ": " +
                   std::generic_category().message(error));
      }
    }
    write_line({message.payload.data(), message.payload.size()});
  }
  void flush_() override {}

 private:
  void write_line(std::string_view line) {
    // One write for a line: several processes may share a file.
    line_.assign(line);
    line_ += '\n';
    std::string_view rest = line_;
    while (!rest.empty()) {
      const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        lost_.fetch_add(1, std::memory_order_relaxed);
        return;
      }
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  const std::string file_;
  int descriptor_;
  std::string line_;
  std::atomic<bool> reopen_{false};
  std::atomic<std::uint64_t> lost_{0};
};
static_assert(std::atomic<bool>::is_always_lock_free, "reopen() is called by signal handlers");

}  // namespace

struct GatewayLog::State {
  LogConfig config;
  LogLevel level = LogLevel::kInfo;
  Terminal terminal;
  std::shared_ptr<LineSink> sink;
  std::shared_ptr<spdlog::details::thread_pool> writer;
  std::shared_ptr<spdlog::async_logger> logger;

  bool wants(LogLevel wanted) const { return wanted >= level && level != LogLevel::kOff; }
  bool is_json() const { return config.access == AccessLog::kJson; }
  // Levels are ours: what comes here is written.
  void put(std::string_view line) {
    logger->log(spdlog::level::info, spdlog::string_view_t(line.data(), line.size()));
  }
};

GatewayLog::GatewayLog(std::unique_ptr<State> state) : state_(std::move(state)) {}

GatewayLog::~GatewayLog() {
  // The pool ends when its queue is written.
  state_->logger.reset();
  state_->writer.reset();
}

Result<std::unique_ptr<GatewayLog>> GatewayLog::open(const LogConfig& config, const Terminal& terminal,
                                                     std::size_t queue) {
  const std::optional<LogLevel> level = log_level_by_name(config.level);
  if (!level) {
    return Error{ErrorCode::kInvalidArgument,
                 "log.level is '" + config.level + "'; it may be trace, debug, info, warn, error or off",
                 {}};
  }
  try {
    auto state = std::make_unique<State>();
    state->config = config;
    state->level = *level;
    state->terminal = config.file.empty() ? terminal : Terminal{};
    state->sink = std::make_shared<LineSink>(config.file);
    if (const int error = state->sink->open(); error != 0) {
      return Error{
          ErrorCode::kIo,
          "log.file '" + config.file +
              "' cannot be opened for writing: " + std::generic_category().message(error) +
              "; name a file in a folder that exists and may be written to, or none for standard error",
          {}};
    }
    state->writer = std::make_shared<spdlog::details::thread_pool>(queue, 1);
    state->logger = std::make_shared<spdlog::async_logger>("argwright", state->sink, state->writer,
                                                           spdlog::async_overflow_policy::overrun_oldest);
    return std::unique_ptr<GatewayLog>(new GatewayLog(std::move(state)));
  } catch (const std::exception& exception) {  // no thread, or a queue of no size
    return Error{ErrorCode::kInternal, std::string("the log cannot be started: ") + exception.what(), {}};
  }
}

void GatewayLog::record(const ExchangeRecord& record) {
  if (state_->config.access == AccessLog::kOff || !state_->wants(level_of(record.ending))) return;
  state_->put(state_->is_json() ? json_line(record) : console_line(record, state_->terminal));
}

void GatewayLog::say(LogLevel level, std::string_view text) {
  if (!state_->wants(level)) return;
  const auto now = std::chrono::system_clock::now();
  state_->put(state_->is_json() ? json_message(now, level, text)
                                : console_message(now, level, text, state_->terminal));
}

void GatewayLog::show(std::string_view lines) {
  if (state_->is_json() || !state_->wants(LogLevel::kInfo)) return;
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  state_->put(lines);
}

void GatewayLog::reopen() noexcept { state_->sink->ask_to_reopen(); }

std::uint64_t GatewayLog::dropped() const { return state_->writer->overrun_counter() + state_->sink->lost(); }

}  // namespace argwright::gateway
