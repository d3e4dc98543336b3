// Text as a person can read it, under the names that this folder uses.
#pragma once

#include "json/visible_text.h"

namespace argwright::app {

using json::columns_of;
using json::Glyph;
using json::glyph_at;
using json::valid_utf8;
using json::visible;

}  // namespace argwright::app
