// Bodies that an upstream sent with Content-Encoding gzip or deflate, piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace argwright::net {

class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Appends what `bytes` hold to `out`. False: they are no such data, or more than `max_bytes` would come out
  // of this piece (a small piece that unpacks to gigabytes is an attack).
  bool feed(std::string_view bytes, std::string& out, std::size_t max_bytes);
  // The data ended where it says it does.
  bool complete() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace argwright::net
