// A question to the store, asked by a coroutine: the store's thread answers, the loop goes on meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/post.hpp>

#include "argwright/result.h"
#include "gateway/site.h"
#include "net/asio.h"
#include "net/pause.h"
#include "net/waiter.h"
#include "store/worker.h"

namespace argwright::gateway {

// Do other gateways read and write the same store?
inline bool is_shared_store(const Site& site) {
  return site.runtime->config.store.url.starts_with("postgres");
}

// kIo: there is no store, it takes no more questions, or it did not answer within the time.
template <typename Answer>
net::Task<Result<Answer>> ask_store(const Site& site, std::function<Result<Answer>(store::Store&)> question,
                                    std::optional<std::chrono::milliseconds> within = std::nullopt) {
  struct State {
    explicit State(net::Loop& loop) : waiter(loop.context()) {}
    net::Waiter waiter;
    std::optional<Result<Answer>> answer;
  };
  if (site.shared.store == nullptr) {
    co_return Error{ErrorCode::kIo, "nothing is kept: the store is switched off (store.url = \"off\")", {}};
  }
  auto state = std::make_shared<State>(site.loop);
  net::asio::io_context* const context = &site.loop.context();
  store::StoreWorker::Job job = [state, context, question = std::move(question)](store::Store& store) {
    auto answer = std::make_shared<Result<Answer>>(question(store));
    net::asio::post(*context, [state, answer] {
      state->answer.emplace(std::move(*answer));
      state->waiter.wake();
    });
  };
  // Who has no time does not wait for those who write.
  const bool taken = within ? site.shared.store->ask(std::move(job)) : site.shared.store->run(std::move(job));
  if (!taken) co_return Error{ErrorCode::kIo, "the store is busy; try again", {}};
  if (!state->answer && within) {
    co_await net::wait_at_most(site.loop, state->waiter, *within);
    // The answer may still come, to nobody.
    if (!state->answer) co_return Error{ErrorCode::kIo, "the store did not answer in time", {}};
  }
  if (!state->answer) co_await state->waiter.wait();
  co_return *std::move(state->answer);
}

}  // namespace argwright::gateway
