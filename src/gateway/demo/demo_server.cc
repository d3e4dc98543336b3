#include "gateway/demo/demo_server.h"

#include <future>
#include <random>
#include <thread>

#include <boost/asio/post.hpp>

#include "gateway/demo/demo_model.h"
#include "gateway/endpoint.h"
#include "gateway/error_reply.h"
#include "gateway/token_estimate.h"
#include "net/pause.h"
#include "net/server.h"

namespace argwright::gateway::demo {
namespace {

using net::Task;

class DemoHandler final : public net::Handler {
 public:
  explicit DemoHandler(double pace) : pace_(pace) {}

  Task<void> handle(net::Exchange& exchange) override {
    const Endpoint endpoint = find_endpoint(exchange.head.method, exchange.head.target);
    if (endpoint.kind == EndpointKind::kModelCall) {
      co_await talk(exchange, endpoint.protocol);
    } else if (endpoint.kind == EndpointKind::kModels) {
      const bool anthropic = exchange.head.has("anthropic-version");
      co_await tell(exchange, 200,
                    models_body(anthropic ? protocol::Protocol::kMessages : protocol::Protocol::kChat));
    } else if (endpoint.kind == EndpointKind::kCountTokens) {
      co_await tell(exchange, 200,
                    "{\"input_tokens\":" + std::to_string(estimate_tokens(exchange.body)) + "}");
    } else {
      co_await tell(exchange, 404,
                    refusal_body({404, "the demo model has no such endpoint"}, exchange.head.target));
    }
  }
  std::string refusal_body(const net::Refusal& refusal, std::string_view target) override {
    return protocol::write_error(protocol_of_path(target),
                                 api_error(refusal.status, "refused", refusal.message));
  }
  void refused(const net::Refusal& /*refusal*/, std::string_view /*peer*/) override {}

 private:
  static Task<void> tell(net::Exchange& exchange, int status, std::string body) {
    co_await exchange.reply(status, "Content-Type: application/json\r\n", body);
  }

  Task<void> talk(net::Exchange& exchange, protocol::Protocol protocol) {
    const Answer reply = answer(protocol, exchange.body, random_(), pace_);
    std::string fields;
    net::append_field(fields, "Content-Type", reply.content_type);
    if (!reply.content_type.starts_with("text/event-stream")) {
      std::string body;
      for (const Piece& piece : reply.pieces) {
        if (piece.delay.count() > 0)
          co_await net::pause(exchange.loop(), piece.delay, exchange.cancellation());
        body += piece.bytes;
      }
      co_await exchange.reply(reply.status, fields, body);
      co_return;
    }
    exchange.begin(reply.status, fields);
    for (const Piece& piece : reply.pieces) {
      if (piece.delay.count() > 0) co_await net::pause(exchange.loop(), piece.delay, exchange.cancellation());
      if (!co_await exchange.send(piece.bytes)) co_return;
    }
    co_await exchange.finish();
  }

  const double pace_;
  std::mt19937_64 random_{std::random_device{}()};
};

}  // namespace

struct DemoServer::State {
  explicit State(double pace)
      : handler(pace), server(loop, handler, std::make_shared<net::ConnectionCount>()) {}
  net::Loop loop;
  DemoHandler handler;
  net::Server server;
  std::string base_url;
  std::thread thread;
};

DemoServer::DemoServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

Result<std::unique_ptr<DemoServer>> DemoServer::start(double pace) {
  auto state = std::make_unique<State>(pace);
  const Result<std::uint16_t> port = state->server.listen("127.0.0.1", 0, std::nullopt);
  if (!port) return port.error();
  state->base_url = "http://127.0.0.1:" + std::to_string(*port) + "/v1";
  state->thread = std::thread([loop = &state->loop] { loop->run([](std::string_view) {}); });
  return std::unique_ptr<DemoServer>(new DemoServer(std::move(state)));
}

DemoServer::~DemoServer() {  // NOLINT(bugprone-exception-escape): throws only where a thread cannot be joined
  std::promise<void> done;
  net::asio::post(state_->loop.context(), [&] {
    state_->server.drain();
    state_->server.abort_all();
    done.set_value();
  });
  done.get_future().wait();
  state_->loop.stop();
  state_->thread.join();
  state_->loop.wind_up();
}

const std::string& DemoServer::base_url() const { return state_->base_url; }

}  // namespace argwright::gateway::demo
