#include "gateway/admin.h"

#include <algorithm>
#include <charconv>
#include <ctime>

#include "gateway/error_reply.h"
#include "gateway/observe/metrics.h"
#include "gateway/store_question.h"
#include "net/pause.h"
#include "net/waiter.h"

namespace argwright::gateway {
namespace {

using net::Task;
using store::CallEntry;
using store::CallQuery;

constexpr std::string_view kJson = "application/json";
constexpr std::size_t kMaxLimit = 1000;
// A reader of the feed that takes nothing loses entries, not the gateway's memory.
constexpr std::size_t kMaxFeedBacklog = 10'000;
constexpr std::chrono::milliseconds kFeedKeepAlive{15'000};

std::string iso_time(store::Time time) {
  const auto since = time.time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
  const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(since - seconds).count();
  const auto clock = static_cast<std::time_t>(seconds.count());
  std::tm parts{};
  gmtime_r(&clock, &parts);
  char text[40];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  const std::string tail = std::to_string(1000 + millis).substr(1);
  return std::string(text, size) + "." + tail + "Z";
}

std::string url_decoded(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

template <typename Number>
bool read_number(const std::string& text, Number& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc{} && stop == text.data() + text.size();
}

// Seconds since 1970, or 2026-11-16T12:00:00Z.
bool read_time(const std::string& text, std::optional<store::Time>& time) {
  std::int64_t seconds = 0;
  if (!read_number(text, seconds)) {
    std::tm parts{};
    const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    // Another zone's time, read as UTC, would find the wrong entries.
    if (end == nullptr || (std::string_view(end) != "Z" && *end != '\0')) return false;
    seconds = timegm(&parts);
  }
  time = store::Time(std::chrono::seconds(seconds));
  return true;
}

bool set_parameter(CallQuery& query, const std::string& name, const std::string& value) {
  struct Text {
    std::string_view name;
    std::string CallQuery::* member;
  };
  constexpr Text kTexts[] = {
      {"model", &CallQuery::model},       {"tool", &CallQuery::tool},
      {"outcome", &CallQuery::outcome},   {"fate", &CallQuery::fate},
      {"provider", &CallQuery::provider}, {"request_id", &CallQuery::request_id},
      {"text", &CallQuery::text},
  };
  for (const Text& text : kTexts) {
    if (text.name != name) continue;
    query.*text.member = value;
    return true;
  }
  if (name == "limit") {
    if (!read_number(value, query.limit)) return false;
    query.limit = std::clamp<std::size_t>(query.limit, 1, kMaxLimit);
    return true;
  }
  if (name == "before") return read_number(value, query.before);
  if (name == "after") {
    std::int64_t number = 0;
    if (!read_number(value, number)) return false;
    query.after = number;
    return true;
  }
  if (name == "since") return read_time(value, query.since);
  if (name == "until") return read_time(value, query.until);
  return false;
}

Task<void> reply_json(net::Exchange& exchange, ExchangeRecord& record, int status, std::string body,
                      std::string_view type = kJson) {
  std::string fields;
  net::append_field(fields, "Content-Type", type);
  net::append_field(fields, "x-request-id", record.request_id);
  net::append_field(fields, "Cache-Control", "no-store");
  record.status = status;
  co_await exchange.reply(status, fields, body);
}

Task<void> refuse(net::Exchange& exchange, ExchangeRecord& record, int status, std::string code,
                  std::string message) {
  record.ending = Ending::kRefused;
  record.error = message;
  co_await reply_json(exchange, record, status,
                      protocol::write_error(protocol::Protocol::kChat,
                                            api_error(status, std::move(code), std::move(message))));
}

Task<void> answer_calls(const Site& site, net::Exchange& exchange, ExchangeRecord& record,
                        const Endpoint& endpoint) {
  Result<CallQuery> query = read_call_query(endpoint.query);
  if (!query) {
    co_await refuse(exchange, record, 400, "invalid_query", query.error().message);
    co_return;
  }
  Result<store::CallPage> page = co_await ask_store<store::CallPage>(
      site, [wanted = *query](store::Store& store) { return store.calls(wanted); });
  if (!page) {
    co_await refuse(exchange, record, 503, "store_unavailable", page.error().message);
    co_return;
  }
  json::Array list;
  for (const CallEntry& entry : page->entries) list.push_back(call_value(entry));
  json::Object answer;
  answer.push_back({"calls", json::Value(std::move(list))});
  answer.push_back({"more", page->more});
  answer.push_back({"next", json::Value::integer(page->next)});
  co_await reply_json(exchange, record, 200, json::write(json::Value(std::move(answer))));
}

// New entries as they are written, as server-sent events.
Task<void> follow_calls(const Site& site, Admin& admin, net::Exchange& exchange, ExchangeRecord& record) {
  struct Backlog {
    explicit Backlog(net::Loop& loop) : waiter(loop.context()) {}
    net::Waiter waiter;
    std::vector<CallEntry> entries;
    std::size_t lost = 0;
    bool is_over = false;
  };
  const auto backlog = std::make_shared<Backlog>(site.loop);
  net::asio::io_context* const context = &site.loop.context();
  const std::uint64_t number = admin.feed.subscribe([backlog, context](const CallFeed::Entries& entries) {
    net::asio::post(*context, [backlog, entries] {
      backlog->is_over = backlog->is_over || !entries;
      for (const CallEntry& entry : entries ? *entries : std::vector<CallEntry>()) {
        if (backlog->entries.size() < kMaxFeedBacklog) {
          backlog->entries.push_back(entry);
        } else {
          ++backlog->lost;
        }
      }
      backlog->waiter.wake();
    });
  });
  std::string fields;
  net::append_field(fields, "Content-Type", "text/event-stream");
  net::append_field(fields, "Cache-Control", "no-store");
  net::append_field(fields, "x-request-id", record.request_id);
  record.status = 200;
  record.stream = true;
  exchange.begin(200, fields);
  bool open = co_await exchange.send(": following the log of calls\n\n");
  while (open && !exchange.is_gone()) {
    std::string out;
    for (const CallEntry& entry : std::exchange(backlog->entries, {})) {
      out += "id: " + std::to_string(entry.number) +
             "\nevent: call\ndata: " + json::write(call_value(entry)) + "\n\n";
    }
    if (const std::size_t lost = std::exchange(backlog->lost, 0); lost > 0) {
      out += "event: lost\ndata: " + std::to_string(lost) + "\n\n";
    }
    if (!out.empty()) {
      open = co_await exchange.send(out);
      continue;
    }
    if (backlog->is_over) {
      co_await exchange.finish();
      break;
    }
    exchange.cancellation().set_stop([backlog] { backlog->waiter.wake_soon(); });
    co_await net::wait_at_most(site.loop, backlog->waiter, kFeedKeepAlive);
    exchange.cancellation().set_stop(nullptr);
    if (exchange.is_gone()) break;
    if (backlog->entries.empty() && !backlog->is_over) open = co_await exchange.send(": keep-alive\n\n");
  }
  admin.feed.unsubscribe(number);
  if (!exchange.is_finished()) record.ending = Ending::kClientGone;
}

}  // namespace

void CallFeed::publish(const std::vector<CallEntry>& entries) {
  std::vector<Listener> listeners;
  {
    const std::lock_guard lock(mutex_);
    if (listeners_.empty()) return;
    for (const auto& [number, listener] : listeners_) listeners.push_back(listener);
  }
  const auto shared = std::make_shared<const std::vector<CallEntry>>(entries);
  for (const Listener& listener : listeners) listener(shared);
}

void CallFeed::end() {
  std::vector<Listener> listeners;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    for (const auto& [number, listener] : listeners_) listeners.push_back(listener);
  }
  for (const Listener& listener : listeners) listener(nullptr);
}

std::uint64_t CallFeed::subscribe(Listener listener) {
  const std::lock_guard lock(mutex_);
  if (has_ended_) listener(nullptr);
  listeners_.emplace_back(next_, std::move(listener));
  return next_++;
}

void CallFeed::unsubscribe(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  std::erase_if(listeners_, [&](const auto& each) { return each.first == number; });
}

Result<CallQuery> read_call_query(std::string_view query) {
  CallQuery read;
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string name = url_decoded(pair.substr(0, equals));
    const std::string value =
        equals == std::string_view::npos ? std::string() : url_decoded(pair.substr(equals + 1));
    if (!set_parameter(read, name, value)) {
      return Error{ErrorCode::kInvalidArgument,
                   "the parameter '" + name +
                       "' is not understood; there are: model, tool, outcome, fate, provider, request_id, "
                       "text, limit, before, after (numbers), since, until (seconds or 2026-01-31T12:00:00Z)",
                   {}};
    }
  }
  return read;
}

json::Value call_value(const CallEntry& entry) {
  json::Object members;
  const auto add = [&](const char* name, const std::string& text) {
    members.push_back({name, text.empty() ? json::Value() : json::Value(text)});
  };
  members.push_back({"number", json::Value::integer(entry.number)});
  members.push_back({"time", iso_time(entry.time)});
  add("request_id", entry.request_id);
  add("key", entry.key_name);
  add("upstream", entry.upstream);
  add("provider", entry.provider);
  add("model", entry.model);
  add("tool", entry.tool);
  add("call_id", entry.call_id);
  add("fate", entry.fate);
  add("outcome", entry.outcome);
  members.push_back({"raw", entry.raw});
  members.push_back({"arguments", entry.arguments});
  Result<json::Value> fixes = json::parse(entry.fixes.empty() ? "[]" : entry.fixes);
  members.push_back({"fixes", fixes ? *std::move(fixes) : json::Value(json::Array{})});
  add("error", entry.error);
  return json::Value(std::move(members));
}

Task<void> answer_admin(const Site& site, Admin& admin, net::Exchange& exchange, ExchangeRecord& record,
                        const Endpoint& endpoint) {
  const std::string_view page = endpoint.rest;
  const bool is_get = exchange.head.method == "GET" || exchange.head.method == "HEAD";
  if (is_get && page == "calls") {
    co_await answer_calls(site, exchange, record, endpoint);
  } else if (exchange.head.method == "GET" && page == "calls/stream") {
    co_await follow_calls(site, admin, exchange, record);
  } else if (is_get && page == "config") {
    co_await reply_json(exchange, record, 200, admin.config_text(), "text/plain; charset=utf-8");
  } else if (is_get && page == "status") {
    co_await reply_json(exchange, record, 200, json::write(admin.status()));
  } else if (exchange.head.method == "POST" && page == "reload") {
    const Result<std::string> answer = admin.reload();
    if (!answer) {
      co_await refuse(exchange, record, 422, "invalid_configuration", answer.error().message);
    } else {
      json::Object told;
      told.push_back({"reloaded", true});
      told.push_back({"message", *answer});
      co_await reply_json(exchange, record, 200, json::write(json::Value(std::move(told))));
    }
  } else {
    co_await refuse(exchange, record, 404, "not_found",
                    "there are GET /admin/calls, /admin/calls/stream, /admin/config, /admin/status and POST "
                    "/admin/reload");
  }
}

}  // namespace argwright::gateway
