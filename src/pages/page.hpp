// One self-contained page: words, charts, tables and pictures, in the order in which they are added.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pages/chart.hpp"
#include "pages/data_table.hpp"
#include "pages/picture.hpp"

namespace l21::internal::pages {

// Rows of pictures under one another, each with a name.
struct PictureRow {
  std::string name;
  std::vector<Picture> pictures;
};

struct Fact {
  std::string name, value;
};

enum class Shown { open, folded };

class Page {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  // All take plain text, which is escaped here and nowhere else.
  void section(std::string_view heading);
  void subsection(std::string_view heading);
  void paragraph(std::string_view text);
  void list(const std::vector<std::string>& items);
  void facts(const std::vector<Fact>& facts);
  void command(std::string_view line);
  // Side by side where the window allows; together one figure file `name`.svg, `columns` in a row.
  void charts(std::string_view name, std::vector<Chart> charts, int columns);
  void table(const DataTable& table, Shown shown = Shown::open);
  void pictures(std::string_view caption, const std::vector<PictureRow>& rows);

  [[nodiscard]] std::string html() const;

  // What belongs beside the page: every table as CSV, every figure as SVG.
  struct File {
    std::string name, content;
  };
  [[nodiscard]] const std::vector<File>& files() const { return files_; }

 private:
  void add_file(const std::string& stem, const char* extension, std::string content);
  std::string title_, body_, contents_;
  std::vector<File> files_;
  int sections_ = 0;
};

// <img> of a picture.
[[nodiscard]] std::string image_of(const Picture& picture);

// Whether a file can be made in `folder`: tries it.
[[nodiscard]] bool can_write_to(const std::string& folder);

// Writes the files of `page` to `folder` (made when missing) and then the page to `path`, each whole or not at all.
void write_page(const Page& page, const std::string& path, const std::string& folder);

}  // namespace l21::internal::pages
