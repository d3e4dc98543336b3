#include "net/head.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/container/small_vector.hpp>

namespace argwright::net {
namespace http = boost::beast::http;
namespace {

using View = boost::beast::string_view;
using boost::beast::error_code;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

constexpr std::size_t kUsualFields = 24;

// Beast's grammar of heads, with our own memory: offsets into the bytes, no allocation for each field.
template <bool kIsRequest>
class Grammar final : public http::basic_parser<kIsRequest> {
 public:
  struct Span {
    std::uint32_t at = 0, size = 0;  // a head is bounded by far less
  };
  struct FieldSpan {
    Span name, value;
  };

  const char* base = nullptr;
  std::size_t size = 0;
  Span first, second;  // method and target, or the reason
  int status = 0;
  int version = 11;
  bool folded = false;
  boost::container::small_vector<FieldSpan, kUsualFields> fields;

 private:
  Span span(View text) {
    const char* at = text.data();
    const std::less_equal<const char*> before;
    if (text.empty()) return {};
    if (!before(base, at) || !before(at + text.size(), base + size)) {
      folded = true;  // Beast unfolds into memory of its own
      return {};
    }
    return {static_cast<std::uint32_t>(at - base), static_cast<std::uint32_t>(text.size())};
  }

  void on_request_impl(http::verb, View method, View target, int told_version, error_code&) override {
    first = span(method);
    second = span(target);
    version = told_version;
  }
  void on_response_impl(int code, View reason, int told_version, error_code&) override {
    status = code;
    second = span(reason);
    version = told_version;
  }
  void on_field_impl(http::field, View name, View value, error_code&) override {
    fields.push_back({span(name), span(value)});
  }
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(View, error_code&) override { return 0; }
  void on_chunk_header_impl(std::uint64_t, View, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, View, error_code&) override { return 0; }
  void on_finish_impl(error_code&) override {}
};

}  // namespace

// Eight bytes at a time: those that differ may do so in the bit of the case only, and must be letters.
bool same_letters(const char* a, const char* b, std::size_t size) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kCase = 0x20 * kEach, kHigh = 0x80 * kEach;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, a + i, 8);
    std::memcpy(&y, b + i, 8);
    const std::uint64_t differ = x ^ y;
    if (differ == 0) continue;
    if ((differ & ~kCase) != 0) return false;
    const std::uint64_t low = (x | kCase) & ~kHigh;
    const std::uint64_t from_a = low + (0x80 - 'a') * kEach;
    const std::uint64_t beyond_z = low + (0x80 - 'z' - 1) * kEach;
    const std::uint64_t letters = from_a & ~beyond_z & ~x & kHigh;
    if (((differ << 2) & ~letters) != 0) return false;
  }
  for (; i < size; ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

bool list_holds(std::string_view list, std::string_view token) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (same_name(trim(list.substr(0, comma)), token)) return true;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

std::string_view Head::find(std::string_view name) const {
  for (const Field& each : fields) {
    if (same_name(each.name, name)) return each.value.data() == nullptr ? std::string_view("") : each.value;
  }
  return {};
}

struct HeadParser::Impl {
  Kind kind;
  std::size_t max_bytes;
  std::optional<Grammar<true>> request;
  std::optional<Grammar<false>> reply;
  Head head;
  std::size_t size = 0;  // of what the grammar has taken
  std::string fault;

  template <typename G>
  State run(G& grammar, std::string_view buffered);
  template <typename G>
  bool settle(const G& grammar);
  bool read_framing();
};

template <typename G>
HeadParser::State HeadParser::Impl::run(G& grammar, std::string_view buffered) {
  // What lies behind the bound is not looked at, so that it does not matter how much of it has come.
  buffered = buffered.substr(0, max_bytes);
  grammar.base = buffered.data();
  grammar.size = buffered.size();
  // The grammar takes each line as soon as it is whole, and wants to be given what follows.
  const std::string_view rest = buffered.substr(size);
  error_code error;
  size += grammar.put(boost::asio::buffer(rest.data(), rest.size()), error);
  if (error == http::error::need_more || (!error && !grammar.is_header_done())) {
    if (buffered.size() < max_bytes) return State::kMore;
    fault = "the head is longer than " + std::to_string(max_bytes) + " bytes";
    return State::kTooLarge;
  }
  if (error == http::error::header_limit) {
    fault = "the head is longer than " + std::to_string(max_bytes) + " bytes";
    return State::kTooLarge;
  }
  if (error) {
    fault = error.message();
    return State::kBad;
  }
  // More than a string keeps within itself: its bytes stay where they are when the head is moved.
  head.bytes_.reserve(std::max<std::size_t>(size, 64));
  head.bytes_.assign(buffered.data(), size);
  if (!settle(grammar) || !read_framing()) return State::kBad;
  return State::kDone;
}

template <typename G>
bool HeadParser::Impl::settle(const G& grammar) {
  // A line that is empty but for its continuation leaves no trace in what Beast tells.
  bool continues = false;
  for (std::size_t end = head.bytes_.find('\n'); end != std::string::npos && end + 1 < head.bytes_.size();
       end = head.bytes_.find('\n', end + 1)) {
    const char next = head.bytes_[end + 1];
    continues = continues || next == ' ' || next == '\t';
  }
  if (grammar.folded || continues) {
    fault = "a field is folded over several lines";
    return false;
  }
  const auto view = [&](const auto& span) {
    return std::string_view(head.bytes_).substr(span.at, span.size);
  };
  head.version = grammar.version;
  head.status = grammar.status;
  if (kind == Kind::kRequest) {
    head.method = view(grammar.first);
    head.target = view(grammar.second);
  } else {
    head.reason = view(grammar.second);
  }
  head.fields.reserve(grammar.fields.size());
  for (const auto& field : grammar.fields) {
    head.fields.push_back({view(field.name), trim(view(field.value))});
    head.traits_ |= name_trait(head.fields.back().name);
  }
  return true;
}

// What the fields say of the body and of the connection. Two lengths that differ, a length beside a coding,
// or a coding that we do not know make the end of the message a matter of opinion.
bool HeadParser::Impl::read_framing() {
  bool coded = false;
  bool close = false;
  bool keep = false;
  int hosts = 0;
  for (const Field& field : head.fields) {
    if (same_name(field.name, "content-length")) {
      std::uint64_t length = 0;
      const char* end = field.value.data() + field.value.size();
      const auto [stop, error] = std::from_chars(field.value.data(), end, length);
      if (field.value.empty() || error != std::errc{} || stop != end) {
        fault = "Content-Length is no number";
        return false;
      }
      if (head.content_length && *head.content_length != length) {
        fault = "two Content-Length fields contradict each other";
        return false;
      }
      head.content_length = length;
    } else if (same_name(field.name, "transfer-encoding")) {
      if (coded || !same_name(field.value, "chunked")) {
        fault = "Transfer-Encoding is other than one 'chunked'";
        return false;
      }
      coded = true;
    } else if (same_name(field.name, "connection")) {
      close = close || list_holds(field.value, "close");
      keep = keep || list_holds(field.value, "keep-alive");
    } else if (same_name(field.name, "expect")) {
      head.expects_continue = same_name(field.value, "100-continue");
    } else if (same_name(field.name, "host")) {
      ++hosts;
    }
  }
  // Whom a request is for must not be a matter of opinion either (RFC 9112, 3.2).
  if (kind == Kind::kRequest && hosts > 1) {
    fault = "Host is told twice";
    return false;
  }
  if (coded && head.content_length && kind == Kind::kRequest) {
    fault = "both Content-Length and Transfer-Encoding are set";
    return false;
  }
  if (coded && head.version == 10) {
    fault = "HTTP/1.0 knows no Transfer-Encoding";
    return false;
  }
  if (coded) head.content_length.reset();
  head.chunked = coded;
  head.keep_alive = !close && (head.version >= 11 || keep);
  return true;
}

HeadParser::HeadParser(Kind kind, std::size_t max_bytes) : impl_(std::make_unique<Impl>()) {
  impl_->kind = kind;
  impl_->max_bytes = max_bytes;
  const auto prepare = [&](auto& grammar) {
    grammar.emplace();
    grammar->header_limit(static_cast<std::uint32_t>(max_bytes));
    grammar->body_limit(boost::none);
  };
  if (kind == Kind::kRequest) {
    prepare(impl_->request);
  } else {
    prepare(impl_->reply);
  }
}

HeadParser::~HeadParser() = default;

HeadParser::State HeadParser::parse(std::string_view buffered) {
  return impl_->request ? impl_->run(*impl_->request, buffered) : impl_->run(*impl_->reply, buffered);
}

Head HeadParser::take() { return std::move(impl_->head); }
std::size_t HeadParser::size() const { return impl_->size; }
const std::string& HeadParser::fault() const { return impl_->fault; }

}  // namespace argwright::net
