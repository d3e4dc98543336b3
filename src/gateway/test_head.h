// For tests: heads as a client or an upstream sends them.
#pragma once

#include <string>

#include "net/head.h"

#include <gtest/gtest.h>

namespace argwright::gateway {

// `fields`: lines that end with "\r\n".
inline net::Head request_head(const std::string& fields, const std::string& line = "POST / HTTP/1.1") {
  net::HeadParser parser(net::HeadParser::Kind::kRequest, 10'000);
  EXPECT_EQ(parser.parse(line + "\r\n" + fields + "\r\n"), net::HeadParser::State::kDone) << parser.fault();
  return parser.take();
}
inline net::Head reply_head(const std::string& fields) {
  net::HeadParser parser(net::HeadParser::Kind::kReply, 10'000);
  EXPECT_EQ(parser.parse("HTTP/1.1 200 OK\r\n" + fields + "\r\n"), net::HeadParser::State::kDone)
      << parser.fault();
  return parser.take();
}

}  // namespace argwright::gateway
