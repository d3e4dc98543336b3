// Driven by tests/cli/store_test.cc.
#include "app/store_import.h"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "app/complain.h"
#include "app/input.h"
#include "app/interruption.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/repair_command.h"
#include "app/store_records.h"
#include "gateway/config/store_url.h"
#include "store/open.h"

namespace argwright::app {
namespace {

using store::Store;

constexpr int kExitFailed = 1;
constexpr std::size_t kMaxLine = std::size_t{1} << 30;
// So much goes to the store at once.
constexpr std::size_t kBatchRows = 500;
constexpr std::size_t kBatchBytes = std::size_t{8} << 20;

// Gathers records and puts them into the store. A record that was taken is written with the next flush().
class Importer {
 public:
  explicit Importer(Store& store) : store_(store) {}

  // Calls and history are added, not replaced: they never wait together, so that a flush() writes all of them
  // or none.
  bool must_flush_before(const StoreRecord& record) const {
    return (std::holds_alternative<store::CallEntry>(record) && !history_.empty()) ||
           (std::holds_alternative<store::HistoryMessage>(record) && !calls_.empty());
  }

  // Of the store: nothing more can be written.
  std::optional<Error> take(StoreRecord record, std::size_t bytes) {
    bytes_ += bytes;
    ++rows_;
    if (auto* call = std::get_if<store::CallEntry>(&record)) {
      calls_.push_back(std::move(*call));
    } else if (auto* turn = std::get_if<store::RememberedTurn>(&record)) {
      turns_.push_back(std::move(*turn));
    } else if (auto* message = std::get_if<store::HistoryMessage>(&record)) {
      history_.push_back(std::move(*message));
    } else if (auto* response = std::get_if<store::StoredResponse>(&record)) {
      if (std::optional<Error> error = store_.put_response(*response)) return error;
    }
    return std::nullopt;
  }

  bool is_full() const { return rows_ >= kBatchRows || bytes_ >= kBatchBytes; }

  std::optional<Error> flush() {
    if (std::optional<Error> error = drop_known_turns()) return error;
    if (std::optional<Error> error = store_.add_batch(calls_, turns_)) return error;
    if (std::optional<Error> error = store_.add_history(history_)) return error;
    calls_.clear();
    turns_.clear();
    history_.clear();
    written_ += rows_;
    rows_ = bytes_ = 0;
    return std::nullopt;
  }

  // What is wrong with the line; nothing: it is agreed.
  Result<std::optional<std::string>> share(const store::SharedValue& value) {
    const Result<std::string> agreed = store_.shared_value(value.name, value.value);
    if (!agreed) return agreed.error();
    if (*agreed == value.value) {
      ++rows_;
      return std::optional<std::string>();
    }
    return std::optional<std::string>("the store has another shared value \"" + value.name +
                                      "\": turns that came with this one will not be found");
  }

  std::size_t written() const { return written_; }

 private:
  // Who imports a file again does not have its turns twice: a store replaces recent ones only.
  std::optional<Error> drop_known_turns() {
    if (turns_.empty()) return std::nullopt;
    std::vector<store::TurnQuestion> questions;
    questions.reserve(turns_.size());
    for (const store::RememberedTurn& turn : turns_) questions.push_back({turn.scope, turn.call_id});
    const Result<std::vector<store::RememberedTurn>> known = store_.turns(questions);
    if (!known) return known.error();
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::string_view> contents;
    for (const store::RememberedTurn& turn : *known)
      contents[{turn.scope, turn.call_id, turn.conversation}] = turn.content;
    std::erase_if(turns_, [&](const store::RememberedTurn& turn) {
      const auto found = contents.find({turn.scope, turn.call_id, turn.conversation});
      return found != contents.end() && found->second == turn.content;
    });
    return std::nullopt;
  }

  Store& store_;
  std::vector<store::CallEntry> calls_;
  std::vector<store::RememberedTurn> turns_;
  std::vector<store::HistoryMessage> history_;
  std::size_t rows_ = 0, bytes_ = 0, written_ = 0;
};

// One run of an import. Its functions may be called by the thread that reads lines and by the one that was
// told of Ctrl-C.
class ImportRun {
 public:
  ImportRun(Store& store, const std::string& url, const std::string& path, std::optional<std::uint64_t> bytes)
      : importer_(store),
        url_(gateway::redacted_store_url(url)),
        input_(input_name(path)),
        progress_(::isatty(STDERR_FILENO) == 1, bytes) {}

  // False: the store failed, and nothing more can be written.
  bool take(const LineReader::Line& line, std::uint64_t position) {
    const std::lock_guard lock(mutex_);
    progress_.update(line.number, position);
    error_ = put(line);
    if (error_) return false;
    line_ = line.number;
    if (importer_.is_full()) flush();
    return !error_;
  }

  // The exit status; tells what became of it.
  int end(std::optional<Error> reading_failed) {
    const std::lock_guard lock(mutex_);
    if (!error_) flush();
    progress_.erase();
    if (error_ || reading_failed) {
      if (error_) complain({}, error_->message);
      if (reading_failed) complain(input_, reading_failed->message);
      tell_how_far();
      return error_ ? kExitFailed : kExitError;
    }
    Output out(STDOUT_FILENO);
    out.write(std::to_string(importer_.written()) + " records were written to " + url_);
    out.write(refused_ > 0 ? ", " + std::to_string(refused_) + " lines were refused\n" : "\n");
    if (!out.flush()) return kExitError;
    return refused_ > 0 ? kExitFailed : kExitOk;
  }

  // What was read is still written. The exit status.
  int interrupt(int signal) {
    const std::lock_guard lock(mutex_);
    if (!error_) flush();
    progress_.erase();
    if (error_) complain({}, error_->message);
    tell_how_far();
    return 128 + signal;
  }

 private:
  std::optional<Error> put(const LineReader::Line& line) {
    if (line.too_long) return refuse(line.number, "it is longer than a gigabyte");
    if (line.text.empty()) return std::nullopt;
    Result<StoreRecord> record = read_store_line(line.text);
    if (!record) return refuse(line.number, record.error().message);
    if (const auto* value = std::get_if<store::SharedValue>(&*record)) {
      const Result<std::optional<std::string>> fault = importer_.share(*value);
      if (!fault) return fault.error();
      return *fault ? refuse(line.number, **fault) : std::nullopt;
    }
    if (importer_.must_flush_before(*record)) {
      flush();
      if (error_) return error_;
    }
    return importer_.take(*std::move(record), line.text.size());
  }

  std::nullopt_t refuse(std::size_t number, const std::string& words) {
    ++refused_;
    progress_.erase();
    complain(input_ + ", line " + std::to_string(number), words);
    return std::nullopt;
  }

  void flush() {
    error_ = importer_.flush();
    if (!error_) written_line_ = line_;
  }

  // Calls and history that are imported twice stand twice: who goes on has to know where.
  void tell_how_far() {
    complain(input_, std::to_string(importer_.written()) + " records were written, those of the first " +
                         std::to_string(written_line_) + " lines; go on with line " +
                         std::to_string(written_line_ + 1));
  }

  std::mutex mutex_;
  Importer importer_;
  const std::string url_, input_;
  Progress progress_;
  std::optional<Error> error_;  // of the store
  std::size_t refused_ = 0;
  std::size_t line_ = 0, written_line_ = 0;  // the last that was taken, and that is written
};

}  // namespace

int import_store(const std::string& url, const std::string& path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file) {
    complain(input_name(path), file.error().message);
    return kExitError;
  }
  const Result<std::unique_ptr<Store>> opened = store::open_store(url);
  std::optional<Error> error = opened ? (*opened)->check() : opened.error();
  if (error) {
    complain({}, error->message);
    return kExitFailed;
  }
  ImportRun run(**opened, url, path, file->size());
  const Interruption interruption([&](int signal) { ::_exit(run.interrupt(signal)); });
  LineReader lines(*file, kMaxLine, [] {});
  while (true) {
    const Result<std::optional<LineReader::Line>> line = lines.next();
    if (!line) return run.end(line.error());
    if (!*line || !run.take(**line, lines.position())) return run.end(std::nullopt);
  }
}

}  // namespace argwright::app
