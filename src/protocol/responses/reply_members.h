// What official clients demand of the members of Responses replies that no decoder reads in another form,
// too.
#pragma once

#include "protocol/known_members.h"
#include "protocol/logprob_members.h"

namespace argwright::protocol::responses {

namespace members {
using enum KnownKind;
using enum KnownMember::Absent;

inline constexpr std::string_view kCitation = "url_citation";
inline constexpr KnownMember kAnnotation[] = {{"url", kText, {}, kNeeded, kCitation},
                                              {"title", kText, {}, kEmpty, kCitation},
                                              {"start_index", kNumber, {}, kEmpty, kCitation},
                                              {"end_index", kNumber, {}, kEmpty, kCitation},
                                              {"type", kText, {}, kNeeded},
                                              {"url", kText},
                                              {"title", kText},
                                              {"file_id", kText},
                                              {"filename", kText},
                                              {"container_id", kText},
                                              {"index", kNumber},
                                              {"start_index", kNumber},
                                              {"end_index", kNumber}};
inline constexpr KnownMember kInputDetails[] = {{"cached_tokens", kNumber}, {"cache_write_tokens", kNumber}};
inline constexpr KnownMember kOutputDetails[] = {{"reasoning_tokens", kNumber}};
inline constexpr KnownMember kUsage[] = {{"input_tokens", kNumber},
                                         {"output_tokens", kNumber},
                                         {"total_tokens", kNumber},
                                         {"input_tokens_details", kObject, kInputDetails},
                                         {"output_tokens_details", kObject, kOutputDetails}};
inline constexpr KnownMember kReasoning[] = {{"context", kText}, {"effort", kText}, {"summary", kText}};
inline constexpr KnownMember kCaller[] = {{"type", kText, {}, kNeeded}, {"caller_id", kText}};
}  // namespace members

inline constexpr KnownMember kResponseMembers[] = {{"created_at", KnownKind::kNumber},
                                                   {"service_tier", KnownKind::kText},
                                                   {"usage", KnownKind::kObject, members::kUsage},
                                                   {"reasoning", KnownKind::kObject, members::kReasoning},
                                                   {"parallel_tool_calls", KnownKind::kBoolean},
                                                   {"temperature", KnownKind::kNumber},
                                                   {"top_p", KnownKind::kNumber},
                                                   {"max_output_tokens", KnownKind::kNumber}};
inline constexpr KnownMember kItemMembers[] = {{"phase", KnownKind::kText},
                                               {"encrypted_content", KnownKind::kText},
                                               {"async", KnownKind::kBoolean},
                                               {"namespace", KnownKind::kText},
                                               {"caller", KnownKind::kObject, members::kCaller}};
inline constexpr KnownMember kPartMembers[] = {{"logprobs", KnownKind::kList, logprobs::kToken},
                                               {"annotations", KnownKind::kList, members::kAnnotation}};
inline constexpr KnownMember kEventMembers[] = {{"sequence_number", KnownKind::kNumber},
                                                {"logprobs", KnownKind::kList, logprobs::kToken},
                                                {"annotation", KnownKind::kObject, members::kAnnotation}};

// With everything in them. True: something was mended.
bool mend_event(json::Value& event);
bool mend_response(json::Value& response);

}  // namespace argwright::protocol::responses
