// The provider table. Tested by profile_test.cc and shape_test.cc. A new provider is a new function here and
// a line in built_in_rows(); docs/providers.md is made from these rows (`argwright providers`).
//
// Where a provider's rule is not known for sure the row takes the side that cannot be refused, and says so.
#include "provider/profile_table.h"

#include <utility>

namespace argwright::provider {
namespace {

using Words = std::vector<std::string>;
using protocol::Protocol;

const Words kAuto = {"auto"};
const Words kAutoNone = {"auto", "none"};
const Words kEveryChoice = {"auto", "none", "required", "named", "allowed"};
const Words kSampling = {"temperature", "top_p", "presence_penalty", "frequency_penalty"};

// The provider's own row with changes for some models.
template <typename Change>
Profile for_models(const Profile& own, Words models, const Change& change) {
  Profile row = own;
  row.models = std::move(models);
  change(row);
  return row;
}

// Nothing is known, so nothing is touched; only what another protocol's request is made of is spelled the way
// everyone reads it: a server that knows only max_tokens ignores max_completion_tokens without a word.
std::vector<Profile> generic() {
  Profile own{.name = "generic", .title = "any API in the manner of OpenAI or Anthropic"};
  own.example_url = "https://llm.example.com/v1";
  own.tool_choice = own.tool_choice_thinking = kEveryChoice;
  own.call_proofs = true;
  // Nobody is known to demand it there, and keeping costs more than the rest of a request.
  own.remember = false;
  // A proxy or a server of one's own: the names say whose chat template reads the request. Both refuse or
  // lose the thread without the reasoning of turns with calls, and elsewhere the member is ignored.
  Profile deepseek = for_models(own, {"*deepseek-v4*"}, [](Profile& row) {
    row.back = Back::kAlwaysField;
    row.placeholder_on = PlaceholderOn::kCalls;
    row.thinking = Thinking::kOn;
    row.remember = true;
  });
  Profile kimi = for_models(deepseek, {"*kimi-k2-thinking*", "*kimi-k2.*"}, [](Profile& row) {
    row.back_placeholder = " ";  // as in Kimi's own rows
  });
  // These lose quality, or fail by what stands before them, without their own thoughts.
  Profile rememberer = for_models(own,
                                  {"*deepseek*", "*kimi*", "*minimax-m*", "*glm-4.*", "*glm-5*", "*qwen3*",
                                   "*qwq*", "*gemini-3*", "*claude*", "*gpt-oss*", "*thinking*", "*reason*"},
                                  [](Profile& row) { row.remember = true; });
  return {own, deepseek, kimi, rememberer};
}

std::vector<Profile> openai() {
  Profile own{.name = "openai", .title = "OpenAI"};
  own.base_urls = {.chat = "https://api.openai.com/v1", .responses = "https://api.openai.com/v1"};
  own.hosts = {"api.openai.com"};
  own.reply_reasoning = ReasoningMember::kNone;  // Chat never shows any; /responses does
  own.back = Back::kNone;
  own.tool_choice = own.tool_choice_thinking = kEveryChoice;
  own.max_tokens = MaxTokens::kMaxCompletionTokens;
  own.developer_role = true;
  own.ids = "call_ and 24 letters; 40 bytes in Chat, 64 in Responses";
  own.errors = "{error: {message, type, param, code}}";
  own.stream = "a forced named tool finishes with stop";
  Profile reasoner = for_models(
      own, {"o1*", "o3*", "o4*", "gpt-5", "gpt-5-20*", "gpt-5-mini*", "gpt-5-nano*", "gpt-5-codex*"},
      [](Profile& row) {
        row.thinking = Thinking::kAlways;
        row.sealed_reasoning = true;  // others refuse to be asked
        row.drop = {"temperature",       "top_p",    "presence_penalty",
                    "frequency_penalty", "logprobs", "top_logprobs"};
        row.max_tokens_only = true;
      });
  // gpt-5.1 and later reason where they are asked to, and take temperature only where they are not.
  Profile later = for_models(reasoner, {"gpt-5*"}, [](Profile& row) {
    row.thinking = Thinking::kOff;
    row.drop_thinking = std::exchange(row.drop, {});
  });
  Profile chatty = for_models(own, {"gpt-5*-chat*"}, [](Profile&) {});
  return {own, chatty, reasoner, later};
}

std::vector<Profile> anthropic() {
  Profile own{.name = "anthropic", .title = "Anthropic", .protocol = Protocol::kMessages};
  own.base_urls = {.chat = "https://api.anthropic.com/v1", .messages = "https://api.anthropic.com/v1"};
  own.hosts = {"api.anthropic.com"};
  own.reply_reasoning = ReasoningMember::kNone;  // of its Chat endpoint; Messages has signed thinking blocks
  own.back = Back::kNone;                        // in Chat; thinking blocks always go as they came
  own.thinking = Thinking::kOff;
  own.tool_choice_thinking = kAutoNone;
  own.loop_needs_thinking =
      true;  // else 400 "Expected `thinking` or `redacted_thinking`, but found `tool_use`"
  own.drop_thinking = {"temperature", "top_p", "top_k"};
  own.ids = "toolu_ and 24 letters; only letters, digits, _ and -";
  own.errors = "{type: error, error: {type, message}}";
  own.stream = "its Chat endpoint begins the index of calls at 1 where text precedes them";
  return {own};
}

std::vector<Profile> deepseek() {
  Profile own{.name = "deepseek", .title = "DeepSeek"};
  own.base_urls = {.chat = "https://api.deepseek.com",
                   .responses = "https://api.deepseek.com",
                   .messages = "https://api.deepseek.com/anthropic/v1"};
  own.hosts = {"deepseek"};
  // V4, and whatever comes after it: 400 where a turn with calls lacks the member, even an empty one.
  own.back = Back::kAlwaysField;
  own.back_as = ReasoningMember::kContent;
  own.back_scope = BackScope::kCalls;
  own.thinking = Thinking::kOn;
  own.thinking_switch = ThinkingSwitch::kThinking;
  own.efforts = {"low", "high", "max"};
  own.tool_choice_thinking = kAutoNone;  // none [?]: nobody has seen it refused
  own.drop_thinking = kSampling;         // ignored without a word (S4-14): the warning tells
  own.drop_thinking.insert(own.drop_thinking.end(), {"logprobs", "top_logprobs"});
  own.empty_content = EmptyContent::kText;
  own.strict = Strict::kDrop;
  own.strict_all_at = "/beta";
  own.max_tokens_only = true;
  own.calls_together = true;  // else 400 "No tool output found for tool call"
  own.reasoning_items = true;
  own.ids = "call_00_, call_01_ and 24 letters";
  own.errors = "{error: {message, type, param, code}}";
  own.stream = "content null while it reasons; usage in the finish chunk";
  // S4-12: a new turn clears what was thought before it. deepseek-chat does not think unless told to.
  Profile v3 = for_models(own, {"deepseek-chat*", "deepseek-v3*"}, [](Profile& row) {
    // 400 "Missing `reasoning_content` field", also for a reply of another model: an empty one is taken.
    row.placeholder_on = PlaceholderOn::kTurnCalls;
    row.back_scope = BackScope::kTurn;
    row.thinking = Thinking::kOff;
    row.effort_as = EffortMember::kNone;
    row.efforts.clear();
  });
  Profile r1 = for_models(v3, {"deepseek-reasoner*", "deepseek-r1*"}, [](Profile& row) {
    row.thinking = Thinking::kAlways;
    row.thinking_switch = ThinkingSwitch::kNone;
  });
  Profile v4 = for_models(own, {"deepseek-v4*"}, [](Profile&) {});
  return {own, v4, v3, r1};
}

std::vector<Profile> minimax() {
  Profile own{.name = "minimax", .title = "MiniMax"};
  own.base_urls = {.chat = "https://api.minimax.io/v1",
                   .responses = "https://api.minimax.io/v1",
                   .messages = "https://api.minimax.io/anthropic/v1"};
  own.hosts = {"minimax"};  // api.minimaxi.com, too
  own.reply_reasoning = ReasoningMember::kDetails;
  own.back_as = ReasoningMember::kDetails;
  own.back_scope = BackScope::kTurn;
  own.details_format = "MiniMax-response-v1";
  own.make_details = true;
  own.thinking = Thinking::kAlways;
  own.effort_as = EffortMember::kNone;
  // Its own schema has no tool_choice [?]; auto is what it does without one.
  own.tool_choice = own.tool_choice_thinking = kAuto;
  own.send = {{"reasoning_split", true}};
  own.drop = {"n"};
  own.temperature = TemperatureRange::kAboveZeroToOne;
  own.max_tokens = MaxTokens::kMaxCompletionTokens;
  own.max_tokens_only = true;
  own.ids = "call_function_ and letters";
  own.errors = "status 200 with base_resp.status_code other than 0";
  own.stream =
      "role in every chunk, or empty; <think> in content unless reasoning_split; no [DONE]; details mostly "
      "in pieces, sometimes the whole so far";
  Profile m3 = for_models(own, {"MiniMax-M3*"}, [](Profile& row) {
    row.thinking = Thinking::kOn;
    row.thinking_switch = ThinkingSwitch::kAdaptive;
  });
  return {own, m3};
}

std::vector<Profile> glm() {
  Profile own{.name = "glm", .title = "GLM (Z.ai)"};
  own.base_urls = {.chat = "https://api.z.ai/api/paas/v4", .messages = "https://api.z.ai/api/anthropic/v1"};
  own.hosts = {"bigmodel", "z.ai"};
  // Where a reply carried reasoning, and never a field for its own sake (S4-93). Not cleared: with
  // clear_thinking false, the coding plan's default, it must come back whole; else the server drops it
  // itself.
  own.back_as = ReasoningMember::kContent;
  own.thinking = Thinking::kOn;
  own.thinking_switch = ThinkingSwitch::kThinking;
  own.effort_as = EffortMember::kNone;
  own.tool_choice = own.tool_choice_thinking = kAuto;  // else 400 "Tool choice must be auto"
  own.drop = {"presence_penalty", "frequency_penalty"};
  own.message_members.clear();  // it knows no name
  own.strict = Strict::kDrop;
  own.max_tokens_only = true;
  own.stream_options = false;
  own.ids = "call_ and a number that may be negative";
  own.errors = "{error: {code, message}}";
  own.stream = "each call whole in one chunk, sometimes with index -1; usage in the finish chunk unasked";
  Profile hybrid =
      for_models(own, {"glm-4.5*", "glm-4.6*"}, [](Profile& row) { row.thinking = Thinking::kOff; });
  Profile fixed = for_models(own, {"glm-5.3*"}, [](Profile& row) {
    row.thinking = Thinking::kAlways;
    row.effort_as = EffortMember::kReasoningEffort;
    row.efforts = {"low", "high", "max"};
  });
  Profile plain = for_models(own, {"glm-4-*"}, [](Profile& row) {
    row.thinking = Thinking::kNone;
    row.thinking_switch = ThinkingSwitch::kNone;
  });
  return {own, hybrid, fixed, plain};
}

std::vector<Profile> kimi() {
  Profile own{.name = "kimi", .title = "Kimi (Moonshot)"};
  own.base_urls = {.chat = "https://api.moonshot.ai/v1", .messages = "https://api.moonshot.ai/anthropic/v1"};
  own.hosts = {"moonshot", "api.kimi.com"};
  own.back = Back::kAlwaysField;
  own.back_as = ReasoningMember::kContent;
  own.back_scope = BackScope::kCalls;
  own.back_placeholder = " ";  // whether "" counts as missing is not known [?]
  own.placeholder_on = PlaceholderOn::kCalls;
  own.thinking = Thinking::kOn;
  own.thinking_switch = ThinkingSwitch::kThinking;
  own.effort_as = EffortMember::kNone;  // thinking and reasoning_effort together are refused
  own.tool_choice_thinking = kAutoNone;
  own.drop = kSampling;  // fixed; other values are refused
  own.drop.emplace_back("n");
  own.ids = "functions.NAME:INDEX, which the model has learned: sent back as they are";
  own.errors = "{error: {message, type}}";
  own.stream = "usage inside choices[0] of the finish chunk";
  Profile forced = for_models(own, {"kimi-k2-thinking*"}, [](Profile& row) {
    row.thinking = Thinking::kAlways;
    row.drop.clear();
  });
  // "only type=enabled is allowed"
  Profile coder =
      for_models(own, {"kimi-k2.7-code*"}, [](Profile& row) { row.thinking = Thinking::kAlways; });
  Profile plain =
      for_models(own, {"kimi-k2-0*", "kimi-k2-turbo*", "kimi-latest*", "moonshot-*"}, [](Profile& row) {
        row.back = Back::kWhenPresent;
        row.thinking = Thinking::kNone;
        row.thinking_switch = ThinkingSwitch::kNone;
        row.drop.clear();
      });
  return {own, forced, coder, plain};
}

std::vector<Profile> qwen() {
  Profile own{.name = "qwen", .title = "Qwen (DashScope)"};
  own.base_urls = {.chat = "https://dashscope-intl.aliyuncs.com/compatible-mode/v1"};
  own.hosts = {"dashscope"};
  own.back_as = ReasoningMember::kContent;  // optional [?]; what the client has goes back
  // Some think unless told not to, some only when told [?]: taken as thinking, a forced tool is safe with
  // both.
  own.thinking = Thinking::kOn;
  own.thinking_switch = ThinkingSwitch::kEnableThinking;
  own.effort_as = EffortMember::kNone;
  // Which ones is not told in one place; of the open models 400 "parameter.enable_thinking must be set to
  // false for non-streaming calls". A stream is refused by none.
  own.streams_only = StreamsOnly::kThinking;
  own.tool_choice_thinking = kAutoNone;
  own.ids = "call_ and letters; \"\" in later chunks";
  own.errors = "{error: {message, type, code}}, with <400> in the message";
  own.stream = "usage in a chunk without choices, when asked for; many thinking models stream only";
  Profile forced =
      for_models(own, {"*thinking*", "qwq*", "qvq*"}, [](Profile& row) { row.thinking = Thinking::kAlways; });
  Profile plain =
      for_models(own, {"qwen3-coder*", "qwen-coder*", "*instruct*", "qwen2*", "qwen-max*"}, [](Profile& row) {
        row.thinking = Thinking::kNone;
        row.thinking_switch = ThinkingSwitch::kNone;
      });
  Profile omni = for_models(plain, {"*omni*"}, [](Profile& row) { row.streams_only = StreamsOnly::kAlways; });
  return {own, forced, omni, plain};
}

std::vector<Profile> openrouter() {
  Profile own{.name = "openrouter", .title = "OpenRouter"};
  own.base_urls = {.chat = "https://openrouter.ai/api/v1"};
  own.hosts = {"openrouter.ai"};
  own.reply_reasoning = ReasoningMember::kDetails;
  own.back_as = ReasoningMember::kDetails;  // whole and unchanged; text without details goes as `reasoning`
  own.thinking_switch = ThinkingSwitch::kReasoning;
  own.effort_as = EffortMember::kReasoning;
  own.ids = "those of the model's host";
  own.errors = "status 200 with {error}, or a chunk with error and choices";
  own.stream =
      "comments before data; parallel calls of Gemini all with index 0 and new ids; usage repeats choices";
  Profile glm = for_models(own, {"z-ai/glm-*", "zai/glm-*"}, [](Profile& row) {
    row.tool_choice = row.tool_choice_thinking = kAuto;
    row.strict = Strict::kDrop;
  });
  Profile thinker = for_models(own, {"deepseek/deepseek-v4*", "moonshotai/kimi-k2.*"}, [](Profile& row) {
    row.thinking = Thinking::kOn;
    row.tool_choice_thinking = kAutoNone;
  });
  Profile forced = for_models(own, {"moonshotai/kimi-k2-thinking*", "minimax/minimax-m*"}, [](Profile& row) {
    row.thinking = Thinking::kAlways;  // its switch may still tell the effort
    row.tool_choice_thinking = kAutoNone;
  });
  return {own, glm, thinker, forced};
}

std::vector<Profile> vllm() {
  Profile own{.name = "vllm", .title = "vLLM"};
  own.example_url = "http://127.0.0.1:8000/v1";
  // `reasoning` since 0.11, reasoning_content before; requests may use either, so the client's stays.
  own.reply_reasoning = ReasoningMember::kReasoning;
  own.ids = "chatcmpl-tool- and letters; for Kimi functions.NAME:INDEX";
  own.errors = "{error: {message, type, code}}, older ones {object: error, message}";
  own.stream =
      "the first piece of a call has no arguments; extra stop_reason; a named tool finishes with stop";
  return {own};
}

std::vector<Profile> llamacpp() {
  Profile own{.name = "llamacpp", .title = "llama.cpp server"};
  own.example_url = "http://127.0.0.1:8080/v1";
  // An object is read as auto without a word: a named tool is required as the only one.
  own.tool_choice = own.tool_choice_thinking = {"auto", "none", "required"};
  own.ids = "32 letters";
  own.errors = "{error: {code (a number), message, type}}";
  own.stream = "usage and timings in a chunk without choices";
  return {own};
}

std::vector<Profile> ollama() {
  Profile own{.name = "ollama", .title = "Ollama"};
  own.example_url = "http://127.0.0.1:11434/v1";
  own.reply_reasoning = ReasoningMember::kReasoning;
  own.back_as = ReasoningMember::kReasoning;  // gpt-oss needs it
  own.thinking_switch = ThinkingSwitch::kEffort;
  own.efforts = {"none", "low", "medium", "high"};
  own.tool_choice = own.tool_choice_thinking = kAuto;  // ignored [?]: what cannot be kept is not promised
  own.ids = "call_ and 8 letters";
  own.errors = "{error: {message, type}}";
  own.stream = "role in every chunk; each call whole in one chunk";
  return {own};
}

std::vector<Profile> gemini() {
  Profile own{.name = "gemini", .title = "Gemini (its OpenAI-compatible API)"};
  own.base_urls = {.chat = "https://generativelanguage.googleapis.com/v1beta/openai"};
  own.hosts = {"generativelanguage.googleapis"};
  // The proof is extra_content.google.thought_signature on the call, and members it does not know are
  // refused.
  own.reply_reasoning = ReasoningMember::kNone;
  own.back = Back::kNone;
  own.call_proofs = true;
  own.message_members = {"name", "extra_content"};
  own.drop = {"store", "service_tier", "verbosity", "prompt_cache_key", "safety_identifier"};
  own.thinking = Thinking::kOn;
  own.thinking_switch = ThinkingSwitch::kEffort;
  own.efforts = {"none", "minimal", "low", "medium", "high"};
  own.ids = "may be empty";
  own.errors = "a list: [{error: {code, message, status}}]";
  own.stream = "no index in pieces of calls; total_tokens counts hidden reasoning";
  Profile pro = for_models(own, {"*gemini-2.5-pro*"}, [](Profile& row) {
    row.thinking = Thinking::kAlways;
    row.efforts = {"low", "medium", "high"};
  });
  // 400 "Function call is missing a thought_signature": for calls of another model there is a word instead.
  Profile three = for_models(pro, {"*gemini-3*"},
                             [](Profile& row) { row.lost_proof = "skip_thought_signature_validator"; });
  return {own, three, pro};
}

std::vector<Profile> mistral() {
  Profile own{.name = "mistral", .title = "Mistral"};
  own.base_urls = {.chat = "https://api.mistral.ai/v1"};
  own.hosts = {"api.mistral.ai", "codestral.mistral.ai"};
  // Members that it does not know are refused: 422 "Extra inputs are not permitted".
  own.reply_reasoning = ReasoningMember::kNone;  // in the content, as a list of parts
  own.back = Back::kNone;
  own.message_members = {"prefix"};
  own.drop = {"seed",
              "user",
              "metadata",
              "store",
              "service_tier",
              "logprobs",
              "top_logprobs",
              "logit_bias",
              "verbosity",
              "prompt_cache_key",
              "safety_identifier"};
  own.max_tokens_only = true;
  own.stream_options = false;
  own.id_grammar = IdGrammar::kNineAlnum;
  own.ids = "nine letters or digits; others are refused";
  own.errors = "{object: error, message, type, code}; message may be an object with detail";
  own.stream =
      "calls without index or type, whole, in the finish chunk; usage there unasked; content may be a list";
  return {own};
}

}  // namespace

std::vector<Profile> built_in_rows() {
  std::vector<Profile> rows;
  for (const auto provider : {generic, openai, anthropic, deepseek, minimax, glm, kimi, qwen, openrouter,
                              vllm, llamacpp, ollama, gemini, mistral}) {
    for (Profile& row : provider()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace argwright::provider
