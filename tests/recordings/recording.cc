#include "tests/recordings/recording.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/corpus/case_file.h"

namespace argwright::recordings {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::istringstream in(line); std::getline(in, cell, separator);) {
    const std::size_t begin = cell.find_first_not_of(' ');
    const std::size_t end = cell.find_last_not_of(' ');
    cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
  }
  return cells;
}

std::string request_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  std::string request = path.substr(0, dot) + ".req.json";
  return std::filesystem::exists(request) ? request : std::string();
}

// "status:400" among the words.
std::string word_behind(const std::string& words, const std::string& key) {
  const std::size_t begin = words.find(key);
  if (begin == std::string::npos) return {};
  return words.substr(begin + key.size(), words.find(' ', begin) - begin - key.size());
}

int number_of(const std::string& text, int otherwise) {
  int value = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::string Recording::bytes() const { return read_text(path); }

ToolCatalog Recording::tools() const {
  if (request_path.empty()) return {};
  Result<json::Value> request = json::parse(read_text(request_path));
  if (!request || request->find("tools") == nullptr) return {};
  Result<std::vector<ToolDeclaration>> tools = read_declarations(*std::move(request));
  if (!tools) return {};
  Result<ToolCatalog> catalog = ToolCatalog::create_declared(*std::move(tools));
  return catalog ? *std::move(catalog) : ToolCatalog();
}

std::vector<Recording> own_recordings() {
  const std::string folder = corpus::source_folder() + "/tests/recordings/own/";
  std::vector<Recording> found;
  std::istringstream index(read_text(folder + "index.tsv"));
  for (std::string line; std::getline(index, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> cells = split(line, '\t');
    if (cells.size() < 3) continue;
    const std::optional<protocol::Protocol> protocol = protocol::protocol_by_name(cells[1]);
    if (!protocol) continue;
    Recording recording;
    recording.name = "own/" + cells[0];
    recording.path = folder + cells[0];
    recording.request_path = request_of(recording.path);
    recording.protocol = *protocol;
    recording.stream = cells[0].ends_with(".sse");
    recording.status = number_of(cells[2], 200);
    found.push_back(std::move(recording));
  }
  return found;
}

std::vector<Recording> shared_recordings() {
  const std::string folder = corpus::shared_folder() + "/recordings/";
  std::vector<Recording> found;
  std::istringstream index(read_text(folder + "INDEX.md"));
  std::string section;
  for (std::string line; std::getline(index, line);) {
    if (line.starts_with("## ")) section = line.substr(3, line.find(" (") - 3);
    if (!line.starts_with("| ")) continue;
    // | file | model | protocol | mode | T | R | fin | quirks | req | ...
    const std::vector<std::string> cells = split(line, '|');
    if (cells.size() < 9) continue;
    Recording recording;
    recording.name = section + "/" + cells[1];
    recording.path = folder + recording.name;
    if (!std::filesystem::exists(recording.path)) continue;
    const bool is_error = cells[3] == "error";
    const std::optional<protocol::Protocol> protocol =
        protocol::protocol_by_name(is_error ? word_behind(cells[8], "ep:") : cells[3]);
    if (!protocol) continue;
    recording.protocol = *protocol;
    recording.stream = cells[4] == "stream";
    recording.request_path = request_of(recording.path);
    if (is_error) recording.status = number_of(word_behind(cells[8], "status:"), 500);
    found.push_back(std::move(recording));
  }
  return found;
}

std::vector<Recording> all_recordings() {
  std::vector<Recording> all = own_recordings();
  for (Recording& recording : shared_recordings()) all.push_back(std::move(recording));
  return all;
}

}  // namespace argwright::recordings
