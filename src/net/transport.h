// One connection, plain or TLS, with one end of it ours. A read is always under way unless what came is not
// yet consumed, so that the end of a peer is seen while nobody waits for its bytes; how much may lie unread
// is bounded, which is what slows a fast peer down.
//
// Everything happens on the loop's thread. Hold it by shared_ptr: reads under way keep it alive.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "net/asio.h"
#include "net/byte_buffer.h"
#include "net/loop.h"
#include "net/read_watch.h"
#include "net/waiter.h"

namespace argwright::net {

class TlsSession;
class ClientTls;
class ServerTls;

// How a connection came to its end.
enum class End : std::uint8_t {
  kNone,     // it goes on
  kClosed,   // by the peer, in order
  kBroken,   // reset, or another error of the system
  kTimeout,  // an instant that was set has passed
  kAborted,  // by us
};

class Transport final : public Timed,
                        private ReadWatch::Listener,
                        public std::enable_shared_from_this<Transport> {
 public:
  static std::shared_ptr<Transport> make(Loop& loop, Socket socket);
  Transport(Loop& loop, Socket socket);
  ~Transport() override;

  // Connects a transport that was made from a closed socket.
  Task<bool> connect(const asio::ip::tcp::endpoint& address);
  // Both leave the transport as it is and return false where the peers cannot agree: see fault().
  Task<bool> shake_hands(const ServerTls& tls);
  // The peer must prove that it is `host`, unless `tls` says otherwise.
  Task<bool> shake_hands(const ClientTls& tls, const std::string& host);

  // --- reading
  // What has come and is not yet consumed. Valid until the next consume() or wait.
  std::string_view buffered() const { return in_.view(); }
  void consume(std::size_t size);
  // Waits until more than `seen` bytes lie there, the connection ends or a nudge comes; tells whether bytes
  // came.
  Task<bool> more(std::size_t seen);
  // Begins to read if nothing is under way: for seeing the end of the peer.
  void keep_reading();
  // Called, once, when bytes come or the peer ends while nobody waits.
  void on_stir(std::function<void()> callback) { stirred_ = std::move(callback); }
  // The end of the peer is part of its message: it is looked for after every read.
  void expect_end() { expects_end_ = true; }
  // At most so many bytes lie unread.
  void set_room(std::size_t bytes) { room_ = bytes; }
  // Gives back memory that a long message took.
  void shrink();

  // --- writing
  // Sends what the socket takes at once: how many bytes that were. With TLS none.
  std::size_t write_now(std::span<const std::string_view> pieces);
  // All of the pieces, in order. False: the connection has ended.
  Task<bool> write(std::span<const std::string_view> pieces);
  Task<bool> write(std::string_view bytes);

  // --- time
  // At this instant the connection is aborted with kTimeout.
  void set_deadline(Instant instant) {
    deadline_ = instant;
    set_due();
  }
  // At this instant whoever waits in more() is woken, once.
  void set_nudge(Instant instant) {
    nudge_ = instant;
    set_due();
  }

  // --- the end
  End end() const { return end_; }
  bool ended() const { return end_ != End::kNone; }
  const std::string& fault() const { return fault_; }  // in words
  void abort(End why);
  // Says goodbye in order: sends what TLS demands, ends our side, and gives the peer a moment to read.
  Task<void> close();

  Loop& loop() { return loop_; }
  Socket& socket() { return socket_; }

 private:
  void expired() override;
  void set_due() { due_ = std::min({deadline_, nudge_, end_check_}); }
  void on_readable() override;
  void on_watch_end() override;
  void start_read();
  void read_now();
  void read_soon();
  void on_read(error_code error, std::size_t size);
  void set_end(End why, std::string fault);

  Socket socket_;
  std::unique_ptr<TlsSession> tls_;
  ByteBuffer in_;
  std::size_t room_ = std::size_t{256} << 10;
  std::size_t piece_;
  ReadWatch watch_;  // not with TLS
  bool is_reading_ = false;
  bool may_hold_more_ = true;  // the system may hold bytes, or the end, of which the watch tells no more
  bool expects_end_ = false;
  bool is_posted_ = false;      // read_soon() is under way
  bool read_directly_ = false;  // the last read did not wait for the loop
  Waiter reader_;
  std::function<void()> stirred_;
  Instant deadline_ = kNever;
  Instant nudge_ = kNever;
  Instant end_check_ = kNever;
  End end_ = End::kNone;
  std::string fault_;
};

}  // namespace argwright::net
