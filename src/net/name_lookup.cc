#include "net/name_lookup.h"

#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/asio/post.hpp>

#include "net/waiter.h"

namespace argwright::net {

struct NameLookup::Line {
  std::mutex mutex;
  NameLookup* lookup = nullptr;  // null: it has gone, and nobody wants the answer
};

// What one name is asked for. Touched by the loop's thread only, but for `name`.
struct NameLookup::Question {
  std::string name;
  std::vector<Wait*> waiting;
};

class NameLookup::Wait final : public Timed {
 public:
  Wait(Loop& loop, std::shared_ptr<Question> question, Instant deadline)
      : Timed(loop), question_(std::move(question)), waiter_(loop.context()) {
    due_ = deadline;
    question_->waiting.push_back(this);
  }
  ~Wait() override { std::erase(question_->waiting, this); }

  auto wait() { return waiter_.wait(); }
  void stop() { waiter_.wake_soon(); }
  void tell(const Answer& told) {
    answer = told;
    waiter_.wake_soon();
  }

  std::optional<Answer> answer;

 private:
  void expired() override { stop(); }
  const std::shared_ptr<Question> question_;
  Waiter waiter_;
};

NameLookup::Answer NameLookup::ask_system(const std::string& host, std::uint16_t port) {
  asio::io_context context;  // asked for at once: it never runs
  asio::ip::basic_resolver<asio::ip::tcp, Executor> resolver(context.get_executor());
  Answer answer;
  for (const auto& entry : resolver.resolve(host, std::to_string(port), answer.error))
    answer.addresses.push_back(entry.endpoint());
  return answer;
}

NameLookup::NameLookup(Loop& loop, Resolve resolve)
    : loop_(loop),
      resolve_(std::make_shared<const Resolve>(std::move(resolve))),
      line_(std::make_shared<Line>()) {
  line_->lookup = this;
}

NameLookup::~NameLookup() {
  const std::lock_guard lock(line_->mutex);
  line_->lookup = nullptr;
}

std::shared_ptr<NameLookup::Question> NameLookup::ask(const std::string& name, const std::string& host,
                                                      std::uint16_t port) {
  if (const auto known = questions_.find(name); known != questions_.end()) return known->second;
  auto question = std::make_shared<Question>();
  question->name = name;
  std::thread([line = line_, resolve = resolve_, name, host, port] {
    auto answer = std::make_shared<const Answer>((*resolve)(host, port));
    const std::lock_guard lock(line->mutex);
    if (line->lookup == nullptr) return;
    asio::post(line->lookup->loop_.context(), [line, name, answer] {
      if (line->lookup == nullptr) return;  // no lock: it goes on this thread
      const auto found = line->lookup->questions_.find(name);
      const std::shared_ptr<Question> asked = std::move(found->second);
      line->lookup->questions_.erase(found);
      for (Wait* const each : asked->waiting) each->tell(*answer);
    });
  }).detach();
  questions_.emplace(name, question);
  return question;
}

Task<std::optional<NameLookup::Answer>> NameLookup::find(std::string host, std::uint16_t port,
                                                         Instant deadline, Cancellation& cancellation) {
  std::shared_ptr<Question> question;
  try {
    question = ask(host + ":" + std::to_string(port), host, port);
  } catch (const std::system_error& fault) {  // no thread is to be had
    co_return Answer{error_code(fault.code().value(), asio::error::get_system_category()), {}};
  }
  Wait wait(loop_, std::move(question), deadline);
  cancellation.set_stop([&wait] { wait.stop(); });
  co_await wait.wait();
  cancellation.set_stop(nullptr);
  co_return std::move(wait.answer);
}

}  // namespace argwright::net
