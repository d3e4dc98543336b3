// Writes a response from events, and remembers all of it: the terminal event of a stream repeats every item.
// A body is the same without the events on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "protocol/codec.h"
#include "protocol/responses/output_item.h"
#include "protocol/responses/status.h"

namespace argwright::protocol::responses {

// Events that begin and end items, also the type of the Other that a decoder tells for those that hold parts.
inline constexpr std::string_view kItemAdded = "response.output_item.added";
inline constexpr std::string_view kItemDone = "response.output_item.done";

class ResponseWriter {
 public:
  explicit ResponseWriter(const EncodeOptions& options) : options_(options) {}

  // Takes the event in; writes what a client's stream needs to `out`, or nothing where that is null.
  void add(const Event& event, std::string* out);
  // `count` events have gone to the client without this one writing them.
  void skip_sequence_numbers(std::int64_t count) { sequence_ += count; }
  // The terminal event, or the error, was added.
  bool ended() const { return ended_; }
  // The whole response object. Precondition: ended().
  std::string response() const;

  // The upstream's own event has told the client of the part that is open.
  void part_has_passed();

 private:
  // A call that comes in pieces.
  struct OpenCall {
    std::optional<std::size_t> item;  // none until it has a name
    std::string id, item_id, name, arguments;
    bool custom = false;
    bool ended = false;
    Extras extras;
  };

  void on(const Start& start);
  void on(const PartStart& start);
  void on(const Delta& delta);
  void on(const PartEnd& end);
  void on(const CallPiece& piece);
  void on(const Call& call);
  void on(const Finish& finish);
  void on(const UsageTold& told);
  void on(const Failure& failure);
  void on(const Other& other);
  void on(const Mended&) {}
  void on(const End& end);

  void begin();
  OutputItem& new_item(ItemKind kind, std::string_view id, const Extras& extras);
  std::string unused_id(ItemKind kind, std::string_view id);
  void write_item_event(std::string_view type, std::size_t item, ItemView view);
  // At most one item that holds parts is open.
  void close_item(std::string_view status);
  // Goes on with a part that a call has interrupted.
  void resume(int part);
  void announce_part(OutputPart& part);
  void end_part();
  void start_call(OpenCall& call);
  void add_arguments(OpenCall& call, std::string_view text);
  void end_call(OpenCall& call, std::string_view status);
  void write_call_delta(std::size_t item, std::string_view text);
  void write_call_done(std::size_t item);
  void progress(const Other& other);
  void end_with(const Ending& ending);
  void write_lifecycle(std::string_view type, std::string_view status, std::string_view output);
  std::string output() const;

  // Writes one event: its type, its number and the members that `write(object)` adds.
  template <typename Write>
  void write(std::string_view type, const Write& write_members);
  template <typename Write>
  void write_part_event(std::string_view type, const OutputPart& part, const Write& write_members);

  OutputPart* part() { return part_number_ ? &items_[*open_].parts.back() : nullptr; }

  EncodeOptions options_;
  std::string* out_ = nullptr;
  std::string scratch_;
  std::int64_t sequence_ = 0;
  bool begun_ = false;
  bool ended_ = false;
  Start start_;
  std::string id_;    // of the response
  std::string tail_;  // of the ids that are made up here
  std::vector<OutputItem> items_;
  std::unordered_set<std::string> ids_;
  std::size_t minted_ = 0;           // no id with a number from here on was made up
  std::optional<std::size_t> open_;  // the item that holds parts and has not ended
  std::optional<int> part_number_;   // the part of it that has not ended
  PartStart part_start_;             // how the last part began
  std::optional<PartStart> suspended_;
  std::unordered_map<int, std::size_t> opaque_;  // parts that are whole items, by their number
  std::map<std::int64_t, OpenCall> calls_;
  std::int64_t last_call_ = -1;
  std::optional<Finish> finish_;
  Usage usage_;
  bool has_usage_ = false;
  std::optional<ApiError> error_;
  const Ending* ending_ = nullptr;
};

}  // namespace argwright::protocol::responses
