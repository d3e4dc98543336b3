// bench_gateway_upstream BODY EVENTS: the model behind every gateway that `./dev bench gateway` measures. It
// costs as little as a program with sockets can, so that the gateways are what is measured: one thread, one
// epoll, replies that lie ready. BODY is the file of a whole reply, EVENTS that of a stream (blocks that end
// with an empty line). What a request gets is told by the name of its model:
//
//   bench-body     BODY
//   bench-burst    EVENTS, each a chunk of its own, all written at once
//   bench-single   EVENTS, each written by itself, in turn with those of the other streams
//   bench-paced-N  N events, one every 10 ms, each telling when it was written (t=NANOSECONDS of the steady
//   clock) bench-silent   one event, and then nothing for as long as the client stays
//   bench-marked   BODY, or EVENTS as one burst where a stream is asked for, with the 24 characters after the
//                  last "mark-" of the request in the place of 24 '#'
//
// Prints the port it listens on.
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/gateway/loopback.h"

namespace argwright::bench {
namespace {

constexpr std::chrono::milliseconds kPace{10};
// Streams that begin together do not tick together.
constexpr std::size_t kPhases = 64;
constexpr std::string_view kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view kLastChunk = "0\r\n\r\n";

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) give_up(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string chunk(std::string_view bytes) {
  char size[32];
  std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
  return size + std::string(bytes) + "\r\n";
}

std::string event(std::string_view content) {
  return R"(data: {"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1760000000,"model":"bench",)"
         R"("choices":[{"index":0,"delta":{"content":")" +
         std::string(content) + "\"},\"finish_reason\":null}]}\n\n";
}

constexpr std::string_view kBlank = "########################";
constexpr std::string_view kMark = "mark-";

struct Replies {
  std::string body;                 // with its head
  std::vector<std::string> events;  // as chunks
  std::string burst;                // head, events and end
};

// The reply with the request's last mark in its blank.
std::string marked(std::string reply, std::string_view request) {
  const std::size_t at = request.rfind(kMark), blank = reply.find(kBlank);
  if (at == std::string_view::npos || blank == std::string::npos) return reply;
  return reply.replace(blank, kBlank.size(), request.substr(at + kMark.size(), kBlank.size()));
}

Replies read_replies(const char* body_path, const char* events_path) {
  Replies replies;
  const std::string body = read_file(body_path);
  replies.body =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\n\r\n" + body;
  const std::string events = read_file(events_path);
  replies.burst = kStreamHead;
  for (std::size_t begin = 0; begin < events.size();) {
    const std::size_t end = std::min(events.find("\n\n", begin), events.size() - 2) + 2;
    replies.events.push_back(chunk(std::string_view(events).substr(begin, end - begin)));
    replies.burst += replies.events.back();
    begin = end;
  }
  replies.burst += kLastChunk;
  return replies;
}

enum class Pace { kNone, kSingle, kPaced };

struct Connection {
  int socket = -1;
  std::string in;
  std::string out;  // what the socket had no room for
  Pace pace = Pace::kNone;
  std::size_t next = 0;  // event
  std::size_t count = 0;
  Clock::time_point due;
  bool gone = false;
};

class Upstream {
 public:
  explicit Upstream(Replies replies) : replies_(std::move(replies)) {}

  [[noreturn]] void run(int listener) {
    epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
    do_not_block(listener);
    watch(listener, nullptr);
    std::vector<epoll_event> events(512);
    for (;;) {
      const timespec wait = time_to_wait();
      const int count =
          ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &wait, nullptr);
      for (int i = 0; i < count; ++i) {
        auto* const connection = static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr);
        connection == nullptr ? accept_all(listener) : serve(*connection);
      }
      go_on();
      bury();
    }
  }

 private:
  void watch(int descriptor, Connection* connection) const {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP | EPOLLET | (connection != nullptr ? EPOLLOUT : 0U);
    event.data.ptr = connection;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) != 0) give_up("epoll_ctl");
  }

  timespec time_to_wait() const {
    if (std::any_of(flowing_.begin(), flowing_.end(), [](const Connection* each) {
          return each->pace == Pace::kSingle && each->out.empty();
        })) {
      return {0, 0};
    }
    auto soonest = Clock::now() + std::chrono::seconds(1);
    for (const Connection* each : flowing_) {
      if (each->pace == Pace::kPaced) soonest = std::min(soonest, each->due);
    }
    const auto wait = std::max(Clock::duration::zero(), soonest - Clock::now());
    return {0, std::min<long>(999'999'999, std::chrono::nanoseconds(wait).count())};
  }

  void accept_all(int listener) {
    for (;;) {
      const int socket = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0) {
        if (errno != EAGAIN && errno != ECONNABORTED) give_up("accept");
        return;
      }
      const int on = 1;
      ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      connections_.push_back(std::make_unique<Connection>());
      connections_.back()->socket = socket;
      watch(socket, connections_.back().get());
    }
  }

  void serve(Connection& connection) {
    char buffer[16384];
    for (;;) {
      const ssize_t size = ::read(connection.socket, buffer, sizeof buffer);
      if (size < 0 && errno == EAGAIN) break;
      if (size <= 0) {
        lose(connection);
        return;
      }
      connection.in.append(buffer, static_cast<std::size_t>(size));
      if (static_cast<std::size_t>(size) < sizeof buffer) break;
    }
    if (!connection.out.empty()) send(connection, {});
    while (connection.pace == Pace::kNone && answer(connection)) {
    }
  }

  // One request, if it is whole.
  bool answer(Connection& connection) {
    const std::string_view in = connection.in;
    const std::size_t head = in.find("\r\n\r\n");
    if (head == std::string_view::npos) return false;
    const std::size_t length = content_length(in.substr(0, head));
    if (in.size() < head + 4 + length) return false;
    reply(connection, in.substr(head + 4, length));
    connection.in.erase(0, head + 4 + length);
    return true;
  }

  static std::size_t content_length(std::string_view head) {
    constexpr std::string_view kName = "\ncontent-length:";
    const auto found = std::search(head.begin(), head.end(), kName.begin(), kName.end(), [](char a, char b) {
      return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
    });
    if (found == head.end()) return 0;
    const char* digits = &*found + kName.size();
    while (*digits == ' ') ++digits;
    std::size_t length = 0;
    std::from_chars(digits, head.data() + head.size(), length);
    return length;
  }

  void reply(Connection& connection, std::string_view request) {
    const std::size_t at = request.find("bench-");
    const std::string_view kind = at == std::string_view::npos ? "" : request.substr(at + 6);
    if (kind.starts_with("burst")) {
      send(connection, replies_.burst);
    } else if (kind.starts_with("single")) {
      begin(connection, Pace::kSingle, replies_.events.size());
    } else if (kind.starts_with("paced-")) {
      std::size_t count = 0;
      std::from_chars(kind.data() + 6, kind.data() + kind.size(), count);
      begin(connection, Pace::kPaced, count);
    } else if (kind.starts_with("silent")) {
      send(connection, std::string(kStreamHead) + chunk(event("Let me see.")));
    } else if (kind.starts_with("marked")) {
      const bool stream = request.find("\"stream\":true") != std::string_view::npos;
      send(connection, marked(stream ? replies_.burst : replies_.body, request));
    } else if (kind.starts_with("body")) {
      send(connection, replies_.body);
    } else {
      send(connection, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    }
  }

  void begin(Connection& connection, Pace pace, std::size_t count) {
    send(connection, kStreamHead);
    connection.pace = pace;
    connection.next = 0;
    connection.count = count;
    connection.due = Clock::now() + kPace + (begun_++ % kPhases) * std::chrono::nanoseconds(kPace) / kPhases;
    flowing_.push_back(&connection);
  }

  // The events that are due now.
  void go_on() {
    for (Connection* const each : flowing_) {
      if (each->gone || !each->out.empty()) continue;
      if (each->pace == Pace::kPaced && each->due > Clock::now()) continue;
      if (each->next == each->count) {
        each->pace = Pace::kNone;
        send(*each, kLastChunk);
      } else if (each->pace == Pace::kSingle) {
        send(*each, replies_.events[each->next++]);
      } else {
        const auto now = std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
        send(*each, chunk(event("t=" + std::to_string(now) + ";")));
        each->due += kPace;
        ++each->next;
      }
    }
    std::erase_if(flowing_, [](const Connection* each) { return each->gone || each->pace == Pace::kNone; });
  }

  void send(Connection& connection, std::string_view bytes) {
    connection.out.append(connection.out.empty() ? std::string_view() : bytes);
    const bool is_late = !connection.out.empty();
    std::string_view left = is_late ? connection.out : bytes;
    while (!left.empty()) {
      const ssize_t size = ::send(connection.socket, left.data(), left.size(), MSG_NOSIGNAL);
      if (size < 0 && errno == EAGAIN) break;
      if (size < 0) {
        lose(connection);
        return;
      }
      left.remove_prefix(static_cast<std::size_t>(size));
    }
    connection.out = std::string(left);
  }

  void lose(Connection& connection) {
    connection.gone = true;
    any_gone_ = true;
  }

  void bury() {
    if (!std::exchange(any_gone_, false)) return;
    std::erase_if(connections_, [](const std::unique_ptr<Connection>& each) {
      if (each->gone) ::close(each->socket);
      return each->gone;
    });
  }

  Replies replies_;
  int epoll_ = -1;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::vector<Connection*> flowing_;
  std::size_t begun_ = 0;
  bool any_gone_ = false;
};

}  // namespace
}  // namespace argwright::bench

int main(int argc, char** argv) {
  using namespace argwright::bench;
  if (argc != 3) {
    std::fputs("usage: bench_gateway_upstream BODY EVENTS\n", stderr);
    return 2;
  }
  raise_descriptor_limit();
  Upstream upstream(read_replies(argv[1], argv[2]));
  std::uint16_t port = 0;
  const int listener = listen_on_loopback(port);
  std::printf("%u\n", port);
  std::fflush(stdout);
  upstream.run(listener);
}
