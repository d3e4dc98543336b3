#include "net/client_call.h"

#include <algorithm>
#include <array>

namespace argwright::net {
namespace {

constexpr std::size_t kMaxInflatedPiece = std::size_t{64} << 20;

}  // namespace

ClientCall::ClientCall(Pool& pool, Loop& loop, std::shared_ptr<const Origin> origin,
                       Cancellation& cancellation)
    : pool_(pool), loop_(loop), origin_(std::move(origin)), cancellation_(cancellation) {}

ClientCall::~ClientCall() {
  if (transport_) leave();
}

// Done with the connection: it is kept where the reply ended in order.
void ClientCall::leave() {
  cancellation_.set_stop(nullptr);
  if (consumed_ > 0) transport_->consume(std::exchange(consumed_, 0));
  const bool reusable = body_.done() && !fault_ && head_.keep_alive && !transport_->ended() &&
                        body_.framing() != BodyReader::Framing::kUntilClose;
  if (reusable) {
    pool_.give_back(*origin_, std::move(transport_));
  } else {
    transport_->abort(End::kAborted);
  }
  transport_ = nullptr;
}

Fault ClientCall::fault_now(std::string_view doing) const {
  if (cancellation_.is_cancelled()) return {FaultKind::kCancelled, "the client has gone"};
  const std::string what = std::string(doing) + " " + origin_->url.authority();
  switch (transport_->end()) {
    case End::kTimeout: return {FaultKind::kTimeout, what + " timed out"};
    case End::kClosed: return {FaultKind::kBroken, what + ": the connection was closed"};
    default: return {FaultKind::kBroken, what + ": " + transport_->fault()};
  }
}

Fault ClientCall::bad_reply(std::string_view why) const {
  return {FaultKind::kBadReply, "the reply from " + origin_->url.authority() + " " + std::string(why)};
}

Task<std::optional<Fault>> ClientCall::ask(const ClientRequest& request, const ClientTimes& times) {
  times_ = times;
  bool may_retry = false;
  std::optional<Fault> fault = co_await try_once(request, times, false, may_retry);
  if (fault && may_retry) fault = co_await try_once(request, times, true, may_retry);
  co_return fault;
}

Task<std::optional<Fault>> ClientCall::try_once(const ClientRequest& request, const ClientTimes& times,
                                                bool fresh, bool& may_retry) {
  may_retry = false;
  // Whoever went before anything was waited for has nobody left to stop.
  if (cancellation_.is_cancelled()) co_return Fault{FaultKind::kCancelled, "the client has gone"};
  const Instant connect_until = std::min(loop_.now() + times.connect, times.total);
  bool is_reused = false;
  if (!fresh) transport_ = pool_.take_idle(*origin_);
  if (transport_) {
    is_reused = true;
  } else {
    std::variant<Pool::Lease, Fault> leased =
        co_await pool_.lease(origin_, connect_until, true, cancellation_);
    if (Fault* fault = std::get_if<Fault>(&leased)) co_return std::move(*fault);
    transport_ = std::move(std::get_if<Pool::Lease>(&leased)->transport);
  }
  // Taken back before the transport goes: see leave() and `fail`.
  cancellation_.set_stop([transport = transport_.get()] { transport->abort(End::kAborted); });

  const auto fail = [&](std::optional<Fault> fault) {
    may_retry = is_reused && !cancellation_.is_cancelled() && transport_->buffered().empty() &&
                (transport_->end() == End::kClosed || transport_->end() == End::kBroken);
    cancellation_.set_stop(nullptr);
    transport_->abort(End::kAborted);
    transport_ = nullptr;
    return fault;
  };

  transport_->set_deadline(std::min(loop_.now() + times.first_byte, times.total));
  std::array<std::string_view, 2> pieces{request.head, request.body};
  // An upstream may answer (413, 401) and close before it has read all: its answer is worth more than the
  // news that it has closed.
  transport_->keep_reading();
  std::size_t gone = transport_->write_now(pieces);
  for (std::string_view& piece : pieces) {
    const std::size_t skip = std::min(gone, piece.size());
    piece.remove_prefix(skip);
    gone -= skip;
  }
  const bool is_left = !pieces[0].empty() || !pieces[1].empty() || transport_->ended();
  if (is_left && !co_await transport_->write(std::span<const std::string_view>(pieces))) {
    if (transport_->buffered().empty()) co_return fail(fault_now("sending the request to"));
  }
  for (;;) {
    HeadParser parser(HeadParser::Kind::kReply, kMaxHead);
    for (;;) {
      const std::string_view came = transport_->buffered();
      const HeadParser::State state = came.empty() ? HeadParser::State::kMore : parser.parse(came);
      if (state == HeadParser::State::kDone) break;
      if (state != HeadParser::State::kMore) {
        co_return fail(bad_reply("is no HTTP: " + parser.fault()));
      }
      const std::size_t seen = came.size();
      if (!co_await transport_->more(seen) && transport_->ended()) {
        co_return fail(fault_now("waiting for the reply from"));
      }
    }
    transport_->consume(parser.size());
    head_ = parser.take();
    if (head_.status == 101) co_return fail(bad_reply("leaves HTTP (status 101), which nobody asked for"));
    if (head_.status >= 200) break;
  }
  body_ = BodyReader::of_reply(head_, request.is_head_method);
  fault_.reset();
  is_inflating_ = false;
  const std::string_view coding = head_.field("content-encoding");
  if (same_name(coding, "gzip") || same_name(coding, "x-gzip") || same_name(coding, "deflate")) {
    inflater_ = std::make_unique<Inflater>();
  } else if (coding.empty() || same_name(coding, "identity") || body_.done()) {
    inflater_.reset();
  } else {
    co_return fail(bad_reply("is packed as '" + std::string(coding) + "', which nobody asked for"));
  }
  transport_->set_deadline(times.total);
  if (body_.framing() == BodyReader::Framing::kUntilClose) transport_->expect_end();
  if (!body_.done()) transport_->keep_reading();
  co_return std::nullopt;
}

void ClientCall::set_nudge(Instant instant) {
  if (transport_) transport_->set_nudge(instant);
}

bool ClientCall::take(std::string_view& payload) {
  if (!transport_ || fault_) return false;
  for (;;) {
    if (consumed_ > 0) transport_->consume(std::exchange(consumed_, 0));
    const BodyReader::Step step = body_.take(transport_->buffered());
    if (step.is_bad) {
      fault_ = bad_reply(std::string("is broken: ") + body_.fault());
      return false;
    }
    if (step.consumed == 0) {
      // The framing is whole, what it holds need not be.
      if (body_.done() && is_inflating_ && !inflater_->complete())
        fault_ = bad_reply("is packed and ends too early");
      return false;
    }
    consumed_ = step.consumed;
    if (step.payload.empty()) continue;
    if (!inflater_) {
      payload = step.payload;
      return true;
    }
    inflated_.clear();
    is_inflating_ = true;
    if (!inflater_->feed(step.payload, inflated_, kMaxInflatedPiece)) {
      fault_ = bad_reply("is packed and cannot be unpacked");
      return false;
    }
    if (inflated_.empty()) continue;
    payload = inflated_;
    return true;
  }
}

Task<bool> ClientCall::wait() {
  if (!transport_ || fault_) co_return false;
  if (consumed_ > 0) transport_->consume(std::exchange(consumed_, 0));
  if (body_.done()) co_return false;
  const std::size_t seen = transport_->buffered().size();
  transport_->set_deadline(std::min(loop_.now() + times_.gap, times_.total));
  const bool came = co_await transport_->more(seen);
  transport_->set_deadline(times_.total);
  if (came) {
    // The next piece comes in while this one is worked on.
    co_return true;
  }
  if (!transport_->ended()) co_return true;  // a nudge
  if (transport_->end() == End::kClosed && body_.finish()) {
    if (is_inflating_ && !inflater_->complete()) fault_ = bad_reply("is packed and ends too early");
    co_return false;
  }
  if (body_.done()) co_return false;
  fault_ = fault_now("reading the reply from");
  co_return false;
}

bool ClientCall::read_ready(std::string& body, std::size_t max_bytes) {
  if (!inflater_ && body.empty() && body_.framing() == BodyReader::Framing::kLength) {
    body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(body_.remaining(), max_bytes)));
  }
  std::string_view payload;
  while (take(payload)) {
    if (body.size() + payload.size() > max_bytes) {
      fault_ = bad_reply("is larger than " + std::to_string(max_bytes) + " bytes");
      return true;
    }
    body.append(payload);
  }
  return fault_ || body_.done();
}

Task<std::optional<Fault>> ClientCall::read_all(std::string& body, std::size_t max_bytes) {
  while (!read_ready(body, max_bytes)) co_await wait();
  co_return fault_;
}

}  // namespace argwright::net
