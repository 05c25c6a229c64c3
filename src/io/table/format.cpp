#include "io/table/format.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "io/table/fail.hpp"

namespace l21::internal::io {
namespace {

struct Known {
  std::string_view extension;
  Format format;
  bool has_members;
  bool may_be_gzip;
};
constexpr Known kKnown[] = {
    {".npy", Format::npy, false, false},          {".npz", Format::npz, true, false},
    {".csv", Format::text, false, true},          {".tsv", Format::text, false, true},
    {".txt", Format::text, false, true},          {".mat", Format::mat, true, false},
    {".h5", Format::hdf5, true, false},           {".hdf5", Format::hdf5, true, false},
    {".mtx", Format::matrix_market, false, true}, {".svm", Format::svmlight, false, true},
    {".svmlight", Format::svmlight, false, true}, {".libsvm", Format::svmlight, false, true},
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

const Known* find_known(std::string_view extension) {
  const auto* found = std::find_if(std::begin(kKnown), std::end(kKnown),
                                   [&](const Known& known) { return known.extension == extension; });
  return found == std::end(kKnown) ? nullptr : found;
}

Location describe(const std::string& file) {
  std::filesystem::path name = lower(std::filesystem::path(file).filename().string());
  Location location{file, std::nullopt, std::nullopt, "", false};
  if (name.extension() == ".gz") {
    location.gzip = true;
    name = name.stem();
  }
  location.extension = name.extension().string();
  const Known* known = find_known(location.extension);
  if (known != nullptr && (!location.gzip || known->may_be_gzip)) location.format = known->format;
  return location;
}

// The first colon behind the extension of a format with members.
std::optional<Location> split_member(const std::string& path) {
  for (auto colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    Location location = describe(path.substr(0, colon));
    const Known* known = find_known(location.extension);
    if (known == nullptr || !known->has_members || location.gzip || colon + 1 == path.size()) continue;
    location.member = path.substr(colon + 1);
    return location;
  }
  return std::nullopt;
}

}  // namespace

Location locate(const std::string& path) {
  Location whole = describe(path);
  auto split = split_member(path);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return split ? *split : whole;
  // A file literally named "a.mat:x" is still a MATLAB file.
  if (!whole.format && split) whole.format = split->format;
  return whole;
}

Location locate_output(const std::string& path) {
  Location location = locate(path);
  const bool written = location.format && location.extension != ".txt" && location.format != Format::svmlight &&
                       (!location.gzip || location.format == Format::text) &&
                       (!location.member || location.format == Format::hdf5);
  if (!written) {
    bad_request(
        "{}: cannot be written, its extension is none of .npy, .npz, .csv, .tsv, .csv.gz, .tsv.gz, .mat, .h5, "
        ".hdf5, .mtx",
        path);
  }
  return location;
}

}  // namespace l21::internal::io
