// What official clients demand of the members of Messages replies that no decoder reads in another form, too.
#pragma once

#include "protocol/known_members.h"

namespace argwright::protocol::messages {

namespace members {
using enum KnownKind;
using enum KnownMember::Absent;

inline constexpr KnownMember kOutputDetails[] = {{"thinking_tokens", kNumber}};
inline constexpr KnownMember kIteration[] = {{"type", kText, {}, kNeeded},
                                             {"model", kText},
                                             {"input_tokens", kNumber, {}, kEmpty},
                                             {"output_tokens", kNumber, {}, kEmpty},
                                             {"cache_creation_input_tokens", kNumber},
                                             {"cache_read_input_tokens", kNumber}};
inline constexpr KnownMember kUsage[] = {{"input_tokens", kNumber},
                                         {"output_tokens", kNumber},
                                         {"cache_creation_input_tokens", kNumber},
                                         {"cache_read_input_tokens", kNumber},
                                         {"service_tier", kText},
                                         {"output_tokens_details", kObject, kOutputDetails},
                                         {"iterations", kList, kIteration}};
inline constexpr KnownMember kStopDetails[] = {
    {"type", kText, {}, kNeeded}, {"category", kText}, {"explanation", kText}, {"recommended_model", kText}};
inline constexpr KnownMember kSkill[] = {
    {"type", kText, {}, kNeeded}, {"skill_id", kText, {}, kNeeded}, {"version", kText, {}, kEmpty}};
inline constexpr KnownMember kContainer[] = {
    {"id", kText, {}, kNeeded}, {"expires_at", kText, {}, kEmpty}, {"skills", kList, kSkill}};
inline constexpr KnownMember kEdit[] = {{"type", kText, {}, kNeeded}};
inline constexpr KnownMember kEdits[] = {{"applied_edits", kList, kEdit, kNeeded}};
inline constexpr KnownMember kTransformation[] = {
    {"type", kText, {}, kNeeded}, {"path", kText, {}, kEmpty}, {"reason", kText, {}, kEmpty}};
inline constexpr KnownMember kCaller[] = {{"type", kText, {}, kNeeded}, {"tool_id", kText}};
inline constexpr KnownMember kCitation[] = {{"type", kText, {}, kNeeded}, {"cited_text", kText, {}, kEmpty}};
}  // namespace members

// Of a message, of an event, and of the delta of a message_delta.
inline constexpr KnownMember kMessageMembers[] = {
    {"usage", KnownKind::kObject, members::kUsage},
    {"service_tier", KnownKind::kText},
    {"stop_sequence", KnownKind::kText},
    {"stop_details", KnownKind::kObject, members::kStopDetails},
    {"container", KnownKind::kObject, members::kContainer},
    {"context_management", KnownKind::kObject, members::kEdits},
    {"input_transformations", KnownKind::kList, members::kTransformation}};
inline constexpr KnownMember kBlockMembers[] = {{"caller", KnownKind::kObject, members::kCaller},
                                                {"toolset_name", KnownKind::kText},
                                                {"citations", KnownKind::kList, members::kCitation}};

}  // namespace argwright::protocol::messages
