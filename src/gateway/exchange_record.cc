#include "gateway/exchange_record.h"

namespace argwright::gateway {

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::kDone: return "done";
    case Ending::kRefused: return "refused";
    case Ending::kUpstreamError: return "upstream_error";
    case Ending::kFailed: return "failed";
    case Ending::kClientGone: return "client_gone";
  }
  return "failed";
}

}  // namespace argwright::gateway
