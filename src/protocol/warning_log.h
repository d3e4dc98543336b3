// Warnings of one request, each told once however often it applies.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/request.h"

namespace argwright::protocol {

class WarningLog {
 public:
  void add(std::string code, std::string message) {
    const auto [entry, fresh] = places_.try_emplace(code + "\n" + message, warnings_.size());
    if (fresh) {
      warnings_.push_back({std::move(code), std::move(message)});
      counts_.push_back(1);
    } else {
      ++counts_[entry->second];
    }
  }
  // In the order of their first occurrence, with "(3 times)" where there were several.
  std::vector<Warning> take() {
    for (std::size_t i = 0; i < warnings_.size(); ++i) {
      if (counts_[i] > 1) warnings_[i].message += " (" + std::to_string(counts_[i]) + " times)";
    }
    return std::move(warnings_);
  }

 private:
  std::vector<Warning> warnings_;
  std::vector<std::size_t> counts_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace argwright::protocol
