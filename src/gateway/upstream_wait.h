// Adds the time of a wait for the upstream to the record.
#pragma once

#include <chrono>

#include "gateway/exchange_record.h"
#include "net/loop.h"

namespace argwright::gateway {

class UpstreamWait {
 public:
  explicit UpstreamWait(ExchangeRecord& record) : record_(record), began_(net::Clock::now()) {}
  ~UpstreamWait() {
    record_.waited += std::chrono::duration_cast<ExchangeRecord::Micros>(net::Clock::now() - began_);
  }
  UpstreamWait(const UpstreamWait&) = delete;
  UpstreamWait& operator=(const UpstreamWait&) = delete;

 private:
  ExchangeRecord& record_;
  net::Instant began_;
};

}  // namespace argwright::gateway
