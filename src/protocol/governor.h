// The one place where calls are assembled, repaired, coerced and released, for streams and bodies alike.
// Pieces of calls go in and are swallowed; whole calls come out, each once, as soon as they are certain: when
// the upstream says that a call has ended and its text is strict JSON, or has finished and its text is that,
// else at the end of the reply, whatever that is: there are upstreams that go on behind their finish. A call
// that was cut off never comes out (L8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>

#include "argwright/catalog.h"
#include "protocol/call_assembler.h"
#include "protocol/event.h"
#include "protocol/governance.h"
#include "protocol/name_aliases.h"
#include "protocol/report.h"

namespace argwright::protocol {

struct GovernorContext {
  Governance governance;
  ToolCatalog tools;    // that the client's request declared
  NameAliases aliases;  // names that were changed for the upstream
  // Free-text tools of the client that the upstream was given as functions.
  std::unordered_set<std::string> custom_tools;
  // Pieces may pass as they came where gathering is off: client and upstream speak the same protocol.
  bool same_protocol = false;
  // The client reads one call after the other. Where something was mended, its pieces no longer come as the
  // upstream sends them, and may not interleave.
  bool one_call_at_a_time = false;
};

// How the arguments of a call are read. `complete`: the upstream finished it.
ParseOptions parse_options(const Governance& governance, bool complete);

class Governor {
 public:
  explicit Governor(GovernorContext context);
  Governor(const Governor&) = delete;
  Governor& operator=(const Governor&) = delete;

  // Appends to `out` what becomes of `in`. True: something was changed, held back or added, so that what
  // these events came from must not pass as it is.
  bool govern(Events& in, Events& out);
  // Is what came out other than what went in? Calls that were gathered and released as they were do not
  // count.
  bool altered() const { return altered_; }
  // Puts something into the report.
  void note(std::string_view code, std::string message);
  const Report& report() const { return report_; }
  Report take_report() { return std::move(report_); }

 private:
  CallAssembler::NameMatch match(std::string_view name) const;
  // True: it was mended.
  bool mend_name(CallPiece& call);
  bool take_piece(CallPiece& piece, bool is_mended, Events& out);
  // Pieces pass as they came.
  bool passes_as_sent() const;
  // True: this one must not, since what it came with, or the first of its call, does not.
  bool pass_as_sent(CallPiece& piece, bool is_mended, Events& out);
  // A number of its own among the calls of its choice.
  std::int64_t number_of(const AssembledCall& assembled);
  // From here on what the client gets is written anew.
  void diverge();
  void pass_pieces(int choice, bool at_end, bool complete, Events& out);
  // False: a call is half out, and nothing may come between its pieces.
  bool pass_pieces_in_order(int choice, bool at_end, bool complete, Events& out);
  bool finish(Finish& told, Events& out);
  bool end(const End& told, Events& out);
  // The finish goes out, as it fits the calls. True: it is another one now.
  bool tell_finish(Finish& told, Events& out);
  bool tell_finish_again(int choice, Events& out);
  void tell_missing_finish(int choice, bool clean, Events& out);
  // The upstream says no more: everything is settled. True: a call came out or was withheld.
  bool settle_all(int choice, bool clean, Events& out);
  // How far the reply has come.
  enum class Stage : std::uint8_t { kUnderWay, kFinished, kEnded };
  bool is_certain(const AssembledCall& assembled, Stage stage) const;
  // Releases what is certain. `clean`: the upstream told the end. True: a call came out or was withheld.
  bool release(int choice, Stage stage, bool clean, Events& out);
  bool has_open_calls(int choice);
  bool has_none(const AssembledCall& assembled, bool clean);
  // A call that has gone out before: behind the finish, or where its decoder takes it for that.
  bool is_told_again(const AssembledCall& assembled) const;
  // Calls, or more of them, came behind the last finish, and not for the second time.
  bool went_on(int choice) const;
  void settle(AssembledCall& assembled, bool complete, Events& out);
  void settle_custom(AssembledCall& assembled, bool complete, Events& out);
  void settle_wrapped(AssembledCall& assembled, bool complete, std::shared_ptr<const ToolCallRequest> request,
                      Events& out);
  void settle_nameless(AssembledCall& assembled);
  void release_as(AssembledCall& assembled, std::string arguments, Fate fate,
                  std::shared_ptr<const ToolCallRequest> request, Events& out);
  void withhold(AssembledCall& assembled, std::string_view code, std::string message,
                std::shared_ptr<const ToolCallRequest> request);
  void refuse(AssembledCall& assembled, std::shared_ptr<const ToolCallRequest> request, Events& out);
  void report_passed(int choice, bool complete, bool clean);
  std::shared_ptr<const ToolCallRequest> parse(const AssembledCall& assembled, bool complete) const;
  std::string unique_id(const CallPiece& call);

  struct Counts {
    int released = 0;
    int truncated = 0;  // withheld because they were cut off
    bool seen = false;
    bool finished = false;                           // the upstream told a reason
    bool went_on = false;                            // and then told more of calls
    FinishReason upstream = FinishReason::kUnknown;  // which
    std::optional<Finish> held;        // told while calls were open: it waits, since more of them may come
    std::optional<FinishReason> told;  // to the client
    int released_before_finish = 0;
    bool is_riddle = false;  // a word that nobody knows
    bool is_cut() const { return upstream == FinishReason::kLength || upstream == FinishReason::kFilter; }
    // The upstream said that it was done, in words that are understood: calls that need mending are whole
    // (L8).
    bool vouches() const { return finished && !is_cut() && !is_riddle; }
  };

  const GovernorContext context_;
  CallAssembler assembler_;
  std::unordered_set<std::string> odd_names_;  // that were mended
  Report report_;
  std::string reply_id_;
  std::set<std::string> ids_;
  std::map<int, Counts> choices_;
  Events waiting_;  // behind the call whose pieces pass to another protocol, or behind a held finish
  // Bytes that is_told_again() has compared: each call may be held against all before it, and no reply is to
  // take time beyond its length for that.
  static constexpr std::size_t kMostCompared = std::size_t{64} << 20;
  mutable std::size_t compared_ = 0;
  bool holds_finish_ = false;
  bool is_passing_ = false;  // such a call is half out
  bool has_diverged_ = false;
  bool altered_ = false;
  bool failed_ = false;
  bool ended_ = false;
};

}  // namespace argwright::protocol
