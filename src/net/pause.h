// Waits a while, or until nobody is interested any more.
#pragma once

#include <chrono>

#include "net/asio.h"
#include "net/cancellation.h"
#include "net/loop.h"
#include "net/waiter.h"

namespace argwright::net {

// Waits there until somebody wakes it, but no longer than told.
Task<void> wait_at_most(Loop& loop, Waiter& waiter, std::chrono::milliseconds time);

Task<void> pause(Loop& loop, std::chrono::milliseconds time, Cancellation& cancellation);

}  // namespace argwright::net
