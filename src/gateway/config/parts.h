// The lists of argwright.toml: [[listener]], [[provider]], [[upstream]], [[route]], [[key]]. Each reader
// takes one element, complains about all that is wrong in it, and gives back what could be read.
#pragma once

#include "gateway/config.h"
#include "gateway/config/entry.h"
#include "gateway/config/field.h"

namespace argwright::gateway {

// Precondition of each: the entry is a table.
ListenerConfig read_listener(const Entry& entry);
// `known`: the table with the rows before this one.
provider::ProfileRow read_provider(const Entry& entry, const provider::Profiles& known);
UpstreamConfig read_upstream(const Entry& entry, const Timeouts& defaults,
                             const provider::Profiles& providers);
RouteConfig read_route(const Entry& entry);
KeyConfig read_key(const Entry& entry);

json::Value show_listener(const ListenerConfig& listener);
json::Value show_provider(const provider::ProfileRow& row);
json::Value show_upstream(const UpstreamConfig& upstream);  // values of headers are hidden
json::Value show_route(const RouteConfig& route);
json::Value show_key(const KeyConfig& key);  // without its digest

// `upstream "a"` where the element has a usable name, else `upstream[1]`.
std::string subject_of(const Entry& element);

// A name that may stand in logs and metrics.
void read_name(const Entry& entry, std::string& into);
// A list of strings, none of them empty.
void read_patterns(const Entry& entry, std::vector<std::string>& into);
// A file that can be read.
void read_file_name(const Entry& entry, std::string& into);
// The value of the environment variable that the entry names: nothing where the name is bad or the variable
// is not set or empty. Messages name the variable, never its value.
std::optional<std::string> read_from_environment(const Entry& entry);

}  // namespace argwright::gateway
