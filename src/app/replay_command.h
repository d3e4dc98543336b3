// argwright replay: a recorded reply goes through the pipeline; what the client would get is printed.
#pragma once

#include <cstddef>
#include <string>

#include "app/complain.h"

namespace argwright::app {

struct ReplaySettings {
  std::string file;
  std::string from;          // a protocol's name; empty: told by the recording
  std::string to;            // empty: as `from`
  std::string request_file;  // the client's or the upstream's, for the tools it declares
  bool explain = false;
  std::size_t chunk = 0;  // bytes per piece; 0: all at once
  bool keep_content = false;
};

struct PipelineSwitches {
  bool tool_enhance = true;
  bool sse_tool_aggregate = true;
};

int run_replay(const ReplaySettings& settings, const PipelineSwitches& switches);

}  // namespace argwright::app
