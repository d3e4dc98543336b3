#include "protocol/responses/part_sequence.h"

#include <gtest/gtest.h>

#include "protocol/responses/shown_events.h"

namespace argwright::protocol::responses {
namespace {

PartEnd end_of(int part) {
  PartEnd end;
  end.part = part;
  return end;
}

TEST(ResponsesPartSequence, NumbersPartsAndLetsThemGoWhileTheyFollowOneAnother) {
  PartSequence sequence;
  Events events;
  EXPECT_EQ(sequence.start({}, events), 0);
  sequence.end(end_of(0), events);
  EXPECT_EQ(sequence.start({}, events), 1);
  EXPECT_FALSE(sequence.waits(1));
  sequence.append(Other{"x", {}, {}}, events);
  EXPECT_EQ(shown(events), (Lines{"part 0 text", "end 0", "part 1 text", "other x"}));
  EXPECT_FALSE(sequence.take_disorder());
}

TEST(ResponsesPartSequence, HoldsLaterPartsUntilEarlierOnesHaveEnded) {
  PartSequence sequence;
  Events events;
  sequence.start({}, events);
  sequence.start({}, events);
  sequence.start({}, events);
  EXPECT_TRUE(sequence.waits(1));
  EXPECT_TRUE(sequence.take_disorder());
  EXPECT_FALSE(sequence.take_disorder());
  sequence.end(end_of(1), events);
  sequence.append(Other{"behind", {}, {}}, events);
  EXPECT_EQ(shown(events), (Lines{"part 0 text"}));
  sequence.end(end_of(0), events);
  EXPECT_EQ(shown(events),
            (Lines{"part 0 text", "end 0", "part 1 text", "end 1", "part 2 text", "other behind"}));
  sequence.add(0, Other{"late", {}, 0}, events);
  EXPECT_EQ(shown(events).back(), "other late of 0");
}

}  // namespace
}  // namespace argwright::protocol::responses
