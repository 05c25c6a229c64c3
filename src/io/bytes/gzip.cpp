#include <zlib.h>

#include <algorithm>
#include <memory>
#include <new>

#include "io/table/fail.hpp"
#include "io/text/text_input.hpp"

namespace l21::internal::io {

std::vector<std::byte> gunzip(std::span<const std::byte> packed, const std::string& name) {
  constexpr std::size_t kStep = std::size_t{1} << 30;  // zlib counts in 32 bits
  constexpr int kGzip = MAX_WBITS + 16;
  z_stream stream{};
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, void (*)(z_stream*)> guard(&stream, [](z_stream* s) { inflateEnd(s); });
  std::vector<std::byte> text(std::max<std::size_t>(4 * packed.size(), 1 << 12));
  std::size_t taken = 0;
  std::size_t made = 0;
  for (;;) {
    if (made == text.size()) text.resize(2 * text.size());
    const std::size_t in = std::min(packed.size() - taken, kStep);
    const std::size_t out = std::min(text.size() - made, kStep);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data() + taken));
    stream.avail_in = static_cast<uInt>(in);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + made);
    stream.avail_out = static_cast<uInt>(out);
    const int status = inflate(&stream, Z_NO_FLUSH);
    taken += in - stream.avail_in;
    made += out - stream.avail_out;
    if (status == Z_STREAM_END) {
      if (taken == packed.size()) break;
      inflateReset(&stream);             // another member follows
    } else if (status == Z_BUF_ERROR) {  // no progress is possible: the input is used up before the end
      data_error("{}: the gzip data end too early; the file is truncated", name);
    } else if (status != Z_OK) {
      data_error("{}: the gzip data are damaged near byte {}", name, taken);
    }
  }
  text.resize(made);
  return text;
}

}  // namespace l21::internal::io
