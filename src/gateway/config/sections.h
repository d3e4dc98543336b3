// The sections of argwright.toml, a table of keys each.
#pragma once

#include <span>

#include "gateway/config.h"
#include "gateway/config/field.h"

namespace argwright::gateway {

std::span<const Field<Timeouts>> timeouts_fields();
std::span<const Field<LimitsConfig>> limits_fields();
std::span<const Field<RetryConfig>> retry_fields();
std::span<const Field<StoreConfig>> store_fields();
std::span<const Field<ReasoningConfig>> reasoning_fields();
std::span<const Field<LogConfig>> log_fields();
std::span<const Field<GovernanceConfig>> governance_fields();
std::span<const Field<Config>> top_fields();  // those outside of any section

}  // namespace argwright::gateway
