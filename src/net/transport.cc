#include "net/transport.h"

#include <algorithm>
#include <cerrno>

#include <sys/socket.h>
#include <sys/uio.h>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/write.hpp>

#include "net/tls_state.h"

namespace argwright::net {
namespace {

// A quiet connection holds so much; one that fills it reads larger pieces.
constexpr std::size_t kSmallPiece = 4096;
constexpr std::size_t kLargePiece = std::size_t{128} << 10;
constexpr std::size_t kMaxPieces = 8;
constexpr std::chrono::milliseconds kGoodbye{2000};
constexpr std::chrono::milliseconds kEndCheck{50};

auto as_result() { return asio::as_tuple(UseTask{}); }

}  // namespace

class TlsSession {
 public:
  TlsSession(Socket& socket, asio::ssl::context& context) : stream(socket, context) {}
  asio::ssl::stream<Socket&> stream;
};

std::shared_ptr<Transport> Transport::make(Loop& loop, Socket socket) {
  return std::make_shared<Transport>(loop, std::move(socket));
}

Transport::Transport(Loop& loop, Socket socket)
    : Timed(loop), socket_(std::move(socket)), piece_(kSmallPiece), watch_(*this), reader_(loop.context()) {}

Transport::~Transport() = default;

Task<bool> Transport::connect(const asio::ip::tcp::endpoint& address) {
  const auto self = shared_from_this();
  const auto [error] = co_await socket_.async_connect(address, as_result());
  if (error && !ended()) set_end(End::kBroken, error.message());
  if (ended()) co_return false;
  error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  co_return true;
}

Task<bool> Transport::shake_hands(const ServerTls& tls) {
  tls_ = std::make_unique<TlsSession>(socket_, tls.state().context);
  const auto self = shared_from_this();
  const auto [error] = co_await tls_->stream.async_handshake(asio::ssl::stream_base::server, as_result());
  if (error && !ended()) set_end(End::kBroken, "TLS: " + error.message());
  co_return !ended();
}

Task<bool> Transport::shake_hands(const ClientTls& tls, const std::string& host) {
  tls_ = std::make_unique<TlsSession>(socket_, tls.state().context);
  // Behind a proxy the connection began as a plain one. From here on the session reads.
  if (error_code ignored; watch_.is_on()) socket_.cancel(ignored);
  const auto self = shared_from_this();
  SSL* const session = tls_->stream.native_handle();
  // An address is no name (RFC 6066, 3): some servers refuse it here.
  error_code no_address;
  asio::ip::make_address(host, no_address);
  if (no_address) SSL_set_tlsext_host_name(session, host.c_str());
  if (tls.state().verify) {
    error_code error;
    tls_->stream.set_verify_callback(asio::ssl::host_name_verification(host), error);
    if (error) {
      set_end(End::kBroken, "TLS: " + error.message());
      co_return false;
    }
  }
  const auto [error] = co_await tls_->stream.async_handshake(asio::ssl::stream_base::client, as_result());
  if (error && !ended()) {
    const long verdict = SSL_get_verify_result(session);
    std::string why = "TLS: " + error.message();
    if (verdict != X509_V_OK) {
      why = std::string("TLS: the certificate of ") + host +
            " is not trusted: " + X509_verify_cert_error_string(verdict);
    }
    set_end(End::kBroken, std::move(why));
  }
  co_return !ended();
}

void Transport::consume(std::size_t size) { in_.consume(size); }

void Transport::shrink() {
  piece_ = kSmallPiece;
  if (!is_reading_ && in_.size() == 0 && in_.capacity() > 4 * kSmallPiece) in_.release();
}

void Transport::keep_reading() {
  if (!is_reading_ && !ended() && in_.size() < room_) start_read();
}

// A plain connection takes memory when there is something to put into it: most connections wait most of the
// time.
void Transport::start_read() {
  is_reading_ = true;
  if (tls_) {
    const asio::mutable_buffer room(in_.room(piece_), piece_);
    tls_->stream.async_read_some(room, [self = shared_from_this()](error_code error, std::size_t size) {
      self->on_read(error, size);
    });
    return;
  }
  if (in_.size() == 0) in_.release();
  if (!watch_.is_on()) watch_.start(socket_, shared_from_this());
  if (may_hold_more_) read_soon();
}

void Transport::read_soon() {
  if (std::exchange(is_posted_, true)) return;
  asio::post(loop_.context(), [self = shared_from_this()] {
    self->is_posted_ = false;
    if (self->is_reading_ && !self->ended() && !self->tls_) self->read_now();
  });
}

void Transport::on_readable() {
  may_hold_more_ = true;
  if (is_reading_ && !is_posted_ && !ended() && !tls_) read_now();
}

void Transport::on_watch_end() {
  if (is_reading_ && !tls_) on_read(asio::error::operation_aborted, 0);
}

void Transport::read_now() {
  const ssize_t size = ::recv(socket_.native_handle(), in_.room(piece_), piece_, MSG_DONTWAIT);
  if (size > 0) {
    const auto read = static_cast<std::size_t>(size);
    // The end may have come together with these bytes, and is not told again: it is looked for when the
    // connection has been quiet for a moment.
    may_hold_more_ = read == piece_ || expects_end_;
    end_check_ = may_hold_more_ ? kNever : loop_.now() + kEndCheck;
    set_due();
    on_read({}, read);
  } else if (size == 0) {
    on_read(asio::error::eof, 0);
  } else if (errno == EAGAIN) {
    may_hold_more_ = false;
    if (in_.size() == 0) in_.release();
  } else if (errno == EINTR) {
    read_soon();
  } else {
    on_read(error_code(errno, boost::system::system_category()), 0);
  }
}

void Transport::on_read(error_code error, std::size_t size) {
  is_reading_ = false;
  if (size > 0) {
    in_.grow(size);
    if (size == piece_) piece_ = std::min(piece_ * 4, kLargePiece);
  }
  if (error && !ended()) {
    const bool in_order = error == asio::error::eof || error == asio::ssl::error::stream_truncated;
    set_end(in_order ? End::kClosed : End::kBroken, in_order ? "closed by the peer" : error.message());
  }
  if (reader_.is_waited_for()) {
    reader_.wake();
  } else if (stirred_) {
    std::exchange(stirred_, nullptr)();
  }
}

Task<bool> Transport::more(std::size_t seen) {
  const auto self = shared_from_this();
  if (buffered().size() > seen) co_return true;
  if (ended()) co_return false;
  if (!is_reading_ && in_.size() < room_) {
    // There is probably more; but every second time others of this loop have their turn.
    if (may_hold_more_ && !read_directly_ && watch_.is_on() && !tls_) {
      read_directly_ = true;
      is_reading_ = true;
      read_now();
    } else {
      read_directly_ = false;
      start_read();
    }
  }
  if (buffered().size() <= seen && !ended()) co_await reader_.wait();
  co_return buffered().size() > seen;
}

Task<bool> Transport::write(std::string_view bytes) {
  const std::array<std::string_view, 1> pieces{bytes};
  co_return co_await write(std::span<const std::string_view>(pieces));
}

// Most writes fit the socket's buffer: then nothing has to wait, and the loop is not asked.
std::size_t Transport::write_now(std::span<const std::string_view> pieces) {
  if (tls_ || ended()) return 0;
  std::array<iovec, kMaxPieces> parts{};
  std::size_t count = 0;
  for (const std::string_view piece : pieces.first(std::min(pieces.size(), kMaxPieces))) {
    if (piece.empty()) continue;
    parts[count++] = {const_cast<char*>(piece.data()), piece.size()};  // NOLINT: iovec knows no const
  }
  if (count == 0) return 0;
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = count;
  const ssize_t size = ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (size >= 0) return static_cast<std::size_t>(size);
  if (errno != EAGAIN && errno != EINTR) {
    set_end(End::kBroken, error_code(errno, boost::system::system_category()).message());
  }
  return 0;
}

Task<bool> Transport::write(std::span<const std::string_view> pieces) {
  if (ended()) co_return false;
  const auto self = shared_from_this();
  std::size_t sent = write_now(pieces);
  if (ended()) co_return false;
  std::array<asio::const_buffer, kMaxPieces> rest{};
  std::size_t left = 0;
  for (const std::string_view piece : pieces.first(std::min(pieces.size(), kMaxPieces))) {
    const std::size_t skip = std::min(sent, piece.size());
    sent -= skip;
    if (skip < piece.size()) rest[left++] = asio::const_buffer(piece.data() + skip, piece.size() - skip);
  }
  if (left == 0) co_return true;
  error_code error;
  if (tls_) {
    std::tie(error, std::ignore) =
        co_await asio::async_write(tls_->stream, std::span(rest.data(), left), as_result());
  } else {
    std::tie(error, std::ignore) =
        co_await asio::async_write(socket_, std::span(rest.data(), left), as_result());
  }
  if (error && !ended()) set_end(End::kBroken, error.message());
  co_return !error && !ended();
}

void Transport::set_end(End why, std::string fault) {
  end_ = why;
  fault_ = std::move(fault);
}

void Transport::abort(End why) {
  if (!ended()) {
    set_end(why, why == End::kTimeout ? "timed out" : why == End::kAborted ? "ended by us" : "broken");
  }
  // Pending reads and writes end with an error, on their own turn of the loop.
  error_code ignored;
  socket_.close(ignored);
  if (!is_reading_) reader_.wake_soon();
}

void Transport::expired() {
  const Instant now = loop_.now();
  if (now >= deadline_) {
    deadline_ = kNever;
    abort(End::kTimeout);
    return;
  }
  if (now >= nudge_) {
    nudge_ = kNever;
    reader_.wake_soon();
  }
  if (now >= end_check_) {
    end_check_ = kNever;
    may_hold_more_ = true;
    if (is_reading_) read_soon();
  }
  set_due();
}

Task<void> Transport::close() {
  const auto self = shared_from_this();
  if (end_ == End::kNone && socket_.is_open()) {
    set_deadline(loop_.now() + kGoodbye);
    if (tls_) co_await tls_->stream.async_shutdown(as_result());
    error_code ignored;
    if (socket_.is_open()) socket_.shutdown(Socket::shutdown_send, ignored);
    // A socket that is closed with bytes unread resets the connection, and the peer may lose our last words.
    while (!ended()) {
      consume(buffered().size());
      co_await more(0);
    }
  }
  abort(End::kAborted);
}

}  // namespace argwright::net
