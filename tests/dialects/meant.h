// What a model meant to say, drawn by chance.
#pragma once

#include <string>
#include <vector>

#include "argwright/catalog.h"
#include "tests/chance.h"

namespace argwright::dialects {

using chance::Dice;

struct MeantCall {
  std::string id;
  std::string name;
  std::string arguments;  // compact JSON, as its tool declares it
};

struct Meant {
  std::string reasoning;  // may be empty
  std::string text;       // may be empty
  std::vector<MeantCall> calls;
  bool is_cut_off = false;  // bodies: by a limit, within the last call

  // Two of the calls have the same name and arguments.
  bool has_equal_calls() const;
};

Meant draw_meant(Dice& dice);

// The tools that the calls are of.
const ToolCatalog& tools();

// `text` in pieces of one to `most` bytes (a character may be cut in none of them).
std::vector<std::string> in_pieces(std::string_view text, std::size_t most, Dice& dice);

// As a JSON string, with its quotes.
std::string json_text(std::string_view text);

// One way of writing it.
struct Written {
  std::string bytes;
  std::string way;  // what is wrong with it: for people
  // Chat: the text with the reasoning in it, as a client of the same protocol gets it; empty: as meant.
  std::string text_with_reasoning = {};
  // Only calls and finish can be compared: the dialect has no place for the reasoning, or tells it otherwise.
  bool keeps_reasoning = true;
  // Calls come out in an order of their own.
  bool keeps_order = true;
  // The reply is over where the bytes end: nothing but that says so.
  bool ends_silently = false;
};

Written write_chat(const Meant& meant, Dice& dice);
Written write_messages(const Meant& meant, Dice& dice);
Written write_responses(const Meant& meant, Dice& dice);

// Bodies.
Written write_chat_body(const Meant& meant, Dice& dice);
Written write_messages_body(const Meant& meant, Dice& dice);
Written write_responses_body(const Meant& meant, Dice& dice);

}  // namespace argwright::dialects
