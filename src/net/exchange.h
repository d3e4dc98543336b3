// One request of a client and the reply to it, as a handler sees them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "net/asio.h"
#include "net/cancellation.h"
#include "net/head.h"
#include "net/transport.h"

namespace argwright::net {

std::string_view reason_phrase(int status);

// "name: value\r\n". Control characters in the value are left out: they would end the field.
void append_field(std::string& fields, std::string_view name, std::string_view value);

struct ListenerFacts {
  bool is_loopback = true;
  bool is_tls = false;
};

class Exchange {
 public:
  Exchange(Transport& client, Head request_head, std::string request_body, std::string peer_address,
           ListenerFacts facts, std::chrono::milliseconds write_time)
      : head(std::move(request_head)),
        body(std::move(request_body)),
        peer(std::move(peer_address)),
        listener(facts),
        client_(client),
        write_time_(write_time) {}

  const Head head;
  std::string body;
  const std::string peer;  // "127.0.0.1"
  const ListenerFacts listener;

  Loop& loop() { return client_.loop(); }
  // Cancelled when the client goes.
  Cancellation& cancellation() { return cancellation_; }
  bool is_gone() const { return client_.ended(); }
  // The connection is closed after this reply.
  void close_after() { close_ = true; }

  // --- the reply, whole. `fields` are lines as append_field() makes them. False: the client has gone.
  Task<bool> reply(int status, std::string_view fields, std::string_view reply_body);

  // --- or piece by piece: begin(), send() .., finish(). The head goes out with the first piece, or with
  // flush(). Each piece is sent at once; to a HEAD request none is.
  void begin(int status, std::string_view fields);
  Task<bool> send(std::string_view bytes);
  Task<bool> flush();
  Task<bool> finish();

  bool has_begun() const { return begun_; }    // a reply was begun
  bool has_sent() const { return sent_ > 0; }  // bytes of it have gone
  bool is_finished() const { return finished_; }
  bool keeps_connection() const { return finished_ && !close_ && head.keep_alive; }
  std::uint64_t bytes_sent() const { return sent_; }

 private:
  void write_head(int status, std::string_view fields);
  // True: all of it went without waiting. Otherwise `pieces` are what is left of them.
  bool write_at_once(std::span<std::string_view> pieces);
  Task<bool> write(std::span<const std::string_view> pieces);
  Task<bool> write_in_time(std::span<const std::string_view> pieces);
  bool is_bodiless() const { return head.method == "HEAD"; }

  Transport& client_;
  std::chrono::milliseconds write_time_;
  Cancellation cancellation_;
  std::string out_;  // what has to go before the next piece
  bool begun_ = false;
  bool finished_ = false;
  bool chunked_ = false;
  bool close_ = false;
  std::uint64_t sent_ = 0;
};

}  // namespace argwright::net
