// One request to an upstream and its reply.
//
//   ClientCall call(pool, origin, cancellation);
//   if (auto fault = co_await call.ask(request, times)) ..
//   call.head();
//   while (co_await call.wait()) { while (call.take(payload)) use(payload); }
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/asio.h"
#include "net/body_reader.h"
#include "net/cancellation.h"
#include "net/head.h"
#include "net/inflater.h"
#include "net/pool.h"

namespace argwright::net {

struct ClientRequest {
  std::string_view head;  // from the method to the empty line
  std::string_view body;
  bool is_head_method = false;
};

struct ClientTimes {
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds first_byte{300'000};
  std::chrono::milliseconds gap{120'000};
  Instant total = kNever;
};

class ClientCall {
 public:
  static constexpr std::size_t kMaxHead = std::size_t{64} << 10;

  ClientCall(Pool& pool, Loop& loop, std::shared_ptr<const Origin> origin, Cancellation& cancellation);
  // What was not read to its end takes its connection with it.
  ~ClientCall();
  ClientCall(const ClientCall&) = delete;
  ClientCall& operator=(const ClientCall&) = delete;

  // Sends the request and waits for the head of the reply. A kept connection that turns out to be dead before
  // a byte of the reply came is replaced by a new one, once.
  Task<std::optional<Fault>> ask(const ClientRequest& request, const ClientTimes& times);
  const Head& head() const { return head_; }

  // Waits until take() has something, the body is done, it fails, or a nudge comes. False: it is done or has
  // failed, and nothing is left to take.
  Task<bool> wait();
  // The next piece of the body, unpacked; false: none has come yet. Valid until the next take() or wait().
  bool take(std::string_view& payload);
  bool done() const { return body_.done() && !fault_; }
  const std::optional<Fault>& fault() const { return fault_; }
  // At this instant wait() returns though nothing came.
  void set_nudge(Instant instant);

  // Appends what has come. True: the body is done, or has failed: see fault().
  bool read_ready(std::string& body, std::size_t max_bytes);
  // The whole body, at most so many bytes.
  Task<std::optional<Fault>> read_all(std::string& body, std::size_t max_bytes);

 private:
  Task<std::optional<Fault>> try_once(const ClientRequest& request, const ClientTimes& times, bool fresh,
                                      bool& may_retry);
  Fault fault_now(std::string_view doing) const;
  Fault bad_reply(std::string_view why) const;
  void leave();

  Pool& pool_;
  Loop& loop_;
  std::shared_ptr<const Origin> origin_;
  Cancellation& cancellation_;
  ClientTimes times_;
  std::shared_ptr<Transport> transport_;
  Head head_;
  BodyReader body_;
  std::unique_ptr<Inflater> inflater_;
  bool is_inflating_ = false;  // something was fed to it
  std::string inflated_;
  std::size_t consumed_ = 0;  // of what is buffered, by the piece that was taken last
  std::optional<Fault> fault_;
};

}  // namespace argwright::net
