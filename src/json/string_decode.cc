// Tested by string_decode_test.cc.
#include "json/string_decode.h"

#include "json/string_scanner.h"

namespace argwright::json {

namespace {

// A TextSink that also notes where every byte came from.
class TracingSink {
 public:
  TracingSink(char* out, const char* token, const char* token_end, std::vector<std::uint32_t>& origins)
      : text_(out, token_end), token_(token), origins_(origins) {}

  void run(const char* first, const char* last) {
    text_.run(first, last);
    std::uint32_t origin = 0;
    for (const char* p = first; p != last; ++p) {
      const bool continues = (static_cast<unsigned char>(*p) & 0xC0) == 0x80;
      if (!continues) origin = static_cast<std::uint32_t>(p - token_);
      origins_.push_back(origin);
    }
  }
  void escape(char32_t code_point, const char* at) {
    const char* const before = text_.out();
    text_.escape(code_point, at);
    origins_.insert(origins_.end(), static_cast<std::size_t>(text_.out() - before),
                    static_cast<std::uint32_t>(at - token_));
  }
  void finish(const char* first, const char* last) { run(first, last); }

  char* out() const { return text_.out(); }

 private:
  TextSink text_;
  const char* token_;
  std::vector<std::uint32_t>& origins_;
};

template <typename Sink>
bool decode_with(std::string_view token, Sink& sink) {
  const char* const end = token.data() + token.size();
  const StringScan scan = scan_string(token.data() + 1, end, sink);
  return scan.fault == StringFault::kNone && scan.position == end;
}

}  // namespace

bool decode_string(std::string_view token, std::string& out, std::vector<std::uint32_t>* origins) {
  if (token.size() < 2 || token.front() != '"') return false;
  const std::size_t before = out.size();
  out.resize(before + token.size() + kTextSinkSlack);
  char* const target = out.data() + before;
  const char* const end = token.data() + token.size();
  bool whole = false;
  char* written = target;
  if (origins != nullptr) {
    // Only for the first token: an exact reserve for each of many would copy the whole list each time.
    if (origins->empty()) origins->reserve(token.size());
    TracingSink sink(target, token.data(), end, *origins);
    whole = decode_with(token, sink);
    written = sink.out();
  } else {
    TextSink sink(target, end);
    whole = decode_with(token, sink);
    written = sink.out();
  }
  out.resize(before + static_cast<std::size_t>(written - target));
  return whole;
}

}  // namespace argwright::json
