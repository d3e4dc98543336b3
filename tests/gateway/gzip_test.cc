// Upstreams that compress although nobody asked them to.
#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/gateway/support/ending.h"
#include "tests/gateway/support/gateway_under_test.h"
#include "tests/gateway/support/samples.h"

namespace argwright::gateway_test {
namespace {

// With a flush behind each piece, as servers of streams do.
class Compressor {
 public:
  explicit Compressor(bool gzip = true) {
    deflateInit2(&stream_, 6, Z_DEFLATED, gzip ? MAX_WBITS + 16 : MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  }
  ~Compressor() { deflateEnd(&stream_); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  std::string pack(std::string piece, bool last = false) {
    std::string out(piece.size() + 1000, '\0');
    stream_.next_in = reinterpret_cast<Bytef*>(piece.data());
    stream_.avail_in = static_cast<uInt>(piece.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    deflate(&stream_, last ? Z_FINISH : Z_SYNC_FLUSH);
    out.resize(out.size() - stream_.avail_out);
    return out;
  }

 private:
  z_stream stream_{};
};

class Gzip : public testing::TestWithParam<Protocol> {
 protected:
  HttpMessage ask(const std::string& reply, bool stream) {
    ScriptedUpstream upstream([&](const HttpMessage&, int) -> Script { return {Step::send(reply)}; });
    Config config = test_config(upstream.base_url(), GetParam());
    config.limits.reply_bytes = 1'000'000;
    config.upstreams.front().timeouts.gap = milliseconds(1000);
    GatewayUnderTest gateway(config);
    HttpMessage answer = gateway.ask(request(GetParam(), stream));
    EXPECT_EQ(ending_of(GetParam(), answer).fault, "") << answer.body.substr(0, 500);
    EXPECT_EQ(answer.field("content-encoding"), "");
    return answer;
  }
};

TEST_P(Gzip, OfABodyIsUnpacked) {
  for (const bool gzip : {true, false}) {
    Compressor compressor(gzip);
    const std::string coding = gzip ? "gzip" : "deflate";
    const HttpMessage answer =
        ask(http_reply(200, compressor.pack(reply_body(GetParam()), true),
                       "Content-Type: application/json\r\nContent-Encoding: " + coding + "\r\n"),
            false);
    EXPECT_EQ(answer.status, 200) << coding;
    EXPECT_NE(answer.body.find("Paris"), std::string::npos) << coding;
  }
}

TEST_P(Gzip, OfAnErrorIsUnpacked) {
  Compressor compressor;
  const HttpMessage answer = ask(
      http_reply(400, compressor.pack(R"({"type":"error","error":{"type":"e","message":"not so"}})", true),
                 "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"),
      false);
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(error_message(GetParam(), answer.body), "not so") << answer.body;
}

TEST_P(Gzip, OfAStreamIsUnpacked) {
  Compressor compressor;
  std::string reply = chunked_head(200, "Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n");
  for (const std::string& each : stream_events(GetParam())) reply += chunk(compressor.pack(each));
  reply += chunk(compressor.pack("", true)) + std::string(kEndOfChunks);
  const Ending ending = ending_of(GetParam(), ask(reply, true));
  EXPECT_EQ(ending.text, kReplyText);
  EXPECT_EQ(ending.arguments, std::vector<std::string>{std::string(kMendedArguments)});
}

TEST_P(Gzip, ThatIsNoneIsToldAsAnError) {
  const HttpMessage answer = ask(http_reply(200, "this is not compressed",
                                            "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"),
                                 false);
  EXPECT_EQ(answer.status, 502);
}

// The framing is whole, the compressed text is not.
TEST_P(Gzip, ThatIsCutShortIsToldAsAnError) {
  Compressor compressor;
  const std::string packed = compressor.pack(reply_body(GetParam()), true);
  const HttpMessage body = ask(http_reply(200, packed.substr(0, packed.size() - 9),
                                          "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"),
                               false);
  EXPECT_EQ(body.status, 502);
  Compressor streaming;
  std::string reply = chunked_head(200, "Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n");
  reply += chunk(streaming.pack(stream_events(GetParam()).front())) + std::string(kEndOfChunks);
  const HttpMessage stream = ask(reply, true);
  EXPECT_TRUE(ending_of(GetParam(), stream).is_error) << stream.body;
}

TEST_P(Gzip, ThatUnpacksToMoreThanIsAllowedIsRefused) {
  Compressor compressor;
  const std::string bomb = compressor.pack("{\"x\":\"" + std::string(50'000'000, 'a') + "\"}", true);
  ASSERT_LT(bomb.size(), 200'000U);
  const HttpMessage answer =
      ask(http_reply(200, bomb, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"), false);
  EXPECT_EQ(answer.status, 502);
}

INSTANTIATE_TEST_SUITE_P(Protocols, Gzip,
                         testing::Values(Protocol::kChat, Protocol::kResponses, Protocol::kMessages),
                         [](const auto& protocol) {
                           return std::string(protocol::protocol_name(protocol.param));
                         });

}  // namespace
}  // namespace argwright::gateway_test
