// encode_damaged FOLDER: writes damaged recordings (damage.h) as a client of each protocol would get them
// (sdk_manifest.h): a third of all, and with ARGWRIGHT_LONG all of them some times.
// ARGWRIGHT_SEEDS=FIRST-LAST runs these numbers, each over all recordings.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "tests/chance.h"
#include "tests/recordings/damage.h"
#include "tests/recordings/recording.h"
#include "tests/recordings/sdk_manifest.h"

namespace argwright::recordings {
namespace {

constexpr std::uint64_t kMostRecordings = 100'000;
constexpr std::size_t kThird = 3;

int run(const std::string& folder) {
  SdkManifest manifest(folder);
  const chance::Seeds range = chance::seeds(1, 10);
  const bool is_short = std::getenv("ARGWRIGHT_LONG") == nullptr && std::getenv("ARGWRIGHT_SEEDS") == nullptr;
  const std::vector<Recording> recordings = all_recordings();
  for (std::uint64_t seed = range.first; seed <= range.last; ++seed) {
    for (std::size_t i = 0; i < recordings.size(); i += is_short ? kThird : 1) {
      const Recording& recording = recordings[i];
      Damage damage(chance::Dice(seed * kMostRecordings + i));
      const std::string whole = recording.bytes();
      std::string bytes = recording.stream ? damage.to_stream(whole) : damage.to_body(whole);
      std::string name = recording.name + " " + std::to_string(seed) + " (" + damage.told() + " )";
      manifest.add({std::move(name), recording.protocol, recording.stream, recording.status, std::move(bytes),
                    recording.tools()});
    }
  }
  std::printf("%zu replies written\n", manifest.size());
  return manifest.good() ? 0 : 1;
}

}  // namespace
}  // namespace argwright::recordings

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: encode_damaged FOLDER\n", stderr);
    return 2;
  }
  return argwright::recordings::run(argv[1]);
}
