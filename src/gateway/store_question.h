// A question to the store, asked by a coroutine: the store's thread answers, the loop goes on meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/post.hpp>

#include "argwright/result.h"
#include "gateway/site.h"
#include "net/asio.h"
#include "net/waiter.h"
#include "store/worker.h"

namespace argwright::gateway {

// kIo: there is no store, or it takes no more questions.
template <typename Answer>
net::Task<Result<Answer>> ask_store(const Site& site, std::function<Result<Answer>(store::Store&)> question) {
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
  const bool taken =
      site.shared.store->run([state, context, question = std::move(question)](store::Store& store) {
        auto answer = std::make_shared<Result<Answer>>(question(store));
        net::asio::post(*context, [state, answer] {
          state->answer.emplace(std::move(*answer));
          state->waiter.wake();
        });
      });
  if (!taken) co_return Error{ErrorCode::kIo, "the store is busy; try again", {}};
  if (!state->answer) co_await state->waiter.wait();
  co_return *std::move(state->answer);
}

}  // namespace argwright::gateway
