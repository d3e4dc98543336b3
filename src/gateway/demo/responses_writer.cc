// Responses. Its faults are in the arguments or in the end of the stream, so our own encoder, told of calls
// in pieces, writes the whole grammar of its events.
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "gateway/demo/text_pieces.h"
#include "gateway/demo/writer.h"
#include "protocol/codec.h"

namespace argwright::gateway::demo {
namespace {

using protocol::CallPiece;
using protocol::Event;
using protocol::PartKind;

constexpr std::string_view kToldBack[] = {
    "instructions", "max_output_tokens", "metadata", "parallel_tool_calls", "previous_response_id",
    "reasoning",    "temperature",       "text",     "tool_choice",         "tools",
    "top_p"};

protocol::EncodeOptions as_upstream() {
  protocol::EncodeOptions options;
  options.same_protocol = true;  // so that what is told back is written
  return options;
}

protocol::Start start_of(const Script& script, const Asked& asked) {
  protocol::Start start{script.id, script.model, script.created, {}};
  for (const std::string_view key : kToldBack) {
    const json::Value* told = asked.body.find(key);
    if (told != nullptr && !told->is_null()) start.extras.push_back({std::string(key), *told});
  }
  return start;
}

protocol::Finish finish_of(const Script& script) {
  protocol::Finish finish;
  finish.reason = script.shape == Shape::kTruncated ? protocol::FinishReason::kLength
                  : script.calls.empty()            ? protocol::FinishReason::kStop
                                                    : protocol::FinishReason::kCalls;
  return finish;
}

protocol::PartStart part_of(int number, PartKind kind) {
  protocol::PartStart start;
  start.part = number;
  start.kind = kind;
  start.form = protocol::ReasoningForm::kSummary;
  return start;
}

// "call_x" has its item "fc_x".
std::string item_id(const ScriptedCall& call) { return "fc_" + call.id.substr(call.id.find('_') + 1); }

std::string write_stream(const Script& script, const Asked& asked, Dice& dice) {
  const std::unique_ptr<protocol::StreamEncoder> encoder =
      protocol::codec(protocol::Protocol::kResponses).stream_encoder(as_upstream());
  std::string out;
  const auto tell = [&](const Event& event) { encoder->encode(event, out); };
  tell(start_of(script, asked));
  int number = 0;
  const auto say = [&](PartKind kind, std::string_view text) {
    if (text.empty()) return;
    tell(part_of(number, kind));
    for (const std::string_view piece : spoken(text, dice)) {
      tell(protocol::Delta{0, number, std::string(piece), {}, {}});
    }
    protocol::PartEnd end;
    end.part = number++;
    tell(end);
  };
  say(PartKind::kReasoning, script.reasoning);
  say(PartKind::kText, script.text);
  std::int64_t index = 0;
  for (const ScriptedCall& call : script.calls) {
    CallPiece piece;
    piece.index = index++;
    piece.id = call.id;
    piece.name = call.name;
    piece.item_id = item_id(call);
    tell(piece);
    piece.id = piece.name = {};
    for (const std::string_view fragment : fragments(call.arguments, dice)) {
      piece.arguments = fragment;
      tell(piece);
    }
    piece.arguments.clear();
    // The encoder ends a call that is open at the end as incomplete where the reply is.
    piece.ended = script.shape != Shape::kTruncated;
    tell(piece);
  }
  if (script.shape == Shape::kNoFinish) return out;
  tell(finish_of(script));
  tell(protocol::UsageTold{script.usage});
  tell(protocol::End{true});
  return out;
}

std::string write_body(const Script& script, const Asked& asked) {
  protocol::ReplyBuilder builder;
  builder.add(start_of(script, asked));
  int number = 0;
  for (const auto& [kind, text] :
       {std::pair(PartKind::kReasoning, &script.reasoning), std::pair(PartKind::kText, &script.text)}) {
    if (text->empty()) continue;
    builder.add(part_of(number, kind));
    builder.add(protocol::Delta{0, number, *text, {}, {}});
    protocol::PartEnd end;
    end.part = number++;
    builder.add(end);
  }
  for (const ScriptedCall& scripted : script.calls) {
    protocol::Call call;
    call.id = scripted.id;
    call.name = scripted.name;
    call.arguments = scripted.arguments;
    call.item_id = item_id(scripted);
    builder.add(call);
  }
  builder.add(finish_of(script));
  builder.add(protocol::UsageTold{script.usage});
  builder.add(protocol::End{true});
  return protocol::codec(protocol::Protocol::kResponses).encode_body(builder.take(), as_upstream());
}

}  // namespace

const Writer kResponsesWriter = {write_stream, write_body};

}  // namespace argwright::gateway::demo
