// bench_gateway_client: clients of a gateway that wrk cannot be. REQUEST is the file of a whole HTTP request.
//
//   paced PORT REQUEST STREAMS   Reads so many streams at once whose events tell when they were written, to
//   their end,
//                                and prints {"events", "p50_us", "p99_us", "max_us"}: how long they were on
//                                their way.
//   idle PORT REQUEST STREAMS    Opens so many streams, prints "open" when each has brought its first event,
//   and holds
//                                them until its standard input ends.
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "bench/gateway/loopback.h"

namespace argwright::bench {
namespace {

// So many are asked for at once: more than that would measure how a gateway copes with a rush.
constexpr std::size_t kOpening = 64;
constexpr int kPatienceMs = 20'000;

struct Stream {
  int socket = -1;
  std::string in;  // what is not yet read of it
  bool answered = false;
  bool ended = false;
};

class Client {
 public:
  Client(std::uint16_t port, std::string request, std::size_t streams)
      : port_(port),
        request_(std::move(request)),
        streams_(streams),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

  // Opens the next stream.
  void open() {
    Stream& stream = streams_[opened_++];
    stream.socket = connect_to_loopback(port_);
    if (::write(stream.socket, request_.data(), request_.size()) != static_cast<ssize_t>(request_.size()))
      give_up("write");
    do_not_block(stream.socket);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = &stream;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, stream.socket, &event) != 0) give_up("epoll_ctl");
  }

  bool all_opened() const { return opened_ == streams_.size(); }

  // Waits for bytes and calls take(stream, instant of arrival) for each stream that some came for.
  template <class Take>
  void wait(Take take) {
    epoll_event events[256];
    const int count = ::epoll_wait(epoll_, events, 256, kPatienceMs);
    if (count <= 0) {
      errno = count == 0 ? ETIMEDOUT : errno;
      give_up("waiting for streams");
    }
    for (int i = 0; i < count; ++i) {
      Stream& stream = *static_cast<Stream*>(events[i].data.ptr);
      char buffer[65536];
      const ssize_t size = ::read(stream.socket, buffer, sizeof buffer);
      const auto now = Clock::now();
      if (size < 0 && errno == EAGAIN) continue;
      if (size <= 0) {
        errno = size == 0 ? ECONNRESET : errno;
        give_up("a stream broke off");
      }
      stream.in.append(buffer, static_cast<std::size_t>(size));
      if (!stream.answered && stream.in.find("data:") != std::string::npos) {
        if (!stream.in.starts_with("HTTP/1.1 200")) {
          std::fprintf(stderr, "refused: %s\n", stream.in.c_str());
          std::exit(1);
        }
        stream.answered = true;
      }
      take(stream, now);
    }
  }

 private:
  std::uint16_t port_;
  std::string request_;
  std::vector<Stream> streams_;
  int epoll_;
  std::size_t opened_ = 0;
};

double at(const std::vector<long>& sorted, double share) {
  const auto index = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1));
  return static_cast<double>(sorted[index]) / 1000;
}

void paced(Client& client, std::size_t streams) {
  std::vector<long> delays;
  while (!client.all_opened()) client.open();
  for (std::size_t ended = 0; ended < streams;) {
    client.wait([&](Stream& stream, Clock::time_point now) {
      const auto arrival = std::chrono::nanoseconds(now.time_since_epoch()).count();
      std::size_t read = 0;
      for (;;) {
        const std::size_t mark = stream.in.find("t=", read);
        const std::size_t stop = mark == std::string::npos ? mark : stream.in.find(';', mark);
        if (stop == std::string::npos) break;
        long written = 0;
        const char* const digits = stream.in.data() + mark + 2;
        if (std::from_chars(digits, stream.in.data() + stop, written).ec == std::errc{})
          delays.push_back(arrival - written);
        read = stop;
      }
      if (!stream.ended && stream.in.find("\r\n0\r\n\r\n") != std::string::npos) {
        stream.ended = true;
        ++ended;
      }
      stream.in.erase(0, read);
    });
  }
  if (delays.empty()) {
    std::fputs("no event told when it was written\n", stderr);
    std::exit(1);
  }
  std::sort(delays.begin(), delays.end());
  std::printf("{\"events\": %zu, \"p50_us\": %.1f, \"p99_us\": %.1f, \"max_us\": %.1f}\n", delays.size(),
              at(delays, 0.5), at(delays, 0.99), at(delays, 1));
}

void idle(Client& client, std::size_t streams) {
  std::size_t answered = 0;
  for (std::size_t i = 0; i < std::min(streams, kOpening); ++i) client.open();
  while (answered < streams) {
    client.wait([&](Stream& stream, Clock::time_point) {
      if (stream.answered && !stream.ended) {
        stream.ended = true;  // as far as we want to know
        ++answered;
        if (!client.all_opened()) client.open();
      }
      if (stream.ended) stream.in.clear();
    });
  }
  std::puts("open");
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}

}  // namespace
}  // namespace argwright::bench

int main(int argc, char** argv) {
  using namespace argwright::bench;
  const std::string_view mode = argc == 5 ? argv[1] : "";
  if (mode != "paced" && mode != "idle") {
    std::fputs("usage: bench_gateway_client paced|idle PORT REQUEST STREAMS\n", stderr);
    return 2;
  }
  std::ifstream file(argv[3], std::ios::binary);
  if (!file) give_up(argv[3]);
  const auto streams = static_cast<std::size_t>(std::strtoul(argv[4], nullptr, 10));
  raise_descriptor_limit();
  Client client(static_cast<std::uint16_t>(std::strtoul(argv[2], nullptr, 10)),
                {std::istreambuf_iterator<char>(file), {}}, streams);
  mode == "paced" ? paced(client, streams) : idle(client, streams);
}
