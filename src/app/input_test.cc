#include "app/input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace argwright::app {
namespace {

// A file that is gone with the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content)
      : path_(std::filesystem::temp_directory_path() /
              ("argwright_input_test_" + std::to_string(::getpid()))) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// "1:abc|2:(too long)|"
std::string lines_of(std::string_view content, std::size_t max_bytes = 1000) {
  const TemporaryFile temporary(content);
  Result<InputFile> file = InputFile::open(temporary.path());
  if (!file) return file.error().message;
  LineReader reader(*file, max_bytes, [] {});
  std::string all;
  for (;;) {
    const Result<std::optional<LineReader::Line>> line = reader.next();
    if (!line) return line.error().message;
    if (!line->has_value()) break;
    all += std::to_string((*line)->number) + ":";
    all += (*line)->too_long ? "(too long)" : std::string((*line)->text);
    all += "|";
  }
  EXPECT_EQ(reader.position(), content.size());
  return all;
}

TEST(Input, ReadsLines) {
  EXPECT_EQ(lines_of(""), "");
  EXPECT_EQ(lines_of("a"), "1:a|");
  EXPECT_EQ(lines_of("a\n"), "1:a|");
  EXPECT_EQ(lines_of("a\n\nb"), "1:a|2:|3:b|");
  EXPECT_EQ(lines_of("\n\n"), "1:|2:|");
}

TEST(Input, SkipsLinesThatAreTooLong) {
  EXPECT_EQ(lines_of("abc\nabcd\nab\n", 3), "1:abc|2:(too long)|3:ab|");
  EXPECT_EQ(lines_of("abcd", 3), "1:(too long)|");
  const std::string huge(300'000, 'x');
  EXPECT_EQ(lines_of(huge + "\nab\n" + huge, 100'000), "1:(too long)|2:ab|3:(too long)|");
}

TEST(Input, ReadsLinesLongerThanAChunk) {
  const std::string huge(300'000, 'x');
  EXPECT_EQ(lines_of("a\n" + huge + "\nb", 300'000), "1:a|2:" + huge + "|3:b|");
}

TEST(Input, ReadsWholeFilesUpToALimit) {
  const TemporaryFile file("12345");
  EXPECT_EQ(*read_whole(file.path(), 5), "12345");
  const Result<std::string> more = read_whole(file.path(), 4);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(more.error().message, "input is larger than 4 bytes; raise --max-bytes");
}

TEST(Input, TellsWhyAFileCannotBeRead) {
  const Result<std::string> absent = read_whole("/nowhere/at/all", 5);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::kIo);
  EXPECT_EQ(absent.error().message, "No such file or directory");
  const Result<std::string> folder = read_whole("/", 5);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message, "Is a directory");
}

}  // namespace
}  // namespace argwright::app
