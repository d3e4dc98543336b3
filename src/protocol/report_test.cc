#include "protocol/report.h"

#include <gtest/gtest.h>

#include "argwright/schema.h"

namespace argwright::protocol {
namespace {

TEST(CallReport, MakesTheRecordOfAnUntouchedCall) {
  const Schema schema =
      *Schema::compile_text(R"({"properties":{"city":{"type":"string"},"n":{"type":"number"}}})");
  CallReport report;
  report.id = "call_1";
  report.name = "weather";
  report.untouched = R"({"city": "Oslo", "n": 1.10})";
  const std::shared_ptr<const ToolCallRequest> made = report.request();
  ASSERT_NE(made, nullptr);
  const ToolCallRequest parsed = parse_call({"weather", "call_1", *report.untouched}, &schema);
  EXPECT_EQ(made->tool_name, parsed.tool_name);
  EXPECT_EQ(made->tool_call_id, parsed.tool_call_id);
  EXPECT_EQ(made->raw_arguments, parsed.raw_arguments);
  EXPECT_EQ(made->arguments, parsed.arguments);
  EXPECT_EQ(made->outcome, parsed.outcome);
  EXPECT_EQ(made->rejection, parsed.rejection);
  EXPECT_EQ(made->rewritten, parsed.rewritten);
  EXPECT_EQ(made->diagnostics, parsed.diagnostics);
  EXPECT_EQ(made->parse_warning + made->parse_error, parsed.parse_warning + parsed.parse_error);
  EXPECT_EQ(made->complete, parsed.complete);
}

TEST(CallReport, GivesTheRecordThatIsThere) {
  CallReport report;
  EXPECT_EQ(report.request(), nullptr) << "a free-text call";
  report.parsed = std::make_shared<const ToolCallRequest>();
  EXPECT_EQ(report.request(), report.parsed);
}

}  // namespace
}  // namespace argwright::protocol
