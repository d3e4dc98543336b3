#include "gateway/demo/prose.h"

#include <algorithm>
#include <array>

#include "gateway/demo/faults.h"
#include "gateway/demo/text_pieces.h"

namespace argwright::gateway::demo {
namespace {

constexpr std::size_t kMaxSmallTalkWords = 3;
constexpr std::size_t kMaxQuote = 400;

constexpr std::array<std::string_view, 12> kSmallTalk = {"hello", "hi",     "hey", "help",  "hallo", "ping",
                                                         "who",   "thanks", "yo",  "howdy", "salut", "demo"};

std::string quote(std::string_view text) {
  const std::string_view shown = clipped(text, kMaxQuote);
  return "\"" + std::string(shown) + (shown.size() < text.size() ? " ...\"" : "\"");
}

}  // namespace

bool is_small_talk(std::string_view message) {
  const std::vector<std::string> words = words_of(message);
  return words.size() <= kMaxSmallTalkWords &&
         (words.empty() || std::ranges::find(kSmallTalk, words.front()) != kSmallTalk.end());
}

std::string introduction(std::string_view message) {
  std::string text;
  if (is_small_talk(message)) {
    text = "Hello! ";
  } else {
    text = "You wrote " + quote(message) + ". ";
  }
  text +=
      "I am Argwright's demo model: a script, no real model, and I need no key. Declare a tool and ask for "
      "something: I call it the way real models do on a bad day, with single quotes, fences, arguments "
      "encoded "
      "twice or two calls mixed up, and Argwright mends the call before you see it. Send the tool's result "
      "back "
      "and I will quote it.\n\nThe model \"demo\" draws a fault at random. These always have the same one:\n";
  for (const Fault& fault : faults()) {
    text += "- " + model_name(fault) + ": " + std::string(fault.shows) + "\n";
  }
  return text;
}

std::string told_results(const std::vector<ToldResult>& results) {
  std::string text;
  for (const ToldResult& result : results) {
    if (!text.empty()) text += "\n";
    text += result.tool.empty() ? "The tool" : result.tool;
    text += result.text.empty() ? " gave an empty answer." : " answered: " + quote(result.text);
  }
  return text +
         "\nThat was the whole loop: a call that came out broken, mended on its way, run by you, and read by "
         "me.";
}

}  // namespace argwright::gateway::demo
