// Secrets never reach a log: every free text that goes into one passes through here.
#pragma once

#include <string>
#include <string_view>

namespace argwright::gateway {

// `text` with "***" in the place of what looks like a secret:
//   Bearer TOKEN, Basic TOKEN                            behind the scheme
//   authorization, x-api-key, api_key, password ...      the value behind ':' or '=', quoted or not
//   ?key=, &token=, &sig= ...                            the value in a query string
//   sk-..., AIza..., ghp_..., eyJ...                     what follows a vendor's prefix
//   scheme://user:PASSWORD@host                          the password
// Rather masks a word too many than a secret too few. Linear in the text.
std::string redact(std::string_view text);

}  // namespace argwright::gateway
