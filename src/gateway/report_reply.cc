#include "gateway/report_reply.h"

#include "gateway/observe/report_json.h"

namespace argwright::gateway {

std::string report_comment(const protocol::Report& report) {
  return ": argwright-report " + report_json(report) + "\n\n";
}

std::string add_report(std::string_view body, const protocol::Report& report) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = body.find_first_not_of(kBlanks);
  const std::size_t end = body.find_last_not_of(kBlanks);
  const bool is_object = begin < end && body[begin] == '{' && body[end] == '}';
  if (!is_object) return std::string(body);
  const std::size_t last = body.find_last_not_of(kBlanks, end - 1);
  const bool is_empty = last == begin;
  std::string with(body.substr(0, end));
  with += is_empty ? "\"argwright\":" : ",\"argwright\":";
  with += report_json(report);
  with += body.substr(end);
  return with;
}

}  // namespace argwright::gateway
