// The reasoning_details of chat replies (OpenRouter and others): a list that in streams comes in pieces.
#pragma once

#include "argwright/json.h"

namespace argwright::protocol::chat {

// Adds the pieces to the list: an entry with the type and index (or id) of one that is there continues it;
// texts are appended, signatures and data replaced by the later ones.
void merge_details(json::Array& details, json::Array pieces);

}  // namespace argwright::protocol::chat
