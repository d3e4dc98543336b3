// The command line, read. The only file behind this that knows the library for it (CLI11).
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "app/providers_command.h"
#include "app/repair_command.h"
#include "app/replay_command.h"
#include "app/serve_command.h"
#include "app/store_command.h"
#include "app/tools_command.h"

namespace argwright::app {

enum class Command : std::uint8_t { kRepair, kTools, kReplay, kServe, kProviders, kStore, kDemo };

struct CommandLine {
  Command command = Command::kRepair;
  RepairSettings repair;
  ToolsSettings tools = {};
  ReplaySettings replay = {};
  ServeSettings serve = {};
  ProvidersSettings providers = {};
  StoreSettings store = {};
};

// Nothing to run: help or version was asked for, or the line makes no sense.
struct Stop {
  int status = 0;
  std::string output;  // for standard output, with its end
  std::string error;   // one line for standard error, without its end
};

std::variant<CommandLine, Stop> read_command_line(int argc, const char* const* argv);

}  // namespace argwright::app
