#include "protocol/error_words.h"

#include <algorithm>
#include <string>

namespace argwright::protocol {
namespace {

struct WordRow {
  std::string_view word;
  int status;
  WordRank rank = WordRank::kTelling;
};

constexpr WordRow kWords[] = {
    // The request is at fault.
    {"invalid_request", 400, WordRank::kGeneral},
    {"bad_request", 400, WordRank::kGeneral},
    {"invalid_argument", 400, WordRank::kGeneral},
    {"invalid_prompt", 400},
    {"invalid_input", 400},
    {"invalid_input_argument", 400},
    {"invalid_request_entity", 400},
    {"invalid_request_message_order", 400},
    {"invalid_parameter", 400},
    {"invalid_parameter_value", 400},
    {"invalid_value", 400},
    {"invalid_type", 400},
    {"invalid_url", 400},
    {"invalid_model", 400},
    {"invalid_json", 400},
    {"invalid_schema", 400},
    {"invalid_json_schema", 400},
    {"invalid_function_parameters", 400},
    {"invalid_image", 400},
    {"invalid_image_format", 400},
    {"invalid_image_mode", 400},
    {"invalid_image_url", 400},
    {"invalid_base64_image", 400},
    {"invalid_encrypted_content", 400},
    {"unsupported_image_media_type", 400},
    {"unsupported_parameter", 400},
    {"unsupported_value", 400},
    {"unsupported_operation", 400},
    {"unsupported_model", 400},
    {"unsupported_api_for_model", 400},
    {"operation_not_supported", 400},
    {"model_not_supported", 400},
    {"model_decommissioned", 400},
    {"image_too_large", 400},
    {"image_too_small", 400},
    {"image_file_too_large", 400},
    {"image_file_not_found", 400},
    {"image_parse", 400},
    {"empty_image_file", 400},
    {"failed_to_download_image", 400},
    {"missing_parameter", 400},
    {"missing_required_parameter", 400},
    {"unknown_parameter", 400},
    {"validation", 400},
    {"param", 400},
    {"json_validate_failed", 400},
    {"tool_use_failed", 400},
    {"previous_response_not_found", 400},
    {"failed_precondition", 400},
    {"out_of_range", 400},
    {"service_quota_exceeded", 400},
    {"arrearage", 400},
    {"context_length_exceeded", 400},
    {"context_window_exceeded", 400},
    {"exceed_context_size", 400},
    {"max_tokens_exceeded", 400},
    {"model_max_prompt_tokens_exceeded", 400},
    {"prompt_too_long", 400},
    {"string_above_max_length", 400},
    {"too_many_prompt_tokens", 400},
    // What it asks for may not be said.
    {"content_filter", 400},
    {"content_filtered", 400},
    {"content_policy_violation", 400},
    {"image_content_policy_violation", 400},
    {"responsible_ai_policy_violation", 400},
    {"bio_policy", 400},
    {"cyber_policy", 400},
    {"data_inspection_failed", 400},
    {"sensitive_content_detected", 400},
    {"input_text_sensitive_content_detected", 400},
    {"input_image_sensitive_content_detected", 400},
    {"output_text_sensitive_content_detected", 400},
    {"sensitive_words_detected", 400},
    {"prompt_blocked", 400},
    // Who asks is not known.
    {"authentication", 401},
    {"invalid_authentication", 401},
    {"authentication_failed", 401},
    {"authentication_token_expired", 401},
    {"authentication_token_not_valid", 401},
    {"unauthenticated", 401},
    {"unauthorized", 401},
    {"auth", 401},
    {"auth_failure", 401},
    {"invalid_api_key", 401},
    {"incorrect_api_key", 401},
    {"wrong_api_key", 401},
    {"missing_api_key", 401},
    {"expired_key", 401},
    {"failed_to_resolve_api_key", 401},
    {"invalid_token", 401},
    {"token_expired", 401},
    {"invalid_iam_token", 401},
    {"invalid_access_token", 401},
    {"invalid_organization", 401},
    {"account_deactivated", 401},
    {"token_not_found_in_db", 401},
    // It is not paid for.
    {"billing", 402},
    {"payment_required", 402},
    {"insufficient_balance", 402},
    {"insufficient_credits", 402},
    {"charge_resource_exhaust", 402},
    {"resource_pack_exhausted", 402},
    // It is not allowed.
    {"permission", 403},
    {"permission_denied", 403},
    {"forbidden", 403},
    {"access_denied", 403},
    {"access_terminated", 403},
    {"no_auth", 403},
    {"authorization", 403},
    {"authorization_rejected", 403},
    {"user_authorization_failed", 403},
    {"unauthorized_operation", 403},
    {"operation_denied", 403},
    {"not_authorized", 403},
    {"account_overdue", 403},
    {"insufficient_user_quota", 403},
    {"pre_consume_token_quota_failed", 403},
    {"token_quota_reached", 403},
    {"allocation_quota_free_tier_only", 403},
    {"commodity_not_purchased", 403},
    {"unsupported_country_region_territory", 403},
    // AWS: a signature that is none, or none any more
    {"expired_token", 403},
    {"unrecognized_client", 403},
    {"invalid_signature", 403},
    {"incomplete_signature", 403},
    {"signature_does_not_match", 403},
    {"invalid_client_token_id", 403},
    {"missing_authentication_token", 403},
    {"opt_in_required", 403},
    // It is not there.
    {"not_found", 404},
    {"model_not_found", 404},
    {"model_not_exist", 404},
    {"model_not_open", 404},
    {"no_such_model", 404},
    {"unknown_model", 404},
    {"deployment_not_found", 404},
    {"endpoint_not_found", 404},
    {"resource_not_found", 404},
    {"resource_does_not_exist", 404},
    {"invalid_endpoint", 404},
    {"method_not_allowed", 405},
    {"request_timeout", 408},
    {"model_timeout", 408},
    {"conflict", 409},
    {"aborted", 409},
    {"already_exists", 409},
    {"request_too_large", 413},
    {"request_entity_too_large", 413},
    {"payload_too_large", 413},
    {"content_too_large", 413},
    {"tokens_limit_reached", 413},
    {"unsupported_media_type", 415},
    {"unprocessable_entity", 422},
    // There is too much of it.
    {"rate_limit", 429},
    {"rate_limits", 429},
    {"rate_limited", 429},
    {"rate_limit_exceeded", 429},
    {"rate_limit_reached", 429},
    {"rate_limit_reached_requests", 429},
    {"rate_limit_reached_tokens", 429},
    {"account_rate_limit_exceeded", 429},
    {"model_account_rate_limit_exceeded", 429},
    {"model_account_rpm_rate_limit_exceeded", 429},
    {"model_account_tpm_rate_limit_exceeded", 429},
    {"rpm_rate_limit_exceeded", 429},
    {"tpm_rate_limit_exceeded", 429},
    {"user_global_rate_limited", 429},
    {"request_limit_exceeded", 429},
    {"limit_exceeded", 429},
    {"limit_requests", 429},
    {"limit_burst_rate", 429},
    {"too_many_requests", 429},
    {"too_many_tokens", 429},
    {"requests", 429},  // OpenAI: what there is too much of
    {"tokens", 429},
    {"throttling", 429},
    {"throttled", 429},
    {"request_throttled", 429},
    {"slow_down", 503},
    {"insufficient_quota", 429},
    {"quota_exceeded", 429},
    {"quota_violation", 429},
    {"spike_arrest_violation", 429},
    {"exceeded_current_quota", 429},
    {"token_quota_exceeded", 429},
    {"request_quota_exceeded", 429},
    {"consumption_limit_reached", 429},
    {"usage_limit_reached", 429},
    {"usage_not_included", 429},
    {"billing_hard_limit_reached", 429},
    {"billing_not_active", 429},
    {"prepaid_bill_overdue", 429},
    {"postpaid_bill_overdue", 429},
    {"resource_exhausted", 429},
    {"queue_exceeded", 429},
    {"engine_overloaded", 429},
    {"server_overloaded", 429},  // Volcengine's
    {"service_tier_capacity_exceeded", 429},
    {"model_loading", 429},
    {"model_not_ready", 429},
    {"canceled", 499},
    {"cancelled", 499},
    // The server is at fault.
    {"api", 500, WordRank::kGeneral},
    {"server", 500, WordRank::kGeneral},
    {"internal", 500, WordRank::kGeneral},
    {"internal_server", 500, WordRank::kGeneral},
    {"internal_service", 500},
    {"internal_failure", 500},
    {"system", 500},
    {"data_loss", 500},
    {"failed_operation", 500},
    {"vector_store_timeout", 504},
    {"unimplemented", 501},
    {"not_implemented", 501},
    {"bad_gateway", 502},
    {"service_unavailable", 503},
    {"temporarily_unavailable", 503},
    {"unavailable", 503},
    {"server_is_overloaded", 503},
    {"resource_unavailable", 503},
    {"unreachable_backend", 503},
    {"no_available_channel", 503},
    {"timeout", 504},
    {"gateway_timeout", 504},
    {"engine_request_timeout", 504},
    {"deadline_exceeded", 504},
    {"overloaded", 529},
    // xAI: gRPC's words as sentences
    {"Client specified an invalid argument", 400},
    {"The system is not in a state required for the operation's execution", 400},
    {"Operation was attempted past the valid range", 400},
    {"The request does not have valid authentication credentials", 401},
    {"The request does not have valid authentication credentials for the operation", 401},
    {"The caller does not have permission to execute the specified operation", 403},
    {"Some requested entity was not found", 404},
    {"The operation was aborted", 409},
    {"Some resource has been exhausted", 429},
    {"Operation is not implemented or not supported", 501},
    {"The service is currently unavailable", 503},
    {"Deadline expired before operation could complete", 504},
};

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which people read a row
struct NumberRow {
  CodePlace place;
  std::int64_t first;
  std::int64_t last;
  int status;
};
constexpr NumberRow kNumbers[] = {
    // MiniMax
    {CodePlace::kBaseResp, 1001, 1001, 504},
    {CodePlace::kBaseResp, 1002, 1002, 429},
    {CodePlace::kBaseResp, 1004, 1004, 401},
    {CodePlace::kBaseResp, 1008, 1008, 402},
    {CodePlace::kBaseResp, 1013, 1013, 500},
    {CodePlace::kBaseResp, 1026, 1027, 400},
    {CodePlace::kBaseResp, 1039, 1039, 429},
    {CodePlace::kBaseResp, 1041, 1041, 429},
    {CodePlace::kBaseResp, 1042, 1042, 400},
    {CodePlace::kBaseResp, 2013, 2013, 400},
    {CodePlace::kBaseResp, 2045, 2045, 429},
    {CodePlace::kBaseResp, 2049, 2049, 401},
    {CodePlace::kBaseResp, 2056, 2056, 429},
    // Baidu
    {CodePlace::kErrorCode, 2, 2, 503},
    {CodePlace::kErrorCode, 4, 4, 429},
    {CodePlace::kErrorCode, 6, 6, 403},
    {CodePlace::kErrorCode, 13, 15, 401},
    {CodePlace::kErrorCode, 17, 19, 429},
    {CodePlace::kErrorCode, 100, 100, 400},
    {CodePlace::kErrorCode, 110, 111, 401},
    {CodePlace::kErrorCode, 336000, 336000, 500},
    {CodePlace::kErrorCode, 336001, 336003, 400},
    {CodePlace::kErrorCode, 336004, 336004, 403},
    {CodePlace::kErrorCode, 336005, 336007, 400},
    {CodePlace::kErrorCode, 336100, 336100, 503},
    {CodePlace::kErrorCode, 336101, 336122, 400},
    {CodePlace::kErrorCode, 336501, 336502, 429},
    // Zhipu, Z.ai
    {CodePlace::kCode, 1000, 1004, 401},
    {CodePlace::kCode, 1110, 1112, 401},
    {CodePlace::kCode, 1113, 1113, 429},
    {CodePlace::kCode, 1120, 1121, 403},
    {CodePlace::kCode, 1210, 1215, 400},
    {CodePlace::kCode, 1220, 1220, 403},
    {CodePlace::kCode, 1221, 1222, 404},
    {CodePlace::kCode, 1230, 1230, 500},
    {CodePlace::kCode, 1231, 1231, 409},
    {CodePlace::kCode, 1234, 1234, 500},
    {CodePlace::kCode, 1261, 1261, 400},
    {CodePlace::kCode, 1300, 1301, 400},
    {CodePlace::kCode, 1302, 1313, 429},
    // Spark
    {CodePlace::kCode, 10003, 10005, 400},
    {CodePlace::kCode, 10006, 10007, 429},
    {CodePlace::kCode, 10008, 10008, 503},
    {CodePlace::kCode, 10009, 10012, 500},
    {CodePlace::kCode, 10013, 10014, 400},
    {CodePlace::kCode, 10015, 10016, 403},
    {CodePlace::kCode, 10019, 10019, 400},
    {CodePlace::kCode, 10110, 10110, 503},
    {CodePlace::kCode, 10163, 10163, 400},
    {CodePlace::kCode, 10222, 10223, 500},
    {CodePlace::kCode, 10907, 10907, 400},
    {CodePlace::kCode, 11200, 11200, 403},
    {CodePlace::kCode, 11201, 11203, 429},
    // SiliconFlow
    {CodePlace::kCode, 20012, 20015, 400},
    {CodePlace::kCode, 30001, 30001, 402},
    {CodePlace::kCode, 30003, 30003, 403},
    {CodePlace::kCode, 50501, 50508, 503},
    {CodePlace::kCode, 50603, 50603, 503},
};

bool is_separator(char c) { return c == '_' || c == '-' || c == ' ' || c == '\''; }
bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || is_separator(c);
}

// In small letters, without what makes no difference. Names of parts run together.
std::string folded(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (is_word_char(c) && !is_separator(c))
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  for (const std::string_view ending : {"exception", "error"}) {
    if (out.ends_with(ending)) {
      out.resize(out.size() - ending.size());
      break;
    }
  }
  return out;
}

// Does the row's word fold to it?
bool folds_to(std::string_view word, std::string_view told) {
  std::size_t at = 0;
  for (const char c : word) {
    if (is_separator(c)) continue;
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (at == told.size() || told[at] != small) return false;
    ++at;
  }
  return at == told.size();
}

int status_of_part(std::string_view part, WordRank rank) {
  const std::string told = folded(part);
  if (told.empty()) return 0;
  const auto* const row = std::ranges::find_if(
      kWords, [&](const WordRow& known) { return known.rank == rank && folds_to(known.word, told); });
  return row != std::end(kWords) ? row->status : 0;
}

}  // namespace

int status_of_error_word(std::string_view word, WordRank rank) {
  // The longest row is a sentence of 76; what is longer is prose, and its words mean nothing by themselves.
  constexpr std::size_t kMostChars = 120;
  if (word.size() > kMostChars) return 0;
  if (const int status = status_of_part(word, rank); status != 0) return status;
  if (word.find(' ') != std::string_view::npos) return 0;
  while (!word.empty()) {
    std::size_t begin = word.size();
    while (begin > 0 && is_word_char(word[begin - 1])) --begin;
    if (const int status = status_of_part(word.substr(begin), rank); status != 0) return status;
    word = word.substr(0, begin > 0 ? begin - 1 : 0);
  }
  return 0;
}

int status_of_error_number(CodePlace place, std::int64_t number) {
  for (const NumberRow& row : kNumbers) {
    if (row.place == place && number >= row.first && number <= row.last) return row.status;
  }
  return 0;
}

}  // namespace argwright::protocol
