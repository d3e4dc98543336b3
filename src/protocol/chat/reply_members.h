// What official clients demand of the members of Chat replies that no decoder reads in another form, too.
#pragma once

#include "protocol/known_members.h"
#include "protocol/logprob_members.h"

namespace argwright::protocol::chat {

namespace members {
using enum KnownKind;
using enum KnownMember::Absent;

inline constexpr KnownMember kLogprobs[] = {{"content", kList, logprobs::kToken},
                                            {"refusal", kList, logprobs::kToken}};
inline constexpr KnownMember kInputDetails[] = {
    {"cached_tokens", kNumber}, {"cache_write_tokens", kNumber}, {"audio_tokens", kNumber}};
inline constexpr KnownMember kOutputDetails[] = {{"reasoning_tokens", kNumber},
                                                 {"accepted_prediction_tokens", kNumber},
                                                 {"rejected_prediction_tokens", kNumber},
                                                 {"audio_tokens", kNumber}};
inline constexpr KnownMember kUsage[] = {{"prompt_tokens", kNumber},
                                         {"completion_tokens", kNumber},
                                         {"total_tokens", kNumber},
                                         {"prompt_tokens_details", kObject, kInputDetails},
                                         {"completion_tokens_details", kObject, kOutputDetails}};
inline constexpr KnownMember kCitation[] = {{"url", kText, {}, kNeeded},
                                            {"title", kText, {}, kEmpty},
                                            {"start_index", kNumber, {}, kEmpty},
                                            {"end_index", kNumber, {}, kEmpty}};
inline constexpr KnownMember kAnnotation[] = {{"type", kText, {}, kNeeded},
                                              {"url_citation", kObject, kCitation}};
inline constexpr KnownMember kTranscript[] = {{"transcript", kText}};
}  // namespace members

// Of a body or a chunk, and of its choices.
inline constexpr KnownMember kReplyMembers[] = {
    {"id", KnownKind::kText},           {"created", KnownKind::kNumber},
    {"model", KnownKind::kText},        {"system_fingerprint", KnownKind::kText},
    {"service_tier", KnownKind::kText}, {"usage", KnownKind::kObject, members::kUsage}};
inline constexpr KnownMember kChoiceMembers[] = {{"logprobs", KnownKind::kObject, members::kLogprobs}};
// Of a message or a delta.
inline constexpr KnownMember kMessageMembers[] = {{"role", KnownKind::kText},
                                                  {"refusal", KnownKind::kText},
                                                  {"reasoning", KnownKind::kText},
                                                  {"reasoning_content", KnownKind::kText},
                                                  {"audio", KnownKind::kObject, members::kTranscript},
                                                  {"annotations", KnownKind::kList, members::kAnnotation}};

}  // namespace argwright::protocol::chat
