#include "io/images/images.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "io/bytes/atomic_file.hpp"
#include "io/images/image_decode.hpp"
#include "io/table/fail.hpp"
#include "io/table/parallel.hpp"

namespace l21::internal::io {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kExtensions[] = {".pgm", ".png", ".jpg", ".jpeg", ".bmp"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_image(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return std::find(std::begin(kExtensions), std::end(kExtensions), extension) != std::end(kExtensions);
}

std::vector<std::string> list_images(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    const bool hidden = entry->path().filename().string().starts_with('.');
    if (hidden && entry->is_directory()) entry.disable_recursion_pending();
    if (hidden || !entry->is_regular_file() || !is_image(entry->path())) continue;
    names.push_back(entry->path().lexically_relative(folder).generic_string());
  }
  if (error) data_error("{}: the folder cannot be read: {}", folder, error.message());
  if (names.empty())
    data_error("{}: holds no images; files named *{} are looked for", folder, fmt::join(kExtensions, ", *"));
  std::sort(names.begin(), names.end(), natural_less);
  return names;
}

GreyImage load(const std::string& folder, const std::string& name, const ReadOptions& options) {
  const std::string path = (fs::path(folder) / name).string();
  GreyImage image = decode_image(read_file(path), path);
  const bool fits =
      !options.resize || (image.size.width == options.resize->width && image.size.height == options.resize->height);
  return fits ? image : resize_image(image, *options.resize);
}

void check_resize(const ReadOptions& options) {
  if (!options.resize) return;
  const auto [width, height] = *options.resize;
  if (width < 1 || height < 1 || static_cast<std::int64_t>(width) * height > kMostPixels) {
    bad_request("images cannot be resized to {} x {} pixels", width, height);
  }
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const auto run = [](std::string_view text, std::size_t& at) {
        while (at < text.size() && text[at] == '0') ++at;
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return text.substr(begin, at - begin);
      };
      const auto x = run(a, i);
      const auto y = run(b, j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else if (a[i] != b[j]) {
      return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
    } else {
      ++i;
      ++j;
    }
  }
  // "01" and "1" are equal as numbers; the text decides, so that the order is total.
  return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

Table read_image_folder(const std::string& folder, const ReadOptions& options) {
  check_resize(options);
  auto names = list_images(folder);
  const GreyImage first = load(folder, names.front(), options);
  const int width = first.size.width;
  const int height = first.size.height;
  const auto pixels = first.pixels.size();
  Table table = Table::row_major(Storage::uint8, static_cast<Index>(names.size()), static_cast<Index>(pixels));
  for_each_piece(names.size(), options.threads, [&](std::size_t i) {
    const GreyImage image = i == 0 ? first : load(folder, names[i], options);
    if (image.size.width != width || image.size.height != height) {
      data_error("{}: images differ in size: {} is {}x{}, {} is {}x{}; resize them all with --resize WxH", folder,
                 names.front(), width, height, names[i], image.size.width, image.size.height);
    }
    std::memcpy(table.values<std::uint8_t>() + i * pixels, image.pixels.data(), pixels);
  });
  table.row_ids = std::move(names);
  table.id_name = "file";
  table.sample_shape = {height, width};
  return table;
}

}  // namespace l21::internal::io
