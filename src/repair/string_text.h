// What the text between two quotes means, written as a JSON string.
//
// L7: what is in a string before is in it after. Escapes that JSON lacks keep their backslash (\d, \$), \'
// apart. A string that has such an escape and reads as a path, a pattern or a formula has meant every
// backslash literally (C:\Users\temp, \bgoat\d+\b, \sum \frac{\theta}{2}); code keeps its real \n.
#pragma once

#include <string>
#include <string_view>

#include "repair/chars.h"
#include "repair/fix_log.h"

namespace argwright::repair {

struct StringSpan {
  std::string_view text;   // between the quotes, as received
  std::size_t offset = 0;  // of text in the text worked on, for the fixes
  QuoteKind opener = QuoteKind::kDouble;
  bool raw_prefix = false;  // r'...': every backslash is literal
};

// Appends the string with double quotes around it.
void append_string(const StringSpan& span, FixLog& fixes, std::string& out);

// Does the text start like an absolute Windows path, C:\ or \\host?
bool starts_like_windows_path(std::string_view text);

}  // namespace argwright::repair
