// When the bytes of an answer are sent: as by a model that is fast, but no machine gun.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/demo/dice.h"

namespace argwright::gateway::demo {

struct Piece {
  std::chrono::milliseconds delay{0};  // to wait before the bytes are sent
  std::string bytes;
};

// One piece for each event: the first after 120 to 400 ms, each further one 15 to 40 ms behind the one
// before. `pace` is a factor: 0 is at once, 2 is half as fast. A factor below 0 counts as 0.
std::vector<Piece> paced_stream(std::string_view stream, double pace, Dice& dice);
// One piece, after 120 to 400 ms.
std::vector<Piece> paced_body(std::string body, double pace, Dice& dice);

}  // namespace argwright::gateway::demo
