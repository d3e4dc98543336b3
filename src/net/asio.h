// Asio, as this project uses it: executors of a known type, which costs less than the erased one, and
// coroutines that tell failures by values. Nothing outside src/net and the coroutines of src/gateway includes
// this.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
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
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;

}  // namespace argwright::net
