// Turns the output items of a response into events, whether they come in pieces, whole, or both: what a
// stream has told is not told again, what it has left out is made up for from the items as they ended.
//
// Breaches of the protocol are mended and told as Mended, except where the items come whole (a body), where
// none of them can be a breach.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "argwright/json.h"
#include "protocol/call_assembler.h"
#include "protocol/event.h"
#include "protocol/responses/part_form.h"
#include "protocol/responses/part_sequence.h"

namespace argwright::protocol::responses {

enum class OutputMode : std::uint8_t { kStream, kBody };

enum class Closing : std::uint8_t {
  kAtEnd,   // of the response: what is still open should not be
  kBroken,  // by an error, or because the bytes ended: nothing of it is a breach by itself
};

class OutputDecoder {
 public:
  explicit OutputDecoder(OutputMode mode) : mode_(mode) {}

  // Each takes the whole event (its `data`).
  void item_added(const json::Value& event, Events& events);
  void item_done(const json::Value& event, Events& events);
  void part_added(const PartForm& form, const json::Value& event, Events& events);
  void part_done(const PartForm& form, const json::Value& event, Events& events);
  void text_delta(const PartForm& form, const json::Value& event, Events& events);
  void text_done(const PartForm& form, const json::Value& event, Events& events);
  void annotation_added(const json::Value& event, Events& events);
  // `named`: kFunctionCall or kCustomCall, as the event is called.
  void call_delta(ItemKind named, const json::Value& event, Events& events);
  void call_done(ItemKind named, const json::Value& event, Events& events);
  // Any event that none of the above is for.
  void other(std::string_view type, json::Value event, Events& events);

  // To be called behind each event of a stream: tells, once, that events were put into another order.
  void tell_disorder(Events& events);

  // The items of the response as it ended: those that were not streamed, or not to their end, are told now.
  void reconcile(const json::Array& output, Events& events);
  // Nothing more comes: ends what is open.
  void close(Closing closing, Events& events);

  // The upstream began another response in place of this one.
  void begin_anew(Events& events);

  bool has_calls() const { return has_calls_; }
  bool is_empty() const { return items_.empty(); }

 private:
  struct Part {
    const PartForm* form = nullptr;
    int number = -1;         // of the last events; a part that goes on after its end gets a new one
    bool open = false;       // started and not ended
    bool told_done = false;  // the upstream said that it is whole
    std::string text;        // all that was streamed
    std::string beginning;   // told when it was added, and not yet passed on
    json::Array annotations;
  };
  using PartKey = std::pair<PartList, std::int64_t>;

  struct Item {
    ItemKind kind = ItemKind::kOpaque;
    std::string type;
    std::string id;
    std::int64_t number = 0;  // of our own
    std::int64_t index = 0;   // output_index, or a number of our own where that is missing or was used before
    std::optional<std::int64_t> told_index;
    bool added = false;      // false: opened by an event that came before its output_item.added
    bool announced = false;  // by an output_item.added of its own
    bool done = false;
    Extras extras;  // for the first event that has a place for them
    std::map<PartKey, Part> parts;
    std::string encrypted;     // of a reasoning item: as told when it was added
    bool has_started = false;  // of a reasoning item or message: some part was started
    int opaque_part = -1;
    std::string call_id, name;   // of a call: as told first
    std::string arguments;       // of a call: what was told so far
    WholeObject whole;           // of a call: where nothing else parts it from the next
    bool is_told = false;        // of a call: all of its text was told at once
    bool cut_off = false;        // of a call: the upstream says so
    bool ended = false;          // of a call: its end was told
    const Item* twin = nullptr;  // of a call: one that has ended and was called the same in every way
    bool matched = false;        // found in the response's output
  };

  enum class Teller : std::uint8_t { kItem, kResponse };  // of an item's end

  Item* find(const json::Value& event);
  // For output_item.added and .done: a call_id tells more than an id or a place that several calls share.
  Item* find_added(const json::Value& event);
  Item* find_ended(const json::Value& event);
  // The call of that call_id; `seems` where there is none.
  Item* find_by_call_id(const json::Value& event, Item* seems);
  Item* find_of_kind(ItemKind kind, const json::Value& event);
  // The event tells another place than that of the call.
  static bool is_elsewhere(const Item& item, const json::Value& event);
  // The event speaks of a call behind `item`, which has ended and has its id or its place.
  static bool is_behind(const Item& item, const json::Value& event);
  // Of an item that nothing announced, and an event that names neither it nor its place: is it one more word
  // of it?
  static bool may_go_on(const Item& item, const json::Value& event);
  // `value`, an item that seems to be `item` by its id or place, is another call: there are servers that give
  // several calls one id or one place, and servers that make up new ids for a call that they tell again.
  static bool is_another_call(const Item& item, const json::Value& value);
  // Another tool: whatever else is the same, it is another call.
  static bool is_of_another_name(const Item& item, std::string_view name);
  // Other arguments than those of the call.
  static bool says_another(const Item& item, const json::Value& value);
  // What is known of a call, and what `value` adds to it.
  CallPiece named_piece(Item& item, const json::Value& value);
  // Which of our items each of the response's output is; null: none. `is_repeated`: one call, told twice.
  std::vector<Item*> match(const json::Array& output, std::vector<bool>& is_repeated);
  // Calls of the output, by number, that have the name and the text of one of ours.
  std::vector<std::pair<std::size_t, Item*>> said_alike(const json::Array& output) const;
  // A call that the output repeats is no repetition where as many were begun, and one of them still waits.
  void take_waiting(const json::Array& output, std::vector<Item*>& matches, std::vector<bool>& is_repeated);
  // The item that `event` speaks of; opened where it was not added.
  Item& item_for(ItemKind kind, const json::Value& event, Events& events);
  Item& new_item(ItemKind kind, std::string_view type, const json::Value& event, std::string_view id);
  // Official clients count items by themselves, and fail where output_index differs or an id is missing.
  void check_place(const json::Value& event, Events& events);
  void check_index(const Item& item, const json::Value& event, Events& events);
  // Clients wait for the end of an item that holds parts.
  void check_unfinished(Events& events);
  // There are servers that make up a new id for every event, and official clients that refuse that.
  void check_part(const PartForm& form, const json::Value& event, Events& events);
  void check_text(const PartForm& form, const json::Value& holder, Events& events);
  void check_id(const Item& item, std::string_view id, Events& events);
  void open_item(Item& item, const json::Value& value, Events& events);
  void end_item(Item& item, const json::Value& value, Teller teller, Events& events);
  void end_message(Item& item, const json::Value& value, Events& events);
  void end_reasoning(Item& item, const json::Value& value, Events& events);
  void end_call(Item& item, const json::Value& value, Teller teller, Events& events);
  // It is the call that it is called like, and not another one of its name and ids.
  static bool is_told_again(const Item& item);
  // Nothing more comes for the call: what was waited for is not told any more.
  void give_up_waiting(Item& item, Events& events);
  void end_opaque(Item& item, const json::Value& value, Events& events);

  Part& part_for(Item& item, const PartForm& form, std::int64_t index, Events& events);
  void start_part(Item& item, Part& part, Events& events);
  void end_part(Part& part, Proof proof, Events& events);
  // At most one part with text is open: the next one ends it.
  void end_open_part(Events& events);
  void add_text(Part& part, std::string_view text, const json::Value& logprobs_holder, Events& events);
  // Passes on what was told when the part was added, unless `next` says it once more.
  void tell_beginning(Part& part, std::string_view next, Events& events);
  // The whole text of the part, told once more: adds what was not streamed.
  void tell_text(Part& part, std::string_view whole, const json::Value& logprobs_holder, Events& events);
  void tell_part(Item& item, const PartForm& form, std::int64_t index, const json::Value& value,
                 Events& events);
  void tell_parts(Item& item, PartList list, const json::Value& value, Events& events);

  // Where the parts of an item's list were streamed: elsewhere by servers that do not count from 0.
  static std::vector<std::int64_t> places_of_parts(const Item& item, PartList list, const json::Array& parts);
  // An item that has ended, as the response tells it once more.
  void check_output(const Item& item, const json::Value& value, Events& events);

  // Which kind of call the event speaks of: its item says more than its name.
  ItemKind kind_of_call(ItemKind named, const json::Value& event, Events& events);
  CallPiece piece_of(Item& item) const;
  void mend(std::string_view code, std::string message, Events& events);
  // Also in a body: what clients do not read there either.
  static void mend_call(std::string_view code, std::string message, Events& events);

  OutputMode mode_;
  std::vector<std::unique_ptr<Item>> items_;
  std::int64_t forgotten_ = 0;  // items of responses before this one
  std::unordered_map<std::int64_t, Item*> by_index_;
  std::unordered_map<std::string, Item*> by_id_;
  std::unordered_map<std::string, Item*> by_call_id_;
  bool ids_repeat_ = false;                       // two items have the same id
  Item* last_ = nullptr;                          // found or begun last
  std::array<Item*, kItemKinds> last_of_kind_{};  // begun last
  Item* unfinished_ = nullptr;   // the last that holds parts, where nothing was begun behind it
  std::int64_t next_index_ = 0;  // above every index seen
  PartSequence sequence_;
  Part* open_ = nullptr;  // the part with text that is open
  Item* open_item_ = nullptr;
  bool has_calls_ = false;
  bool disorder_told_ = false;
};

}  // namespace argwright::protocol::responses
