// What the words and numbers, by which providers name an error, are as a status of HTTP.
#pragma once

#include <cstdint>
#include <string_view>

namespace argwright::protocol {

enum class WordRank {
  kTelling,  // "rate_limit_exceeded"
  kGeneral,  // "invalid_request_error", "server_error": some send them with whatever it is
};

// 0: no word of the rank that is known. Case, separators and a last "error" or "exception" make no
// difference: RATE_LIMIT_ERROR, RateLimitError, "rate limit". Of a name in parts ("Throttling.RateQuota",
// "com.amazon.coral#ThrottlingException") one part is enough, the last that is known.
int status_of_error_word(std::string_view word, WordRank rank);

// Providers count their errors, each from its own beginning; where the number stands tells whose it is.
enum class CodePlace {
  kBaseResp,   // base_resp.status_code: MiniMax
  kErrorCode,  // error_code: Baidu
  kCode,       // code: Zhipu, Spark, SiliconFlow
};
int status_of_error_number(CodePlace place, std::int64_t number);

}  // namespace argwright::protocol
