// Asio, as this project uses it: executors of a known type, which costs less than the erased one, and
// coroutines that tell failures by values. Nothing outside src/net and the coroutines of src/gateway includes
// this.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/detail/reactor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace argwright::net {

namespace asio = boost::asio;
using boost::system::error_code;

using Executor = asio::io_context::executor_type;
template <typename T>
using Task = asio::awaitable<T, Executor>;
using UseTask = asio::use_awaitable_t<Executor>;

class Socket final : public asio::basic_stream_socket<asio::ip::tcp, Executor> {
 public:
  using Base = asio::basic_stream_socket<asio::ip::tcp, Executor>;
  explicit Socket(const Executor& executor) : Base(executor) {}
  explicit Socket(Base&& accepted) : Base(std::move(accepted)) {}

  // Queues an operation of ReadWatch with the reactor of the socket's context.
  void start_read_op(asio::detail::reactor& reactor, asio::detail::reactor_op* op) {
    auto& state = impl_.get_implementation();
    reactor.start_op(asio::detail::reactor::read_op, state.socket_, state.reactor_data_, op, true, true);
  }
  asio::detail::reactor& reactor() {
    return asio::use_service<asio::detail::reactor>(get_executor().context());
  }
};

}  // namespace argwright::net
