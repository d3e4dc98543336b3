// Regular expressions of schemas: searched in linear time whatever the text (RE2, not backtracking).
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace argwright::tool {

class Pattern {
 public:
  // nullptr when RE2 cannot read the expression (look-around, back references): the keyword is then ignored.
  static std::unique_ptr<Pattern> compile(std::string_view expression);
  ~Pattern();

  bool found_in(std::string_view text) const;
  const std::string& expression() const { return expression_; }

 private:
  struct Engine;
  Pattern(std::string expression, std::unique_ptr<Engine> engine);
  std::string expression_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace argwright::tool
