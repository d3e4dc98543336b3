#include "protocol/api_error.h"

#include <gtest/gtest.h>

#include "json/utf8.h"
#include "protocol/test_events.h"

namespace argwright::protocol {
namespace {

using testing::at;
using testing::parsed;

ApiError read(int status, std::string_view body) { return read_error_text(status, body); }

struct Shape {
  int status;  // of the HTTP reply
  const char* body;
  int told;
  const char* type;
  const char* code;
  const char* message;
};

// WIRE.md section 4: the shapes of the wild.
TEST(ApiError, ReadsEveryShape) {
  const Shape shapes[] = {
      // OpenAI, Anthropic
      {429,
       R"({"error":{"message":"slow","type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"}})",
       429, "rate_limit_error", "rate_limit_exceeded", "slow"},
      {529, R"({"type":"error","error":{"type":"overloaded_error","message":"busy"},"request_id":"r"})", 529,
       "overloaded_error", "", "busy"},
      // xAI: a wrong key is a 400
      {400, R"({"code":"Client specified an invalid argument","error":"Incorrect API key"})", 400, "",
       "Client specified an invalid argument", "Incorrect API key"},
      // Mistral
      {401, R"({"detail":"Unauthorized"})", 401, "", "", "Unauthorized"},
      {422, R"({"detail":[{"loc":["body"],"msg":"bad"}]})", 422, "", "", R"([{"loc":["body"],"msg":"bad"}])"},
      {400, R"({"object":"error","message":"Invalid model","type":"invalid_model","code":"1500"})", 400,
       "invalid_model", "1500", "Invalid model"},
      // OpenRouter, with an error status and with 200
      {402, R"({"error":{"message":"no credits","code":402,"metadata":{"provider_name":"p"}}})", 402, "",
       "402", "no credits"},
      {200, R"({"error":{"message":"no endpoint","code":404}})", 404, "", "404", "no endpoint"},
      // Google's list
      {400, R"([{"error":{"code":400,"message":"bad key","status":"INVALID_ARGUMENT"}}])", 400, "", "400",
       "bad key"},
      {200, R"([{"error":{"code":503,"message":"later","status":"UNAVAILABLE"}}])", 503, "", "503", "later"},
      // a gateway behind a gateway, a list of errors, names of other makers
      {0, R"({"type":"error","error":{"error":{"type":"overloaded_error","message":"busy"}}})", 529,
       "overloaded_error", "", "busy"},
      {0, R"({"error":{"message":"mine","error":{"message":"theirs"}}})", 502, "", "", "mine"},
      {0, R"({"errors":[{"message":"first","code":400},{"message":"second"}]})", 400, "", "400", "first"},
      {0, R"({"error":[{"message":"first"}]})", 502, "", "", "first"},
      {0, R"({"error_code":17,"error_msg":"limit"})", 429, "", "17", "limit"},
      {0, R"({"statusCode":429,"message":"slow"})", 429, "", "", "slow"},
      {0, R"({"type":"error","error":{"type":"conflict_error","message":"m"}})", 409, "conflict_error", "",
       "m"},
      // Azure
      {422, R"({"error":{"code":"unprocessable","details":[{"msg":"m"}]}})", 422, "", "unprocessable",
       R"([{"msg":"m"}])"},
      // Perplexity
      {401, R"({"error":{"message":"no","type":"unauthorized","code":401}})", 401, "unauthorized", "401",
       "no"},
      // Groq, in a stream
      {0,
       R"({"error":{"message":"failed","type":"invalid_request_error","code":"tool_use_failed",)"
       R"("failed_generation":"<f>"}})",
       400, "invalid_request_error", "tool_use_failed", "failed"},
      // MiniMax
      {200, R"({"base_resp":{"status_code":1004,"status_msg":"login fail"}})", 401, "", "1004", "login fail"},
      {200, R"({"base_resp":{"status_code":1002,"status_msg":"limit"},"choices":null})", 429, "", "1002",
       "limit"},
      {200, R"({"base_resp":{"status_code":99999,"status_msg":"odd"}})", 502, "", "99999", "odd"},
      // Responses
      {0, R"({"type":"response.failed","response":{"error":{"code":"server_error","message":"oops"}}})", 500,
       "", "server_error", "oops"},
      {0, R"({"type":"error","code":"rate_limit_exceeded","message":"slow","param":null})", 429, "error",
       "rate_limit_exceeded", "slow"},
      // Others
      {500, R"({"error":"model crashed"})", 500, "", "", "model crashed"},
      {500, R"({"msg":"short"})", 500, "", "", "short"},
      {0, R"({"error":{"type":"overloaded_error","message":"busy"}})", 529, "overloaded_error", "", "busy"},
      {0, R"({"error":{"message":"who knows"}})", 502, "", "", "who knows"},
  };
  for (const Shape& shape : shapes) {
    const ApiError error = read(shape.status, shape.body);
    EXPECT_EQ(error.status, shape.told) << shape.body;
    EXPECT_EQ(error.type, shape.type) << shape.body;
    EXPECT_EQ(error.code, shape.code) << shape.body;
    EXPECT_EQ(error.message, shape.message) << shape.body;
    EXPECT_EQ(json::write(error.source), json::write(parsed(shape.body)));
  }
}

// Whatever a reply of status 200 says of an error. 502 would have clients ask once more.
TEST(ApiError, FindsTheStatusInWordsAndNumbers) {
  struct Row {
    const char* body;
    int status;
  };
  const Row rows[] = {
      // a status as a text, beside the list of errors, around the error
      {R"({"error":{"message":"m","type":"throttling_error","code":"429"}})", 429},
      {R"({"errors":[{"code":"odd","message":"m"}],"trace":"t","status_code":403})", 403},
      {R"({"object":"error","message":"m","code":"3505","raw_status_code":429})", 429},
      {R"({"statusCode":"503","message":"m"})", 503},
      // OpenAI's codes, which say more than its types
      {R"({"error":{"message":"m","type":"invalid_request_error","code":"invalid_api_key"}})", 401},
      {R"({"error":{"message":"m","type":"invalid_request_error","code":"model_not_found"}})", 404},
      {R"({"error":{"message":"m","type":"insufficient_quota","code":"insufficient_quota"}})", 429},
      {R"({"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":"m"}}})",
       400},
      {R"({"type":"response.failed","response":{"error":{"code":"server_is_overloaded","message":"m"}}})",
       503},
      {R"({"type":"response.failed","response":{"error":{"code":"invalid_prompt","message":"m"}}})", 400},
      {R"({"type":"error","error":{"type":"too_many_requests","code":"too_many_requests","message":"m"}})",
       429},
      // words that are sent with anything count last: DeepSeek
      {R"({"error":{"message":"m","type":"authentication_error","code":"invalid_request_error"}})", 401},
      {R"({"error":{"message":"Unauthorized","type":"api_error","code":null}})", 401},
      {R"({"error":{"message":"m","type":"server_error","code":"rate_limit_exceeded"}})", 429},
      {R"({"error":{"message":"m","type":"invalid_request_error"}})", 400},
      // Google's words, and gRPC's as sentences
      {R"({"error":{"message":"m","status":"RESOURCE_EXHAUSTED"}})", 429},
      {R"({"error":{"message":"m","status":"PERMISSION_DENIED"}})", 403},
      {R"({"error":{"message":"m","status":"UNAUTHENTICATED"}})", 401},
      {R"({"error":{"message":"m","status":"NOT_FOUND"}})", 404},
      {R"({"error":{"message":"m","status":"INVALID_ARGUMENT"}})", 400},
      {R"({"error":{"message":"m","status":"FAILED_PRECONDITION"}})", 400},
      {R"({"error":{"message":"m","status":"UNAVAILABLE"}})", 503},
      {R"({"error":{"message":"m","status":"DEADLINE_EXCEEDED"}})", 504},
      {R"({"error":{"message":"m","status":"INTERNAL"}})", 500},
      {R"({"error":{"message":"m","status":"ABORTED"}})", 409},
      {R"({"code":"Some resource has been exhausted","error":"m"})", 429},
      {R"({"code":"invalid-argument","error":"m"})", 400},
      // AWS
      {R"({"__type":"ThrottlingException","message":"m"})", 429},
      {R"({"__type":"com.amazon.coral.service#UnrecognizedClientException","message":"m"})", 403},
      {R"({"__type":"ValidationException","message":"m"})", 400},
      {R"({"throttlingException":{"message":"m"}})", 429},
      {R"({"code":"AccessDeniedException","message":"m"})", 403},
      {R"({"Message":"Forbidden"})", 403},
      // names in parts: DashScope, Volcengine, Tencent, Apigee
      {R"({"code":"Throttling.RateQuota","message":"m"})", 429},
      {R"({"code":"InternalError.Algo.InvalidParameter","message":"m"})", 400},
      {R"({"error":{"code":"data_inspection_failed","type":"data_inspection_failed","message":"m"}})", 400},
      {R"({"error":{"code":"RateLimitExceeded.EndpointTPMExceeded","message":"m","type":"TooManyRequests"}})",
       429},
      {R"({"error":{"code":"InvalidEndpointOrModel.NotFound","message":"m","type":"NotFound"}})", 404},
      {R"({"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"m"},"RequestId":"1"}})",
       401},
      {R"({"fault":{"faultstring":"m","detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}})", 429},
      // numbers of the provider's own
      {R"({"error":{"code":"1302","message":"m"}})", 429},
      {R"({"error":{"code":"1211","message":"m"}})", 400},
      {R"({"error":{"code":"10163","type":"api_error","message":"m"}})", 400},
      {R"({"object":"error","code":"1302","message":"Mistral's"})", 502},
      {R"({"error_code":336103,"error_msg":"m"})", 400},
      {R"({"code":50505,"message":"m","data":null})", 503},
      // ordinary words, as a whole
      {R"({"detail":"Not Found"})", 404},
      {R"({"error":"Bad Request"})", 400},
      {R"({"message":"Too Many Requests"})", 429},
      {R"({"message":"the internal server says: not found, or too many requests"})", 502},
      {R"({"error":{"message":"m","type":"requests_of_the_moon","code":"x.y"}})", 502},
  };
  for (const Row& row : rows) {
    const ApiError error = read(200, row.body);
    EXPECT_EQ(error.status, row.status) << row.body;
    if (std::string_view(row.body).find(":\"m\"") != std::string_view::npos) {
      EXPECT_EQ(error.message, "m") << row.body;
    }
  }
}

TEST(ApiError, FindsTheMessage) {
  EXPECT_EQ(read(200, R"({"success":false,"errors":["loading","again"]})").message, "loading; again");
  EXPECT_EQ(read(429, R"({"fault":{"faultstring":"quota","detail":{"errorcode":"a.b"}}})").message, "quota");
  EXPECT_EQ(read(429, R"({"fault":{"faultstring":"quota","detail":{"errorcode":"a.b"}}})").code, "a.b");
  EXPECT_EQ(read(200, R"({"Response":{"Error":{"Code":"c","Message":"m"}}})").message, "m");
  EXPECT_EQ(read(400, R"({"detail":{"message":"m","code":"c"}})").message, "m");
  EXPECT_EQ(read(400, R"({"detail":{"error":{"message":"m"}}})").message, "m");
  EXPECT_EQ(read(400, R"({"error":{"code":"c"},"message":"outer"})").message, "outer");
  EXPECT_EQ(read(400, R"({"error":{"code":"c"},"detail":"outer"})").message, "outer");
  EXPECT_EQ(read(400, R"({"error":true,"message":"m"})").message, "m");
  EXPECT_EQ(read(200, R"({"modelStreamErrorException":{"message":"m"}})").code, "modelStreamErrorException");
  // Where no member tells it, all there is.
  EXPECT_EQ(read(500, R"({"error":{"oops":"why"}})").message,
            R"(the upstream answered with status 500 and no message: {"oops":"why"})");
  EXPECT_EQ(read(500, R"({"oops":["why"]})").message,
            R"(the upstream answered with status 500 and no message: {"oops":["why"]})");
  EXPECT_EQ(read(500, "{}").message, "the upstream answered with status 500 and no message");
  const std::string huge = R"({"oops":")" + std::string(100'000, 'x') + "\"}";
  EXPECT_LT(read(500, huge).message.size(), 600U);
  // Not "Success" as what went wrong.
  const std::string success = read(200, R"({"code":0,"message":"Success"})").message;
  EXPECT_NE(success.find(R"({"code":0,"message":"Success"})"), std::string::npos) << success;
  EXPECT_EQ(read(400, R"({"code":0,"message":"no"})").message, "no");
  EXPECT_EQ(read(200, R"({"type":"error","code":0,"message":"no"})").message, "no");
}

TEST(ApiError, KeepsTheMemberAtFault) {
  EXPECT_EQ(read(400, R"({"error":{"message":"m","param":"tools[0]"}})").param, "tools[0]");
}

TEST(ApiError, TellsABodyThatIsNoJsonByItsBeginning) {
  EXPECT_EQ(read(502, "<html>Bad Gateway</html>").message, "<html>Bad Gateway</html>");
  const ApiError huge = read(500, std::string(1'000'000, 'x'));
  EXPECT_EQ(huge.message, std::string(500, 'x'));
  // Never through the middle of a character.
  std::string wide = "x";
  for (int i = 0; i < 400; ++i) wide += "\xC3\xA9";
  const ApiError cut = read(500, wide);
  EXPECT_EQ(cut.message.size(), 499U);
  EXPECT_TRUE(json::is_valid_utf8(cut.message));
}

TEST(ApiError, AlwaysHasAMessageAndAStatus) {
  const char* bodies[] = {"",
                          " \r\n",
                          "null",
                          "[]",
                          "[[]]",
                          "{}",
                          "3",
                          "\"\"",
                          "{\"error\":",
                          "[null]",
                          "{\"error\":{}}",
                          "{\"error\":[]}",
                          "true",
                          "\xFF",
                          "{\"error\":0}",
                          "{\"base_resp\":{}}",
                          "{\"error\":{\"message\":null}}"};
  for (const int status : {0, 200, 404, 500, 999, -1}) {
    for (const char* body : bodies) {
      const ApiError error = read(status, body);
      EXPECT_NE(error.message.find_first_not_of(" \r\n"), std::string::npos) << status << " " << body;
      EXPECT_GE(error.status, 400) << body;
      EXPECT_LE(error.status, 599) << body;
      for (const Protocol protocol : kProtocols) {
        EXPECT_TRUE(json::parse(write_error(protocol, error))) << body;
      }
    }
  }
}

TEST(ApiError, TellsNothingOfBytesThatAreNoText) {
  const ApiError error = read(500, "\xFF\xFE{}");
  EXPECT_EQ(error.message, "the upstream's answer is not text");
}

TEST(ApiError, TakesTheStatusOfTheReplyBeforeThatOfTheBody) {
  EXPECT_EQ(read(401, R"({"error":{"code":500,"message":"m"}})").status, 401);
  EXPECT_EQ(read(403, R"({"base_resp":{"status_code":1002,"status_msg":"m"}})").status, 403);
}

TEST(ApiError, KnowsAnErrorThatCameWithStatus200) {
  for (const char* body :
       {R"({"error":{"message":"m"}})", R"({"error":"m"})", R"({"error":{},"choices":[]})",
        R"({"type":"error"})", R"([{"error":{"message":"m"}}])", R"({"base_resp":{"status_code":1000}})",
        R"({"base_resp":{"status_code":"1000"}})", R"({"detail":"m"})",
        R"({"error_code":336103,"error_msg":"m"})", R"({"Message":"m"})", R"({"errors":["m"]})",
        R"({"fault":{"faultstring":"m"}})", R"({"success":false})",
        R"({"Response":{"Error":{"Message":"m"}}})", R"({"code":1,"message":"m"})",
        R"({"throttlingException":{"message":"m"}})", R"({"code":500,"status":"ok","msg":"m"})"}) {
    EXPECT_TRUE(is_error_body(parsed(body))) << body;
  }
  for (const char* body :
       {R"({"error":null,"choices":[]})", R"({"choices":[],"base_resp":{"status_code":0}})", "[]", "null",
        "{}", "[3]", R"({"detail":"high","choices":[]})", R"({"detail":null})", R"({"type":"message"})",
        R"({"code":0,"message":"Success"})", R"({"code":"0","message":"Success"})",
        R"({"code":200,"msg":"ok"})", R"({"status":"success","message":"m"})",
        R"({"success":true,"errors":[],"message":"m"})", R"({"message":"m","usage":{}})", R"({"errors":[]})",
        R"({"error_code":0,"error_msg":""})"}) {
    EXPECT_FALSE(is_error_body(parsed(body))) << body;
  }
}

TEST(ApiError, KnowsWhatClientsReadAsAnError) {
  for (const char* body :
       {R"({"error":{"message":"m","type":"t"}})", R"({"error":{"message":"m","code":null}})",
        R"({"error":{"message":"m","code":7}})", R"({"error":{"message":"m","param":null}})"}) {
    EXPECT_TRUE(is_own_error(Protocol::kChat, parsed(body))) << body;
    EXPECT_FALSE(is_own_error(Protocol::kMessages, parsed(body))) << body;
  }
  for (const char* body :
       {R"({"error":"m"})", R"({"error":{"message":"m"}})", R"({"error":{"message":"m","type":null}})",
        R"({"error":{"message":"m","type":7,"code":"c"}})", R"({"error":{"message":"","type":"t"}})"}) {
    EXPECT_FALSE(is_own_error(Protocol::kChat, parsed(body))) << body;
  }
  EXPECT_TRUE(
      is_own_error(Protocol::kMessages, parsed(R"({"type":"error","error":{"type":"t","message":"m"}})")));
}

TEST(ApiError, NamesTheErrorOfEveryStatus) {
  struct Row {
    int status;
    const char* chat;
    const char* messages;
  };
  const Row rows[] = {
      {400, "invalid_request_error", "invalid_request_error"},
      {401, "invalid_request_error", "authentication_error"},
      {402, "insufficient_quota", "billing_error"},
      {403, "invalid_request_error", "permission_error"},
      {404, "invalid_request_error", "not_found_error"},
      {408, "timeout", "timeout_error"},
      {409, "conflict", "conflict_error"},
      {413, "invalid_request_error", "request_too_large"},
      {422, "invalid_request_error", "invalid_request_error"},
      {429, "rate_limit_exceeded", "rate_limit_error"},
      {451, "invalid_request_error", "invalid_request_error"},
      {500, "server_error", "api_error"},
      {502, "server_error", "api_error"},
      {503, "server_error", "overloaded_error"},
      {504, "timeout", "timeout_error"},
      {529, "server_error", "overloaded_error"},
      {599, "server_error", "api_error"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(error_type(Protocol::kChat, row.status), row.chat) << row.status;
    EXPECT_EQ(error_type(Protocol::kResponses, row.status), row.chat) << row.status;
    EXPECT_EQ(error_type(Protocol::kMessages, row.status), row.messages) << row.status;
  }
}

TEST(ApiError, WritesTheClientsOwnError) {
  ApiError error;
  error.status = 429;
  error.message = "slow \"down\"";
  EXPECT_EQ(write_error(Protocol::kMessages, error),
            R"({"type":"error","error":{"type":"rate_limit_error","message":"slow \"down\""}})");
  const std::string open =
      R"({"error":{"message":"slow \"down\"","type":"rate_limit_exceeded","param":null,"code":null}})";
  EXPECT_EQ(write_error(Protocol::kChat, error), open);
  EXPECT_EQ(write_error(Protocol::kResponses, error), open);
  error.code = "tpm";
  error.param = "input";
  error.type = "tokens_error";
  const std::string told = write_error(Protocol::kChat, error);
  EXPECT_EQ(at(told, "error.code"), R"("tpm")");
  EXPECT_EQ(at(told, "error.param"), R"("input")");
  EXPECT_EQ(at(told, "error.type"), R"("tokens_error")");
  error.type = "insufficient_quota";
  EXPECT_EQ(at(write_error(Protocol::kChat, error), "error.type"), R"("insufficient_quota")");
  error.type = "INVALID_ARGUMENT";
  EXPECT_EQ(at(write_error(Protocol::kChat, error), "error.type"), R"("rate_limit_exceeded")")
      << "no word of OpenAI's";
}

}  // namespace
}  // namespace argwright::protocol
