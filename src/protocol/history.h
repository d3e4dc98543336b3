// Mends the conversation that a client sends with its request, as far as a strict upstream would refuse it.
// Clients lose results, send them twice, cut histories in the middle of a tool loop, and replay the broken
// arguments that a model once made.
#pragma once

#include <vector>

#include "protocol/request.h"

namespace argwright::protocol {

struct HistoryOptions {
  bool mend_arguments = true;     // arguments that are no strict JSON object
  bool answer_open_calls = true;  // calls without a result get one that says so
  bool quote_orphans = true;      // results without a call become user text
  bool drop_duplicates = true;    // of several results of one call the last stays
  bool order_results = true;      // results directly behind their calls, in the order of the calls
};

// The text of the result that a call without one gets.
inline constexpr std::string_view kNoResult = "[no result was recorded for this call]";

// What a valid history holds stays untouched, to the last member. Ids: a call without one gets one; a result
// without one, or a client's dialect without ids, belongs to the first open call of its name, or to the first
// open call. Where a request goes on with what the upstream keeps (previous_response_id, conversation,
// thread, item_reference), results without a call stay: it may be among that. The last turn may be an
// assistant's with open calls: they are answered, too, since no upstream takes it otherwise. Linear in the
// number of parts. Codes: "mended_arguments", "unreadable_arguments", "missing_result", "orphaned_result",
// "duplicate_result", "moved_result", "missing_call_id", "missing_result_id", "repeated_call_id".
std::vector<Warning> sanitise_history(Request& request, const HistoryOptions& options = {});

}  // namespace argwright::protocol
