// encode_dialects FOLDER: writes what some generated upstreams send as a client of each protocol would get it
// (sdk_manifest.h). ARGWRIGHT_SEEDS and ARGWRIGHT_LONG as for the other tests of this folder.
#include <cstdio>
#include <string>

#include "tests/chance.h"
#include "tests/dialects/compared.h"
#include "tests/dialects/meant.h"
#include "tests/recordings/sdk_manifest.h"

namespace argwright::dialects {
namespace {

using protocol::Protocol;

constexpr struct {
  Protocol protocol;
  bool stream;
  Written (*write)(const Meant&, Dice&);
} kDialects[] = {
    {Protocol::kChat, true, write_chat},           {Protocol::kChat, false, write_chat_body},
    {Protocol::kMessages, true, write_messages},   {Protocol::kMessages, false, write_messages_body},
    {Protocol::kResponses, true, write_responses}, {Protocol::kResponses, false, write_responses_body}};

int run(const std::string& folder) {
  recordings::SdkManifest manifest(folder);
  const chance::Seeds range = chance::seeds(60, 2000);
  for (const auto& dialect : kDialects) {
    for (std::uint64_t seed = range.first; seed <= range.last; ++seed) {
      Dice dice(seed);
      const Meant meant = draw_meant(dice);
      const Written written = dialect.write(meant, dice);
      manifest.add({std::string(protocol_name(dialect.protocol)) + (dialect.stream ? " stream " : " body ") +
                        std::to_string(seed) + " (" + written.way + ")",
                    dialect.protocol, dialect.stream, 200, written.bytes, tools()});
    }
  }
  std::printf("%zu replies written\n", manifest.size());
  return manifest.good() ? 0 : 1;
}

}  // namespace
}  // namespace argwright::dialects

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: encode_dialects FOLDER\n", stderr);
    return 2;
  }
  return argwright::dialects::run(argv[1]);
}
