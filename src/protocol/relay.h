// The way of a reply from the upstream to the client: bytes, blocks, events, governed events, bytes. Where
// both speak the same protocol and nothing was changed, the bytes go through untouched.
//
//   StreamRelay relay(options);
//   relay.feed(bytes, out);   // whatever came, cut anywhere; `out` grows by what may go to the client
//   relay.finish(out);        // the upstream's bytes have ended
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/codec.h"
#include "protocol/governor.h"
#include "protocol/sse.h"

namespace argwright::protocol {

// Looks at the decoded events before the governor does, and may change them: the place for a scanner that
// finds calls which leaked as text.
class EventFilter {
 public:
  virtual ~EventFilter() = default;
  // True: something was changed, so that what the events came from must not pass as it is.
  virtual bool filter(Events& events) = 0;
  // True: bodies that pass a look (look_at_body), which hold text, calls and no reasoning, are of no interest
  // to it.
  virtual bool leaves_plain_bodies() const { return false; }
};

// Sees what happens on the way. For timelines.
class RelayObserver {
 public:
  virtual ~RelayObserver() = default;
  // One block, or the end of the bytes (`block` is null). `passed`: it went out as it came.
  virtual void saw(const SseBlock* block, std::span<const Event> decoded, std::span<const Event> governed,
                   bool passed) = 0;
  // The whole of a body, of which relay_body() tells; what is no JSON has no events.
  virtual void saw_body(std::span<const Event> /*decoded*/, std::span<const Event> /*governed*/,
                        bool /*passed*/) {}
};

struct RelayOptions {
  Protocol from = Protocol::kChat;  // the upstream's
  Protocol to = Protocol::kChat;    // the client's
  Governance governance;
  ToolCatalog tools;
  NameAliases aliases;
  std::unordered_set<std::string> custom_tools;
  bool include_usage = true;
  // Towards a Responses client of another upstream: the response's id, since those clients refer to it later
  // and other protocols' ids need not be unique. Empty: the upstream's own.
  std::string reply_id = {};
  // Calls, and what follows them, wait for release() or replace() after finish().
  bool hold_calls = false;
  bool gather_reply = false;  // StreamRelay::reply() or RelayedBody::reply is wanted
  std::size_t max_event_bytes = SseReader::kDefaultMaxBlockBytes;
  EventFilter* filter = nullptr;      // must outlive the relay
  RelayObserver* observer = nullptr;  // must outlive the relay
};

class StreamRelay {
 public:
  explicit StreamRelay(const RelayOptions& options);

  void feed(std::string_view bytes, std::string& out);
  void finish(std::string& out);
  // The upstream's bytes broke off: what is whole is settled and the client is told of the error. False: it
  // cannot be told, because everything passes as it came.
  bool fail(const ApiError& error, std::string& out);
  // RelayOptions::hold_calls: what was held goes out, or the calls of another reply in its place (its text is
  // left out), with that one's ending.
  void release(std::string& out);
  void replace(const Reply& reply, std::string& out);
  // Nothing of what still comes can be read (an event is too large): finish() tells the client.
  bool is_unreadable() const { return reader_.error().has_value(); }
  const Report& report() const { return governor_.report(); }
  // What the client was told so far, where RelayOptions::gather_reply asks for it.
  const Reply& reply() const { return builder_.reply(); }
  // As told last; nothing where it was not told.
  const std::optional<Usage>& usage() const { return usage_; }

 private:
  void drain(std::string& out);
  void relay(const SseBlock* block, std::string& out);
  // A block's bytes with line ends that every client reads, until the next call.
  std::string_view framed(std::string_view raw);
  // The upstream's bytes ended before their time: an error stands before the end. False: they did not.
  bool tell_why_it_ended();
  bool hold_back(std::string& out);

  const RelayOptions options_;
  const bool same_;
  const bool untouched_;  // nothing is mended or gathered: all passes
  SseReader reader_;
  std::unique_ptr<StreamDecoder> decoder_;
  std::unique_ptr<StreamEncoder> encoder_;
  Governor governor_;
  ReplyBuilder builder_;
  Events decoded_, observed_, governed_, held_;
  std::optional<Usage> usage_;
  std::optional<ApiError> broken_;
  bool finished_ = false;
  std::string framed_;
  bool framing_told_ = false;
  bool unterminated_ = false;  // the last block lacked its blank line
};

struct RelayedBody {
  int status = 200;
  bool passed = false;  // the body goes to the client as it came
  std::string body;     // else this one
  Reply reply;          // as governed; where `passed`, only if RelayOptions::gather_reply asks for it
  Report report;

  // What the client gets, where `came` is the upstream's body.
  std::string_view served(std::string_view came) const { return passed ? came : std::string_view(body); }
};

// A whole reply for a client that asked for a stream.
struct StreamedBody {
  int status = 200;
  std::string bytes;  // a whole stream; with a status of an error: the body of that
  Report report;
};
StreamedBody relay_body_as_stream(int status, std::string_view body, const RelayOptions& options);

// A whole reply. `status` is that of the upstream's HTTP reply; errors become the client protocol's own.
RelayedBody relay_body(int status, std::string_view body, const RelayOptions& options);

}  // namespace argwright::protocol
