// What bench_stream measures.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace argwright::bench {

// The data of a chat chunk with a piece of text, 208 bytes, and the event that comes before it in its stream.
std::string_view text_delta();
std::string_view first_event();

// A chat body of 2 KB with one call whose arguments are valid, and the tools of its request.
std::string_view body_with_call();
std::string_view body_tools();

struct StreamText {
  std::string_view name;
  std::string bytes;
  std::size_t events;  // [DONE] not counted
};
// Whole chat streams: a long text, and text with two calls in many pieces.
const std::vector<StreamText>& streams();

}  // namespace argwright::bench
