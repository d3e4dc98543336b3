// For tests: requests from one protocol to another, in one line.
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "protocol/request_codec.h"

namespace argwright::protocol::testing {

inline constexpr Protocol kChat = Protocol::kChat;
inline constexpr Protocol kResponses = Protocol::kResponses;
inline constexpr Protocol kMessages = Protocol::kMessages;

inline json::Value parsed(std::string_view text) {
  Result<json::Value> value = json::parse(text);
  EXPECT_TRUE(value) << value.error().describe() << "\n" << text;
  return value ? *std::move(value) : json::Value();
}

inline Result<EncodedRequest> converted(Protocol from, Protocol to, std::string_view text,
                                        const RequestEncodeOptions& options = {}) {
  const Result<Request> request = request_codec(from).decode(parsed(text));
  if (!request) return request.error();
  return request_codec(to).encode(*request, options);
}

// Converts and compares the members that `want` has; returns the codes of the warnings. A member that must
// not be there is null in `want`.
inline std::string converts(Protocol from, Protocol to, std::string_view text, std::string_view want,
                            const RequestEncodeOptions& options = {}) {
  const Result<EncodedRequest> encoded = converted(from, to, text, options);
  if (!encoded) {
    ADD_FAILURE() << encoded.error().describe();
    return "";
  }
  const json::Value wanted = parsed(want);
  for (const json::Member& member : wanted.members()) {
    const json::Value* const found = encoded->body.find(member.key);
    EXPECT_TRUE(member.value.is_null() ? found == nullptr
                                       : found != nullptr && json::same_meaning(*found, member.value))
        << member.key << "\n  want " << json::write(member.value) << "\n  got  "
        << (found == nullptr ? "nothing" : json::write(*found));
  }
  std::string codes;
  for (const Warning& warning : encoded->warnings) codes += (codes.empty() ? "" : " ") + warning.code;
  return codes;
}

inline std::string refusal(Protocol from, Protocol to, std::string_view text) {
  const Result<EncodedRequest> encoded = converted(from, to, text);
  return encoded ? "accepted" : encoded.error().message;
}

}  // namespace argwright::protocol::testing
