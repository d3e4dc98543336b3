// `argwright repair`: the engine as a filter for the shell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "argwright/limits.h"
#include "argwright/repair.h"

namespace argwright::app {

// What goes to standard output.
enum class RepairOutput : std::uint8_t { kText, kExplain, kReport, kBatch };

struct RepairSettings {
  std::vector<std::string> files;  // "-" or none: standard input
  std::string schema_file;         // empty: none
  std::string tool;                // empty: none
  bool incomplete = false;
  TruncatedPolicy truncated = TruncatedPolicy::kReject;
  RepairOutput output = RepairOutput::kText;
  std::size_t max_bytes = Limits().max_bytes;
};

// Exit statuses of the program, from best to worst.
inline constexpr int kExitOk = 0;
inline constexpr int kExitRejected = 1;  // rejected or split
inline constexpr int kExitError = 2;     // usage, file, schema

// Reads, repairs and writes; the worst status of all inputs. `enhance` false: RCC_TOOL_ENHANCE=0.
int run_repair(const RepairSettings& settings, bool enhance);

}  // namespace argwright::app
