#include "gateway/demo/pacing.h"

#include <algorithm>
#include <utility>

namespace argwright::gateway::demo {
namespace {

std::chrono::milliseconds drawn(std::size_t low, std::size_t high, double pace, Dice& dice) {
  const auto time = static_cast<double>(dice.between(low, high)) * std::max(pace, 0.0);
  return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(time));
}

std::chrono::milliseconds before_first(double pace, Dice& dice) { return drawn(120, 400, pace, dice); }
std::chrono::milliseconds between(double pace, Dice& dice) { return drawn(15, 40, pace, dice); }

}  // namespace

std::vector<Piece> paced_stream(std::string_view stream, double pace, Dice& dice) {
  constexpr std::string_view kBlank = "\n\n";
  std::vector<Piece> pieces;
  while (!stream.empty()) {
    const std::size_t blank = stream.find(kBlank);
    const std::size_t end = blank == std::string_view::npos ? stream.size() : blank + kBlank.size();
    pieces.push_back({pieces.empty() ? before_first(pace, dice) : between(pace, dice),
                      std::string(stream.substr(0, end))});
    stream.remove_prefix(end);
  }
  return pieces;
}

std::vector<Piece> paced_body(std::string body, double pace, Dice& dice) {
  std::vector<Piece> pieces;
  pieces.push_back({before_first(pace, dice), std::move(body)});
  return pieces;
}

}  // namespace argwright::gateway::demo
