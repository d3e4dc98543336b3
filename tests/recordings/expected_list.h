// Lists beside this file of the recordings of which something is true, so that neither more nor fewer become
// such without a word: NAME<TAB>WHAT in each line, in any order; "#" begins a remark.
#pragma once

#include <map>
#include <string>

namespace argwright::recordings {

// What is true of a recording, by its name.
using Lines = std::map<std::string, std::string>;

// Fails for each line that `found` and the list do not share. Of the shared recordings only where they are
// there.
void expect_listed(const std::string& list, const Lines& found);

}  // namespace argwright::recordings
