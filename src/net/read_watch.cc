// Tested by transport_test.cc.
#include "net/read_watch.h"

#include <boost/asio/detail/reactor.hpp>

namespace argwright::net {

ReadWatch::ReadWatch(Listener& listener)
    : reactor_op(error_code(), &ReadWatch::perform, &ReadWatch::complete), listener_(listener) {}

void ReadWatch::start(Socket& socket, std::shared_ptr<void> keep) {
  socket_ = &socket;
  reactor_ = &socket.reactor();
  keep_ = std::move(keep);
  queue();
}

void ReadWatch::queue() {
  is_starting_ = true;
  socket_->start_read_op(*reactor_, this);
  is_starting_ = false;
}

// The reactor asks this when the operation is queued, where the answer is that nothing is known, and when the
// socket has become readable.
asio::detail::reactor_op::status ReadWatch::perform(reactor_op* base) {
  return static_cast<ReadWatch*>(base)->is_starting_ ? not_done : done;
}

void ReadWatch::complete(void* owner, asio::detail::operation* base, const error_code& /*error*/,
                         std::size_t /*size*/) {
  auto* const self = static_cast<ReadWatch*>(base);
  if (owner == nullptr || self->ec_ || !self->socket_->is_open()) {
    const std::shared_ptr<void> keep = std::move(self->keep_);
    if (owner != nullptr) self->listener_.on_watch_end();
    return;
  }
  self->queue();
  const std::shared_ptr<void> keep = self->keep_;
  self->listener_.on_readable();
}

}  // namespace argwright::net
