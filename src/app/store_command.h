// `argwright store migrate|check|export|import`: what the gateway keeps, looked after.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace argwright::app {

enum class StoreTask : std::uint8_t { kMigrate, kCheck, kExport, kImport };

struct StoreSettings {
  StoreTask task = StoreTask::kCheck;
  std::string url;                 // empty: as the configuration says
  std::string config_file;         // empty: the default store
  std::vector<std::string> kinds;  // to export; none: all
  std::string file = "-";          // to import
};

// The exit status: 1 where the store is not as it should be, or a line was refused.
int run_store(const StoreSettings& settings);

}  // namespace argwright::app
