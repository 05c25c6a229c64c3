#include "pages/page.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "pages/data_table.hpp"
#include "pages/image_rows.hpp"
#include "pages/markup.hpp"

namespace l21::internal::pages {
namespace {

constexpr const char* kHostile = "</script><img src=x onerror=alert(1)>";

DataTable table() {
  return {.name = "numbers",
          .caption = "Numbers",
          .columns = {{"name", Align::left}, {"value"}},
          .rows = {{"a,b", "1"}, {kHostile, "2"}}};
}

TEST(Page, WhateverIsAddedIsEscaped) {
  Page page(kHostile);
  page.section(kHostile);
  page.subsection(kHostile);
  page.paragraph(kHostile);
  page.list({kHostile});
  page.facts({{kHostile, kHostile}});
  page.command(kHostile);
  page.table(table());
  page.table(table(), Shown::folded);
  page.pictures(kHostile, {{kHostile, {{2, 2, {0, 1, 2, 3}, kHostile}}}});
  page.charts(kHostile, {{.title = kHostile, .x = {.label = kHostile}, .y = {.label = kHostile}}}, 1);
  const auto html = page.html();
  EXPECT_EQ(html.find("<img src=x"), std::string::npos);
  EXPECT_EQ(html.find("</script><img"), std::string::npos);
  EXPECT_NE(html.find("data:image/png;base64,"), std::string::npos);
  for (const auto& file : page.files()) EXPECT_EQ(file.name.find_first_of("/<>"), std::string::npos) << file.name;
}

TEST(Page, NothingIsLoadedFromAnywhere) {
  Page page("t");
  page.table(table());
  const auto html = page.html();
  for (const char* part : {"http://", "https://", "src=\"/", "url("})
    EXPECT_EQ(html.find(part), std::string::npos) << part;
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(Page, FilesOfOneNameGetNumbers) {
  Page page("t");
  page.table(table());
  page.table(table());
  page.charts("numbers", {}, 1);
  std::set<std::string> names;
  for (const auto& file : page.files()) names.insert(file.name);
  EXPECT_EQ(names, (std::set<std::string>{"numbers.csv", "numbers-2.csv", "numbers.svg"}));
}

TEST(Page, IsWrittenWithItsFiles) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "l21_page_test";
  std::filesystem::remove_all(folder);
  Page page("t");
  page.table(table());
  std::filesystem::create_directories(folder);
  write_page(page, (folder / "p.html").string(), (folder / "files").string());
  std::ifstream csv(folder / "files" / "numbers.csv");
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "name,value");
  std::getline(csv, line);
  EXPECT_EQ(line, "\"a,b\",1");
  EXPECT_TRUE(std::filesystem::exists(folder / "p.html"));
  std::filesystem::remove_all(folder);
}

TEST(DataTable, TheLinkHoldsTheCsv) {
  EXPECT_NE(html_of(table()).find("base64," + base64(csv_of(table())) + "\""), std::string::npos);
}

TEST(DataTable, TextIsAligned) {
  DataTable small{.name = "t", .caption = "", .columns = {{"a", Align::left}, {"number"}}, .rows = {{"long", "1"}}};
  EXPECT_EQ(text_of(small), "  a     number\n  long       1\n");
}

TEST(GreyRange, IsThatOfBytesOnlyWhereValuesFillIt) {
  EXPECT_EQ(grey_range(RowMatrix<double>{{0, 200}}).white, 255);
  EXPECT_EQ(grey_range(RowMatrix<double>{{0, 16}}).white, 16);
  EXPECT_EQ(grey_range(RowMatrix<double>{{-3, 200}}).black, -3);
}

TEST(Picture, ValuesBecomeGreys) {
  const Vector<double> values{{-10, 0, 49.9, 100, 400, std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_EQ(picture_of(values, 2, 3, 0, 100).pixels, (std::vector<std::uint8_t>{0, 0, 127, 255, 255, 0}));
  const Vector<double> signs{{-2, 0, 1, 2}};
  EXPECT_EQ(picture_about_zero(signs, 2, 2).pixels, (std::vector<std::uint8_t>{0, 128, 191, 255}));
}

}  // namespace
}  // namespace l21::internal::pages
