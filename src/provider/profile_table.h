// The built-in rows of the provider table.
#pragma once

#include <vector>

#include "provider/profile.h"

namespace argwright::provider {

// Each provider's own row, followed by those of its models.
std::vector<Profile> built_in_rows();

}  // namespace argwright::provider
