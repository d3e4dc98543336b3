#include "gateway/demo/named_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gateway/demo/text_pieces.h"

namespace argwright::gateway::demo {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kLongestProse = 200;
constexpr std::size_t kLongestNumber = 9;  // digits: fits every integer
constexpr std::string_view kSpace = " \t\r\n";

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What stands between spaces, without the punctuation around it.
Texts tokens(std::string_view message) {
  constexpr std::string_view kPunctuation = ",;:!?\"'`()[]<>";
  Texts found;
  while (!message.empty()) {
    const std::size_t begin = std::min(message.find_first_not_of(kSpace), message.size());
    message.remove_prefix(begin);
    std::string_view token = message.substr(0, message.find_first_of(kSpace));
    message.remove_prefix(token.size());
    while (!token.empty() && kPunctuation.find(token.front()) != std::string_view::npos)
      token.remove_prefix(1);
    while (!token.empty() &&
           (token.back() == '.' || kPunctuation.find(token.back()) != std::string_view::npos)) {
      token.remove_suffix(1);
    }
    if (!token.empty()) found.emplace_back(token);
  }
  return found;
}

bool is_url(std::string_view token) { return token.find("://") != std::string_view::npos; }

bool is_path(std::string_view token) {
  if (is_url(token)) return false;
  const std::size_t dot = token.rfind('.');
  const bool has_extension = dot != std::string_view::npos && dot + 1 < token.size() &&
                             token.size() - dot <= 6 && !is_digit(token[dot + 1]);
  return has_extension || (token.size() > 1 && token.find('/') != std::string_view::npos);
}

// Between two of the same marks: `ls`, "some words".
Texts quoted(std::string_view message) {
  Texts found;
  for (const char mark : {'`', '"'}) {
    for (std::size_t begin = message.find(mark); begin != std::string_view::npos;) {
      const std::size_t end = message.find(mark, begin + 1);
      if (end == std::string_view::npos) break;
      if (end > begin + 1) found.emplace_back(message.substr(begin + 1, end - begin - 1));
      begin = message.find(mark, end + 1);
    }
  }
  return found;
}

Texts paths(std::string_view message) {
  Texts found = tokens(message);
  std::erase_if(found, [](const std::string& token) { return !is_path(token); });
  return found;
}

Texts urls(std::string_view message) {
  Texts found = tokens(message);
  std::erase_if(found, [](const std::string& token) { return !is_url(token); });
  return found;
}

// Words with a capital, not at the beginning of the message.
Texts proper_names(std::string_view message) {
  Texts found = tokens(message);
  if (found.size() > 1) found.erase(found.begin());
  std::erase_if(found, [](const std::string& token) { return !is_upper(token[0]) || token.size() < 2; });
  return found;
}

Texts commands(std::string_view message) {
  Texts found = quoted(message);
  for (const std::string_view verb : {"run ", "Run ", "execute ", "Execute "}) {
    const std::size_t at = message.find(verb);
    if (at != std::string_view::npos && found.empty()) found.emplace_back(message.substr(at + verb.size()));
  }
  return found;
}

Texts prose(std::string_view message) {
  const std::size_t begin = message.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  message = message.substr(begin, message.find_last_not_of(kSpace) - begin + 1);
  return {std::string(clipped(message, kLongestProse))};
}

Texts phrases(std::string_view message) {
  Texts found = quoted(message);
  return found.empty() ? prose(message) : found;
}

Texts names(std::string_view message) {
  Texts found = quoted(message);
  return found.empty() ? proper_names(message) : found;
}

Texts nothing(std::string_view) { return {}; }

// The first row counts of which a word stands in the parameter's name.
struct Row {
  std::array<std::string_view, 8> words;
  Texts (*find)(std::string_view message);
  std::array<std::string_view, 2> examples;
};
constexpr Row kRows[] = {
    {{"url", "uri", "link", "href", "website"}, urls, {"https://example.com/", "https://example.org/"}},
    {{"path", "file", "filename", "filepath", "files", "paths"}, paths, {"demo.txt", "notes.txt"}},
    {{"dir", "directory", "folder", "cwd", "workdir"}, paths, {".", "src"}},
    {{"city", "location", "place", "town", "country", "region", "destination", "origin"},
     proper_names,
     {"Paris", "Tokyo"}},
    {{"command", "cmd", "shell", "script", "bash"}, commands, {"echo \"hello from the demo model\"", "date"}},
    {{"pattern", "regex", "glob"}, quoted, {"TODO", "FIXME"}},
    {{"date", "day", "since", "until"}, nothing, {"2026-01-15", "2026-01-16"}},
    {{"timezone", "tz"}, nothing, {"Europe/Paris", "UTC"}},
    {{"email", "mail", "recipient", "to"}, nothing, {"someone@example.com", "anyone@example.com"}},
    {{"language", "lang", "locale"}, nothing, {"en", "fr"}},
    {{"currency"}, nothing, {"EUR", "USD"}},
    {{"query", "q", "search", "question", "keywords", "term", "topic"},
     phrases,
     {"tool calls", "JSON repair"}},
    {{"name", "title", "id", "key", "user", "username", "subject", "label"}, names, {"demo", "demo-2"}},
    {{"text", "message", "content", "body", "prompt", "input", "description", "note"},
     prose,
     {"Hello from the demo model.", "Hello again from the demo model."}},
};
constexpr Row kAnyOther = {{}, phrases, {"demo", "another demo"}};

const Row& row_for(std::string_view parameter) {
  const Texts words = words_of(parameter);
  for (const Row& row : kRows) {
    for (const std::string& word : words) {
      if (std::ranges::find(row.words, word) != row.words.end()) return row;
    }
  }
  return kAnyOther;
}

}  // namespace

std::string text_for(std::string_view parameter, std::string_view message, std::size_t number) {
  const Row& row = row_for(parameter);
  Texts found = row.find(message);
  std::erase(found, "");
  if (number < found.size()) return found[number];
  return std::string(row.examples[number % row.examples.size()]);
}

std::string number_in(std::string_view message) {
  const std::size_t begin =
      static_cast<std::size_t>(std::ranges::find_if(message, is_digit) - message.begin());
  std::string_view digits = message.substr(begin);
  digits =
      digits.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(digits, is_digit) - digits.begin()));
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return std::string(digits.substr(0, kLongestNumber));
}

}  // namespace argwright::gateway::demo
