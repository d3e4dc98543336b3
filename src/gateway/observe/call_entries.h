// From what is known of an exchange to what the call log keeps of it.
#pragma once

#include <vector>

#include "gateway/config.h"
#include "gateway/exchange_record.h"
#include "store/store.h"

namespace argwright::gateway {

// One entry for each call that `logging` wants, in the order of the report. `fixes` is a JSON array of
//   {"rule": NAME, "message": WORDS, "at": PLACE}
// where PLACE is a byte of the raw text for a repaired spot, a JSON pointer for a converted value. Of several
// calls out of one text each has the raw text, and the first alone the fixes. A free-text call has neither
// text nor outcome: the report does not hold them. Nothing is masked: the log of calls exists to tell exactly
// what a model sent.
std::vector<store::CallEntry> call_entries(const ExchangeRecord& record, CallLogging logging);

}  // namespace argwright::gateway
