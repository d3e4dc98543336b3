#include "net/inflater.h"

#include <array>

#include <zlib.h>

namespace argwright::net {

struct Inflater::State {
  z_stream stream{};
  bool is_ready = false;
  bool is_begun = false;
  bool is_done = false;
};

Inflater::Inflater() : state_(std::make_unique<State>()) {
  // 32: gzip and zlib are told apart by their heads.
  state_->is_ready = inflateInit2(&state_->stream, MAX_WBITS + 32) == Z_OK;
}

Inflater::~Inflater() {
  if (state_->is_ready) inflateEnd(&state_->stream);
}

bool Inflater::feed(std::string_view bytes, std::string& out, std::size_t max_bytes) {
  if (!state_->is_ready) return false;
  state_->is_begun = state_->is_begun || !bytes.empty();
  z_stream& stream = state_->stream;
  // zlib's interface knows no const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(bytes.size());
  const std::size_t had = out.size();
  std::array<char, 16384> room{};
  for (;;) {
    if (state_->is_done) {
      if (stream.avail_in == 0) return true;
      // Several members one after another are one text (RFC 1952).
      if (inflateReset(&stream) != Z_OK) return false;
      state_->is_done = false;
    }
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    const int verdict = inflate(&stream, Z_SYNC_FLUSH);
    out.append(room.data(), room.size() - stream.avail_out);
    if (out.size() - had > max_bytes) return false;
    if (verdict == Z_STREAM_END) {
      state_->is_done = true;
      continue;
    }
    if (verdict == Z_BUF_ERROR) return true;  // all was taken, nothing more comes out
    if (verdict != Z_OK) return false;
    if (stream.avail_in == 0 && stream.avail_out != 0) return true;
  }
}

bool Inflater::complete() const { return state_->is_done || !state_->is_begun; }

}  // namespace argwright::net
