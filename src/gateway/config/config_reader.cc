#include "gateway/config/config_reader.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>
#include <variant>

#include "gateway/config/entry.h"
#include "gateway/config/root.h"
#include "gateway/config/toml_reader.h"

namespace argwright::gateway {
namespace {

ConfigReading finish(Config config, IssueLog& issues) {
  return {std::move(config), issues.take_errors(), issues.take_warnings()};
}

TomlValue toml_text(std::string text) {
  TomlValue value;
  value.kind = TomlValue::Kind::kString;
  value.text = std::move(text);
  return value;
}

// Sets root.LIST[0].KEY: a flag is read as if it stood in the file.
void set(TomlValue& table, std::string key, std::string text) {
  table.members.push_back({std::move(key), {}, toml_text(std::move(text))});
}

TomlMember list_of(std::string key, TomlValue element) {
  TomlValue list;
  list.kind = TomlValue::Kind::kArray;
  list.items.push_back(std::move(element));
  return {std::move(key), {}, std::move(list)};
}

void lay_over(TomlValue& root, const Flags& flags, FlagNames& names) {
  if (flags.listen) {
    std::erase_if(root.members, [](const TomlMember& member) { return member.key == "listener"; });
    TomlValue listener;
    set(listener, "address", *flags.listen);
    root.members.push_back(list_of("listener", std::move(listener)));
    names["listener[0].address"] = "--listen";
  }
  if (flags.insecure) {
    std::erase_if(root.members, [](const TomlMember& member) { return member.key == "insecure"; });
    TomlValue yes;
    yes.kind = TomlValue::Kind::kBoolean;
    yes.boolean = true;
    root.members.push_back({"insecure", {}, std::move(yes)});
  }
}

// The flags that describe an upstream, as they are spelled in [[upstream]].
struct UpstreamFlag {
  std::string_view flag;
  std::string_view key;
  std::optional<std::string> Flags::* value;
};
constexpr UpstreamFlag kUpstreamFlags[] = {
    {"--upstream", "base_url", &Flags::upstream},
    {"--provider", "provider", &Flags::provider},
    {"--protocol", "protocol", &Flags::protocol},
    {"--api-key-env", "api_key_env", &Flags::api_key_env},
};

std::string errno_text(int error) { return std::generic_category().message(error); }

}  // namespace

ConfigReading read_config(std::string_view text, std::string_view file_name, const Surroundings& outside,
                          const Flags& flags) {
  std::variant<TomlValue, TomlFault> read = read_toml(text);
  if (const TomlFault* const fault = std::get_if<TomlFault>(&read)) {
    IssueLog issues{std::string(file_name)};
    issues.error(fault->place, "", fault->message);
    return finish({}, issues);
  }
  TomlValue& root = std::get<TomlValue>(read);
  FlagNames names;
  lay_over(root, flags, names);
  for (const UpstreamFlag& row : kUpstreamFlags) {
    if (flags.*row.value) names[std::string(row.flag)] = row.flag;
  }
  if (flags.demo) names["--demo"] = "--demo";

  IssueLog issues(std::string(file_name), names);
  const std::string both = " cannot be used beside --config";
  for (const UpstreamFlag& row : kUpstreamFlags) {
    if (flags.*row.value)
      issues.error({}, std::string(row.flag), std::string(row.flag) + both,
                   "put it into the file as " + std::string(row.key));
  }
  if (flags.demo) issues.error({}, "--demo", "--demo" + both);
  const ReadContext context{outside, issues};
  Config config = read_root(Entry::root(context, root));
  return finish(std::move(config), issues);
}

ConfigReading config_from_flags(const Flags& flags, const Surroundings& outside) {
  TomlValue root;
  TomlValue upstream;
  FlagNames names;
  lay_over(root, flags, names);
  for (const UpstreamFlag& row : kUpstreamFlags) {
    names["upstream[0]." + std::string(row.key)] = row.flag;
    // The demo model is there for every protocol, and has no address before it listens.
    if (flags.*row.value && (!flags.demo || row.value == &Flags::protocol))
      set(upstream, std::string(row.key), *(flags.*row.value));
  }
  IssueLog issues("", std::move(names));
  if (flags.demo) {
    for (const UpstreamFlag& row : kUpstreamFlags) {
      if (flags.*row.value && row.value != &Flags::protocol)
        issues.error({}, std::string(row.flag), std::string(row.flag) + " cannot be used beside --demo");
    }
    set(upstream, "name", "demo");
    set(upstream, "base_url", "http://127.0.0.1/v1");
  } else if (!flags.upstream && !flags.provider) {
    issues.error({}, "--upstream", "--upstream is missing: say where the model is",
                 "for example: argwright serve --upstream http://127.0.0.1:11434/v1, "
                 "argwright serve --provider openai --api-key-env OPENAI_API_KEY, "
                 "argwright serve --config argwright.toml, or argwright serve --demo");
    set(upstream, "name", "none");
    set(upstream, "base_url", "http://127.0.0.1/v1");
  } else {
    set(upstream, "name", flags.provider && *flags.provider != "generic" ? *flags.provider : "upstream");
  }
  root.members.push_back(list_of("upstream", std::move(upstream)));
  const ReadContext context{outside, issues};
  Config config = read_root(Entry::root(context, root));
  config.demo = flags.demo;
  return finish(std::move(config), issues);
}

std::string file_fault(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return errno != 0 ? errno_text(errno) : "it cannot be opened";
  // A folder opens, and fails at the first byte.
  errno = 0;
  file.peek();
  if (file.bad()) return errno != 0 ? errno_text(errno) : "it is no file";
  return {};
}

ConfigReading load_config(const std::string& path,
                          std::function<std::optional<std::string>(const std::string&)> environment,
                          const Flags& flags) {
  if (const std::string fault = file_fault(path); !fault.empty()) {
    IssueLog issues(path);
    issues.error({}, "", "cannot be read: " + fault);
    return finish({}, issues);
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  return read_config(text.str(), path, {std::move(environment), file_fault}, flags);
}

}  // namespace argwright::gateway
