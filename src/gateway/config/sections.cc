#include "gateway/config/sections.h"

#include <array>

#include "gateway/config/parts.h"
#include "gateway/config/store_url.h"

namespace argwright::gateway {
namespace {

constexpr std::int64_t kKiB = std::int64_t{1} << 10;
constexpr std::int64_t kMiB = std::int64_t{1} << 20;
constexpr std::int64_t kGiB = std::int64_t{1} << 30;

constexpr std::array kTimeouts = {
    duration_field<&Timeouts::connect>("connect"),
    duration_field<&Timeouts::first_byte>("first_byte"),
    duration_field<&Timeouts::gap>("gap"),
    duration_field<&Timeouts::total>("total"),
};

constexpr std::array kLimits = {
    size_field<&LimitsConfig::head_bytes, kKiB, 16 * kMiB>("head_bytes"),
    size_field<&LimitsConfig::body_bytes, kKiB, 16 * kGiB>("body_bytes"),
    size_field<&LimitsConfig::reply_bytes, kKiB, 16 * kGiB>("reply_bytes"),
    size_field<&LimitsConfig::event_bytes, kKiB, kGiB>("event_bytes"),
    count_field<&LimitsConfig::connections, 1, 10'000'000>("connections"),
    count_field<&LimitsConfig::connections_per_ip, 0, 10'000'000>("connections_per_ip"),
    duration_field<&LimitsConfig::head_time>("head_time"),
    duration_field<&LimitsConfig::body_time>("body_time"),
    duration_field<&LimitsConfig::idle_time>("idle_time"),
    duration_field<&LimitsConfig::write_time>("write_time"),
};

constexpr std::array kRetry = {
    count_field<&RetryConfig::attempts, 1, 100>("attempts"),
    duration_field<&RetryConfig::backoff>("backoff"),
    duration_field<&RetryConfig::max_wait>("max_wait"),
    count_field<&RetryConfig::breaker_failures, 1, 1'000'000>("breaker_failures"),
    duration_field<&RetryConfig::breaker_pause>("breaker_pause"),
};

constexpr std::array<std::string_view, 3> kCallLoggingWords = {"off", "mended", "all"};
static_assert(static_cast<int>(CallLogging::kMended) == 1 && static_cast<int>(CallLogging::kAll) == 2);

constexpr std::array kStore = {
    Field<StoreConfig>{"url",
                       [](const Entry& entry, StoreConfig& store) {
                         auto url = entry.text();
                         if (!url) return;
                         if (const std::string fault = store_url_fault(*url); !fault.empty()) {
                           entry.fail(fault);
                         } else {
                           store.url = *std::move(url);
                         }
                       },
                       [](const StoreConfig& store) { return json::Value(redacted_store_url(store.url)); }},
    duration_field<&StoreConfig::keep_responses>("keep_responses"),
    duration_field<&StoreConfig::keep_calls>("keep_calls"),
    size_field<&StoreConfig::max_calls_bytes, kMiB, kMiB * kGiB>("max_calls"),
    size_field<&StoreConfig::max_responses_bytes, kMiB, kMiB * kGiB>("max_responses"),
    choice_field<&StoreConfig::calls, kCallLoggingWords>("calls"),
    flag_field<&StoreConfig::vault>("vault"),
    duration_field<&StoreConfig::keep_turns>("keep_turns"),
    size_field<&StoreConfig::max_turns_bytes, kMiB, kMiB * kGiB>("max_turns"),
};

constexpr std::array kReasoning = {
    Field<ReasoningConfig>{"key_env",
                           [](const Entry& entry, ReasoningConfig& reasoning) {
                             auto key = read_from_environment(entry);
                             if (!key) return;
                             reasoning.key_env = entry.value().text;
                             reasoning.key = *std::move(key);
                           },
                           [](const ReasoningConfig& reasoning) { return json::Value(reasoning.key_env); }},
    flag_field<&ReasoningConfig::tokens>("tokens"),
};

constexpr std::array<std::string_view, 6> kLevels = {"trace", "debug", "info", "warn", "error", "off"};
constexpr std::array<std::string_view, 3> kAccessWords = {"off", "console", "json"};
static_assert(static_cast<int>(AccessLog::kConsole) == 1 && static_cast<int>(AccessLog::kJson) == 2);

constexpr std::array kLog = {
    Field<LogConfig>{"level",
                     [](const Entry& entry, LogConfig& log) {
                       if (const auto read = entry.choice(kLevels)) log.level = kLevels[*read];
                     },
                     [](const LogConfig& log) { return json::Value(log.level); }},
    choice_field<&LogConfig::access, kAccessWords>("access"),
    text_field<&LogConfig::file>("file"),
    flag_field<&LogConfig::bodies>("bodies"),
};

// The last word of each is no policy of the governor but a wish to ask again; what the governor does when no
// re-ask is left is then its first.
constexpr std::array<std::string_view, 4> kOnRejectWords = {"empty_object", "error", "raw", "reask"};
constexpr std::array<std::string_view, 3> kOnMisfitWords = {"pass", "error", "reask"};
static_assert(static_cast<int>(protocol::OnReject::kError) == 1 &&
              static_cast<int>(protocol::OnReject::kRaw) == 2);
static_assert(static_cast<int>(protocol::OnMisfit::kError) == 1);
constexpr std::array<std::string_view, 2> kTruncatedWords = {"reject", "close"};
static_assert(static_cast<int>(TruncatedPolicy::kClose) == 1);
constexpr std::array<std::string_view, 2> kContentWords = {"null", "keep"};
constexpr std::array<std::string_view, 2> kForcedToolsWords = {"no_thinking", "auto"};
static_assert(static_cast<int>(provider::ForcedTools::kAuto) == 1);

constexpr std::array kGovernance = {
    Field<GovernanceConfig>{
        "tool_enhance",
        [](const Entry& entry, GovernanceConfig& governance) {
          if (const auto read = entry.boolean()) governance.calls.tool_enhance = *read;
        },
        [](const GovernanceConfig& governance) { return json::Value(governance.calls.tool_enhance); }},
    Field<GovernanceConfig>{
        "sse_tool_aggregate",
        [](const Entry& entry, GovernanceConfig& governance) {
          if (const auto read = entry.boolean()) governance.calls.sse_tool_aggregate = *read;
        },
        [](const GovernanceConfig& governance) { return json::Value(governance.calls.sse_tool_aggregate); }},
    Field<GovernanceConfig>{
        "on_reject",
        [](const Entry& entry, GovernanceConfig& governance) {
          const auto read = entry.choice(kOnRejectWords);
          if (!read) return;
          governance.reask_rejected = *read == kOnRejectWords.size() - 1;
          governance.calls.on_reject = governance.reask_rejected ? protocol::OnReject::kEmptyObject
                                                                 : static_cast<protocol::OnReject>(*read);
        },
        [](const GovernanceConfig& governance) {
          return json::Value(governance.reask_rejected
                                 ? kOnRejectWords.back()
                                 : kOnRejectWords[static_cast<std::size_t>(governance.calls.on_reject)]);
        }},
    Field<GovernanceConfig>{
        "on_misfit",
        [](const Entry& entry, GovernanceConfig& governance) {
          const auto read = entry.choice(kOnMisfitWords);
          if (!read) return;
          governance.reask_misfits = *read == kOnMisfitWords.size() - 1;
          governance.calls.on_misfit =
              governance.reask_misfits ? protocol::OnMisfit::kPass : static_cast<protocol::OnMisfit>(*read);
        },
        [](const GovernanceConfig& governance) {
          return json::Value(governance.reask_misfits
                                 ? kOnMisfitWords.back()
                                 : kOnMisfitWords[static_cast<std::size_t>(governance.calls.on_misfit)]);
        }},
    count_field<&GovernanceConfig::reasks, 1, 10>("reasks"),
    Field<GovernanceConfig>{"truncated",
                            [](const Entry& entry, GovernanceConfig& governance) {
                              if (const auto read = entry.choice(kTruncatedWords))
                                governance.calls.truncated = static_cast<TruncatedPolicy>(*read);
                            },
                            [](const GovernanceConfig& governance) {
                              return json::Value(
                                  kTruncatedWords[static_cast<std::size_t>(governance.calls.truncated)]);
                            }},
    Field<GovernanceConfig>{"content_with_calls",
                            [](const Entry& entry, GovernanceConfig& governance) {
                              if (const auto read = entry.choice(kContentWords))
                                governance.calls.keep_content_with_calls = *read == 1;
                            },
                            [](const GovernanceConfig& governance) {
                              return json::Value(
                                  kContentWords[governance.calls.keep_content_with_calls ? 1 : 0]);
                            }},
    flag_field<&GovernanceConfig::shell_hints>("shell_hints"),
    choice_field<&GovernanceConfig::forced_tools, kForcedToolsWords>("forced_tools"),
};

constexpr std::array kTop = {
    count_field<&Config::threads, 0, 256>("threads"),
    duration_field<&Config::drain>("drain"),
    duration_field<&Config::keep_alive>("keep_alive"),
    flag_field<&Config::insecure>("insecure"),
};

}  // namespace

std::span<const Field<Timeouts>> timeouts_fields() { return kTimeouts; }
std::span<const Field<LimitsConfig>> limits_fields() { return kLimits; }
std::span<const Field<RetryConfig>> retry_fields() { return kRetry; }
std::span<const Field<StoreConfig>> store_fields() { return kStore; }
std::span<const Field<ReasoningConfig>> reasoning_fields() { return kReasoning; }
std::span<const Field<LogConfig>> log_fields() { return kLog; }
std::span<const Field<GovernanceConfig>> governance_fields() { return kGovernance; }
std::span<const Field<Config>> top_fields() { return kTop; }

}  // namespace argwright::gateway
