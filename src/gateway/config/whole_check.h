// The rules that hold between the parts of a configuration: names are unique, routes lead somewhere, nobody
// else's machine gets in without a key.
#pragma once

#include "gateway/config.h"
#include "gateway/config/entry.h"

namespace argwright::gateway {

// `config` is what was read from `root`: its lists have the lengths and the order of the file's.
void check_whole(const Entry& root, const Config& config);

}  // namespace argwright::gateway
