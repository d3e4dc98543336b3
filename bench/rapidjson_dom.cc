#include "bench/rapidjson_dom.h"

#include <rapidjson/document.h>

namespace argwright::bench {

bool parse_with_rapidjson(const char* text, std::size_t size) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(text, size);
  return !document.HasParseError();
}

}  // namespace argwright::bench
