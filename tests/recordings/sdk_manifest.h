// What official SDKs are served, and what they have to see of it: a file for every reply and manifest.jsonl
// (tests/node/sdk_conformance_test.mjs describes it). What has to be seen is the governed reply itself,
// before it is encoded.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

#include "argwright/catalog.h"
#include "protocol/protocol.h"

namespace argwright::recordings {

// What an upstream sent.
struct SentReply {
  std::string name;
  protocol::Protocol protocol = protocol::Protocol::kChat;
  bool stream = false;
  int status = 200;
  std::string bytes;
  ToolCatalog tools;
};

class SdkManifest {
 public:
  // The folder is made where it is missing.
  explicit SdkManifest(std::string folder);
  // As a client of each protocol would get it.
  void add(const SentReply& reply);
  std::size_t size() const { return written_; }
  // Everything could be written.
  bool good() const { return manifest_.good(); }

 private:
  std::string folder_;
  std::ofstream manifest_;
  std::size_t written_ = 0;
};

}  // namespace argwright::recordings
