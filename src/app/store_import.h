// `argwright store import`: lines of JSON (store_records.h) into a store.
#pragma once

#include <string>

namespace argwright::app {

// `path`: "-" for standard input. Lines that are refused are told with their numbers, and those after them go
// on. Where the store fails, or on Ctrl-C, it tells up to which line all is written. The exit status.
int import_store(const std::string& url, const std::string& path);

}  // namespace argwright::app
