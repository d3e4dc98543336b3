// Recorded replies: our own in own/, listed by own/index.tsv, and those shared beside the source tree, listed
// by its recordings/INDEX.md. Nothing of the shared ones where they are absent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "argwright/catalog.h"
#include "protocol/protocol.h"

namespace argwright::recordings {

struct Recording {
  std::string name;  // "anthropic/some-reply.sse"
  std::string path;
  std::string request_path;  // empty: there is none
  protocol::Protocol protocol = protocol::Protocol::kChat;
  bool stream = false;
  int status = 200;  // of the HTTP reply

  std::string bytes() const;
  // The tools of its request; none where there is no request.
  ToolCatalog tools() const;
};

std::vector<Recording> own_recordings();
std::vector<Recording> shared_recordings();
// Both.
std::vector<Recording> all_recordings();

}  // namespace argwright::recordings
