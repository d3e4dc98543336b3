// How a dialect goes wrong: in one to five manners, each in one of its ways.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/dialects/meant.h"

namespace argwright::dialects {

// What there are several ways of; the first is right.
struct Manner {
  std::string_view of;
  std::vector<std::string_view> ways;
};

class Style {
 public:
  // Those of `often` are drawn more often than the others.
  Style(const std::vector<Manner>& often, const std::vector<Manner>& rarely, Dice& dice);
  // `way` is one that is not right.
  bool is(std::string_view manner, std::string_view way) const;
  bool is_right(std::string_view manner) const { return !told_.contains(manner); }
  // Empty: right.
  std::string_view way_of(std::string_view manner) const;
  void make_right(std::string_view manner) { told_.erase(manner); }
  void make(std::string_view manner, std::string_view way) { told_[manner] = way; }
  std::string text() const;

 private:
  std::map<std::string_view, std::string_view> told_;
};

}  // namespace argwright::dialects
