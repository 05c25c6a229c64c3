#include "io/numpy/npz.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "io/bytes/output_file.hpp"
#include "io/numpy/npy.hpp"
#include "io/numpy/scipy_npz.hpp"
#include "io/table/fail.hpp"
#include "io/table/shape.hpp"

namespace l21::internal::io {
namespace {

constexpr std::string_view kSuffix = ".npy";

std::string array_name(const std::string& member) {
  return member.ends_with(kSuffix) ? member.substr(0, member.size() - kSuffix.size()) : member;
}

struct Entry {
  std::string member;
  std::string name;
  std::string summary;  // "faces (400, 112, 92)"
  bool text = false;
};

std::vector<Entry> list_arrays(const ZipReader& archive) {
  std::vector<Entry> entries;
  for (const ZipMember& member : archive.members()) {
    if (!member.name.ends_with(kSuffix)) continue;
    std::vector<std::byte> scratch;
    const auto bytes = archive.view(member.name, scratch);
    const NpyHeader header =
        parse_npy_header(bytes, bytes.size(), fmt::format("{}:{}", archive.path(), shown(array_name(member.name))));
    const std::string name = array_name(member.name);
    entries.push_back({member.name, name, fmt::format("{} ({})", shown(name), fmt::join(header.shape, ", ")),
                       is_npy_text(header.descr)});
  }
  return entries;
}

std::string listed(const std::vector<Entry>& entries) {
  std::string list;
  for (const Entry& entry : entries) list += (list.empty() ? "" : ", ") + entry.summary;
  return list;
}

std::string only_array(const ZipReader& archive) {
  const auto entries = list_arrays(archive);
  if (entries.empty()) data_error("{}: holds no arrays", archive.path());
  const auto numeric = [](const Entry& entry) { return !entry.text; };
  const auto count = std::count_if(entries.begin(), entries.end(), numeric);
  if (count == 0) data_error("{}: holds no numbers, only texts: {}", archive.path(), listed(entries));
  if (count > 1) {
    data_error("{}: holds several arrays: {}; name one as {}:NAME", archive.path(), listed(entries), archive.path());
  }
  return std::find_if(entries.begin(), entries.end(), numeric)->member;
}

std::string named_array(const ZipReader& archive, const std::string& name) {
  for (const std::string& member : {name + std::string(kSuffix), name}) {
    if (archive.contains(member)) return member;
  }
  data_error("{}: has no array '{}'; it has {}", archive.path(), shown(name), listed(list_arrays(archive)));
}

std::vector<std::string> names_if_fitting(const ZipReader& archive, const std::string& member, Index count) {
  if (!archive.contains(member)) return {};
  const auto bytes = archive.read(member);
  const std::string where = fmt::format("{}:{}", archive.path(), array_name(member));
  if (!is_npy_text(parse_npy_header(bytes, bytes.size(), where).descr)) return {};
  auto names = parse_npy_strings(bytes, where);
  if (static_cast<Index>(names.size()) != count) names.clear();
  return names;
}

Table read_array(const ZipReader& archive, const std::optional<std::string>& name) {
  const std::string member = name ? named_array(archive, *name) : only_array(archive);
  std::vector<std::byte> scratch;
  return parse_npy(archive.view(member, scratch), fmt::format("{}:{}", archive.path(), shown(array_name(member))));
}

}  // namespace

Table read_npz(const ZipReader& archive, const std::optional<std::string>& name) {
  Table table = !name && is_scipy_sparse(archive) ? read_scipy_sparse(archive) : read_array(archive, name);
  table.column_names = names_if_fitting(archive, "column_names.npy", table.view.cols);
  table.row_ids = names_if_fitting(archive, "row_ids.npy", table.view.rows);
  if (!table.row_ids.empty()) table.id_name = "id";
  return table;
}

void write_npz_file(const std::string& path, const std::string& file, const Table& table) {
  ZipWriter archive;
  if (table.sparse)
    add_scipy_sparse(*table.rows().sparse(), archive);
  else
    archive.add("data.npy", format_npy(table.view, array_shape(table)));
  if (!table.row_ids.empty()) archive.add("row_ids.npy", format_npy_strings(table.row_ids));
  if (!table.column_names.empty()) archive.add("column_names.npy", format_npy_strings(table.column_names));
  OutputFile output(path, file);
  output.write(archive.finish());
  output.close();
}

}  // namespace l21::internal::io
