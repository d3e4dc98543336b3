#include "net/pool.h"

#include <algorithm>

#include <openssl/evp.h>

#include "net/head.h"

namespace argwright::net {
namespace {

using asio::ip::tcp;

constexpr std::chrono::seconds kKnownFor{30};
constexpr std::chrono::seconds kIdleFor{60};
constexpr std::size_t kMaxTunnelHead = 16384;

std::string base64(std::string_view text) {
  std::string out(4 * ((text.size() + 2) / 3) + 1, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                      reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

Fault fault_of(const Transport& transport, FaultKind otherwise, const std::string& doing,
               const Cancellation& cancellation) {
  if (cancellation.is_cancelled()) return {FaultKind::kCancelled, "the client has gone"};
  if (transport.end() == End::kTimeout) return {FaultKind::kTimeout, doing + " timed out"};
  return {otherwise, doing + ": " + transport.fault()};
}

}  // namespace

std::string_view fault_name(FaultKind kind) {
  switch (kind) {
    case FaultKind::kResolve: return "resolve";
    case FaultKind::kConnect: return "connect";
    case FaultKind::kTls: return "tls";
    case FaultKind::kTimeout: return "timeout";
    case FaultKind::kBroken: return "broken";
    case FaultKind::kBadReply: return "bad_reply";
    case FaultKind::kCancelled: return "cancelled";
  }
  return "broken";
}

std::string Origin::request_target(std::string_view path) const {
  std::string target;
  if (proxy && !url.tls) target = "http://" + url.authority();
  target += path;
  return target;
}

std::string Origin::proxy_authorization() const {
  if (!proxy || proxy->userinfo.empty()) return {};
  return "Basic " + base64(percent_decoded(proxy->userinfo));
}

Pool::~Pool() {
  for (auto& [key, transports] : idle_) {
    for (const auto& transport : transports) {
      transport->on_stir(nullptr);
      transport->abort(End::kAborted);
    }
  }
}

std::size_t Pool::idle() const {
  std::size_t count = 0;
  for (const auto& [key, transports] : idle_) count += transports.size();
  return count;
}

void Pool::forget(const Transport* transport) {
  for (auto& [key, transports] : idle_) {
    std::erase_if(transports, [&](const auto& each) { return each.get() == transport; });
  }
}

void Pool::give_back(const Origin& origin, std::shared_ptr<Transport> transport) {
  std::vector<std::shared_ptr<Transport>>& idle = idle_[origin.key];
  if (transport->ended() || !transport->buffered().empty() || idle.size() >= max_idle_) {
    transport->abort(End::kAborted);
    return;
  }
  transport->shrink();
  transport->set_nudge(kNever);
  transport->set_deadline(loop_.now() + kIdleFor);
  // An upstream that closes or speaks unasked is not asked again. (Two pointers: a function keeps them
  // without asking for memory.)
  transport->on_stir([this, raw = transport.get()] {
    raw->abort(End::kAborted);
    forget(raw);
  });
  transport->keep_reading();
  idle.push_back(std::move(transport));
}

std::shared_ptr<Transport> Pool::take_idle(const Origin& origin) {
  const auto found = idle_.find(origin.key);
  if (found == idle_.end()) return nullptr;
  std::vector<std::shared_ptr<Transport>>& idle = found->second;
  while (!idle.empty()) {
    std::shared_ptr<Transport> transport = std::move(idle.back());
    idle.pop_back();
    transport->on_stir(nullptr);
    if (!transport->ended() && transport->buffered().empty()) {
      transport->set_deadline(kNever);
      return transport;
    }
    transport->abort(End::kAborted);
  }
  return nullptr;
}

Task<std::variant<Pool::Lease, Fault>> Pool::lease(std::shared_ptr<const Origin> origin, Instant deadline,
                                                   bool fresh, Cancellation& cancellation) {
  if (!fresh) {
    if (std::shared_ptr<Transport> transport = take_idle(*origin))
      co_return Lease{std::move(transport), true};
  }
  std::variant<std::shared_ptr<Transport>, Fault> made =
      co_await connect(std::move(origin), deadline, cancellation);
  if (Fault* fault = std::get_if<Fault>(&made)) co_return std::move(*fault);
  co_return Lease{std::get<0>(std::move(made)), false};
}

Task<std::variant<Pool::Addresses, Fault>> Pool::resolve(std::string host, std::uint16_t port,
                                                         Instant deadline, Cancellation& cancellation) {
  error_code error;
  if (const auto address = asio::ip::make_address(host, error); !error) {
    co_return Addresses{tcp::endpoint(address, port)};
  }
  const std::string name = host + ":" + std::to_string(port);
  if (const auto known = known_.find(name); known != known_.end() && known->second.until > loop_.now()) {
    co_return known->second.addresses;
  }
  std::optional<NameLookup::Answer> found = co_await names_.find(host, port, deadline, cancellation);
  if (cancellation.is_cancelled()) co_return Fault{FaultKind::kCancelled, "the client has gone"};
  if (!found) co_return Fault{FaultKind::kTimeout, "looking up " + host + " timed out"};
  if (found->error || found->addresses.empty()) {
    co_return Fault{FaultKind::kResolve, "looking up " + host + ": " + found->error.message()};
  }
  known_[name] = {found->addresses, loop_.now() + kKnownFor};
  co_return std::move(found->addresses);
}

Task<std::variant<std::shared_ptr<Transport>, Fault>> Pool::connect(std::shared_ptr<const Origin> origin,
                                                                    Instant deadline,
                                                                    Cancellation& cancellation) {
  const Url& next = origin->proxy ? *origin->proxy : origin->url;
  const std::string where = next.host + ":" + std::to_string(next.port);
  std::variant<Addresses, Fault> resolved = co_await resolve(next.host, next.port, deadline, cancellation);
  if (Fault* fault = std::get_if<Fault>(&resolved)) co_return std::move(*fault);
  const Addresses addresses = std::get<Addresses>(std::move(resolved));
  Fault last{FaultKind::kConnect, "connecting to " + where};
  for (const tcp::endpoint& address : addresses) {
    const std::shared_ptr<Transport> transport = Transport::make(loop_, Socket(loop_.executor()));
    // Each address gets its share of the time, so that one that swallows packets does not use up all of it.
    const Instant now = Clock::now();
    const auto share = (deadline - now) / static_cast<long>(addresses.size());
    transport->set_deadline(addresses.size() > 1 ? now + std::max<Clock::duration>(share, Loop::kTick)
                                                 : deadline);
    cancellation.set_stop([transport] { transport->abort(End::kAborted); });
    const bool connected = co_await transport->connect(address);
    if (!connected) {
      cancellation.set_stop(nullptr);
      last = fault_of(*transport, FaultKind::kConnect, "connecting to " + where, cancellation);
      transport->abort(End::kAborted);
      if (cancellation.is_cancelled()) co_return last;
      continue;
    }
    transport->set_deadline(deadline);
    if (origin->proxy && origin->url.tls) {
      if (std::optional<Fault> fault = co_await open_tunnel(*origin, *transport)) {
        cancellation.set_stop(nullptr);
        transport->abort(End::kAborted);
        co_return *std::move(fault);
      }
    }
    if (origin->tls && !co_await transport->shake_hands(*origin->tls, origin->url.host)) {
      cancellation.set_stop(nullptr);
      Fault fault = fault_of(*transport, FaultKind::kTls, "connecting to " + origin->url.host, cancellation);
      transport->abort(End::kAborted);
      co_return fault;
    }
    cancellation.set_stop(nullptr);
    transport->set_deadline(kNever);
    co_return transport;
  }
  known_.erase(where);
  co_return last;
}

Task<std::optional<Fault>> Pool::open_tunnel(const Origin& origin, Transport& transport) {
  const std::string host =
      origin.url.host.find(':') == std::string::npos ? origin.url.host : "[" + origin.url.host + "]";
  const std::string target = host + ":" + std::to_string(origin.url.port);
  std::string ask = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
  if (const std::string credentials = origin.proxy_authorization(); !credentials.empty()) {
    ask += "Proxy-Authorization: " + credentials + "\r\n";
  }
  ask += "\r\n";
  const std::string who = "the proxy " + origin.proxy->authority();
  Cancellation none;
  if (!co_await transport.write(ask))
    co_return fault_of(transport, FaultKind::kConnect, "asking " + who, none);
  HeadParser parser(HeadParser::Kind::kReply, kMaxTunnelHead);
  for (;;) {
    const std::string_view came = transport.buffered();
    const HeadParser::State state = parser.parse(came);
    if (state == HeadParser::State::kDone) break;
    if (state != HeadParser::State::kMore)
      co_return Fault{FaultKind::kBadReply, who + " answers: " + parser.fault()};
    if (!co_await transport.more(came.size()) && transport.ended()) {
      co_return fault_of(transport, FaultKind::kConnect, "asking " + who, none);
    }
  }
  transport.consume(parser.size());
  const Head head = parser.take();
  if (head.status / 100 != 2) {
    co_return Fault{FaultKind::kConnect,
                    who + " refuses " + target + " with status " + std::to_string(head.status)};
  }
  if (!transport.buffered().empty())
    co_return Fault{FaultKind::kBadReply, who + " speaks before it is asked"};
  co_return std::nullopt;
}

}  // namespace argwright::net
