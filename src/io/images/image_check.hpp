// Claims in image files that stb_image trusts and must not.
#pragma once

#include <cstddef>
#include <span>

namespace l21::internal::io {

// False when a chunk of a PNG claims more bytes than follow: stb allocates before it looks. True for other formats.
[[nodiscard]] bool png_chunks_fit(std::span<const std::byte> bytes);

// False when a code table of a JPEG has more than 256 codes: stb up to 2.27 writes behind its arrays. The walk meets
// every table that stb would, since both skip segments by their lengths and search entropy-coded data for the next
// marker; where stb could go another way it gives up. True for other formats.
[[nodiscard]] bool jpeg_tables_fit(std::span<const std::byte> bytes);

}  // namespace l21::internal::io
