// Chat bodies, beside the streams of meant.h.
#pragma once

#include "tests/dialects/meant.h"

namespace argwright::dialects {

Written write_chat_body(const Meant& meant, Dice& dice);

}  // namespace argwright::dialects
