// For tests: a thought with something in every member.
#pragma once

#include "gateway/reasoning/thought.h"

namespace argwright::gateway {

inline Thought sample_thought() {
  ThoughtPart reasoning;
  reasoning.text = "Let me see.\n\"quoted\" \xE2\x82\xAC";
  reasoning.form = protocol::ReasoningForm::kSummary;
  reasoning.member = "reasoning";
  reasoning.proof.signature = "sig";
  reasoning.proof.encrypted = "enc";
  reasoning.proof.details = {
      json::Value(json::Object{{"type", "reasoning.text"}, {"index", json::Number{"0.10"}}})};
  reasoning.id = "rs_1";
  ThoughtPart inline_part;
  inline_part.form = protocol::ReasoningForm::kInline;
  inline_part.text = "hm";
  inline_part.opening = "\n<think>";
  inline_part.closing = "</think>";
  ThoughtPart text;
  text.kind = ThoughtPart::Kind::kText;
  text.text = "\n\nAnswer";
  ThoughtPart call;
  call.kind = ThoughtPart::Kind::kCall;
  call.id = "call_1";
  call.extras = {{"extra_content", json::Object{{"google", json::Object{{"thought_signature", "ts"}}}}}};
  return {{reasoning, inline_part, text, call}, {{"extra_content", "m"}}, true};
}

}  // namespace argwright::gateway
