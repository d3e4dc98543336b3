// The argwright command: reads the command line, runs one subcommand.
#include <csignal>
#include <exception>
#include <new>
#include <variant>

#include <unistd.h>

#include "app/command_line.h"
#include "app/complain.h"
#include "app/demo_command.h"
#include "app/environment.h"
#include "app/output.h"
#include "app/providers_command.h"
#include "app/repair_command.h"
#include "app/replay_command.h"
#include "app/serve_command.h"
#include "app/store_command.h"
#include "app/tools_command.h"

namespace argwright::app {
namespace {

int stop(const Stop& reason) {
  if (!reason.error.empty()) complain({}, reason.error);
  Output out(STDOUT_FILENO);
  out.write(reason.output);
  return out.flush() ? reason.status : kExitError;
}

int run(int argc, char** argv) {
  // A reader that has gone shows as an error of write(), which can be told in a line.
  (void)std::signal(SIGPIPE, SIG_IGN);
  const std::variant<CommandLine, Stop> line = read_command_line(argc, argv);
  if (const Stop* reason = std::get_if<Stop>(&line)) return stop(*reason);
  const CommandLine& wanted = *std::get_if<CommandLine>(&line);
  switch (wanted.command) {
    case Command::kRepair: return run_repair(wanted.repair, enhance_wanted());
    case Command::kTools: return run_tools(wanted.tools);
    case Command::kReplay: return run_replay(wanted.replay, {enhance_wanted(), aggregate_wanted()});
    case Command::kServe: return run_serve(wanted.serve);
    case Command::kProviders: return run_providers(wanted.providers);
    case Command::kStore: return run_store(wanted.store);
    case Command::kDemo: return run_demo();
  }
  return kExitError;
}

}  // namespace
}  // namespace argwright::app

int main(int argc, char** argv) {
  using argwright::app::complain;
  try {
    return argwright::app::run(argc, argv);
  } catch (const std::bad_alloc&) {
    complain({}, "out of memory");
  } catch (const std::exception& error) {
    complain("our own fault", error.what());
  }
  return argwright::app::kExitError;
}
