// encode_recordings FOLDER: writes every recording as a client of each protocol would get it
// (sdk_manifest.h).
#include <cstdio>

#include "tests/recordings/recording.h"
#include "tests/recordings/sdk_manifest.h"

int main(int argc, char** argv) {
  using namespace argwright::recordings;
  if (argc != 2) {
    std::fputs("usage: encode_recordings FOLDER\n", stderr);
    return 2;
  }
  SdkManifest manifest(argv[1]);
  for (const Recording& recording : all_recordings()) {
    manifest.add({recording.name, recording.protocol, recording.stream, recording.status, recording.bytes(),
                  recording.tools()});
  }
  std::printf("%zu replies written\n", manifest.size());
  return manifest.good() ? 0 : 1;
}
