#include "pages/markup.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace l21::internal::pages {
namespace {

TEST(Markup, WhatHtmlReadsAsMarkupIsEscaped) {
  EXPECT_EQ(escaped("<img src=x onerror=\"alert('1')\"> & co"),
            "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co");
  EXPECT_EQ(escaped("Größe ≤ 3 𝛼"), "Größe ≤ 3 𝛼");
}

TEST(Markup, WhatIsNoTextBecomesTheReplacementCharacter) {
  constexpr const char* kBad = "\xef\xbf\xbd";
  for (const std::string bad : {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x01", "\x7f", "\xe2\x82"})
    EXPECT_NE(escaped("a" + bad + "b").find(kBad), std::string::npos) << testing::PrintToString(bad);
  EXPECT_EQ(escaped("a\tb\nc"), "a\tb\nc");
}

RC_GTEST_PROP(Markup, EscapedBytesHoldNoMarkup, (const std::string& bytes)) {
  const std::string safe = escaped(bytes);
  RC_ASSERT(safe.find_first_of("<>\"'") == std::string::npos);
  for (std::size_t at = safe.find('&'); at != std::string::npos; at = safe.find('&', at + 1))
    RC_ASSERT(safe.find(';', at) != std::string::npos);
}

TEST(Markup, WhatXmlForbidsIsReplaced) {
  EXPECT_EQ(escaped("a\xef\xbf\xbf"), "a\xef\xbf\xbd");
  EXPECT_EQ(printable("a\x1b[31m\nb"), "a?[31m?b");
}

TEST(Markup, FieldsOfCsvAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("#1"), "\"#1\"");
  EXPECT_EQ(csv_field("a\xff"), "a\xef\xbf\xbd");
  EXPECT_EQ(csv_field("say \"x\"\n"), "\"say \"\"x\"\"\n\"");
}

TEST(Markup, Base64IsTheStandards) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Markup, FileNamesHaveNoSeparatorsAndAreNeverEmpty) {
  EXPECT_EQ(file_stem("Faces, 20 %"), "faces-20");
  EXPECT_EQ(file_stem("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(file_stem("<>"), "unnamed");
  EXPECT_LE(file_stem(std::string(1000, 'a')).size(), 80U);
}

TEST(Markup, NumbersAreShort) {
  EXPECT_EQ(number(0.5), "0.5");
  EXPECT_EQ(number(1e-6), "1e-6");
  EXPECT_EQ(number(-2.5e20, 3), "-2.5e20");
  EXPECT_EQ(number(123456.7, 3), "1.23e5");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "");
}

}  // namespace
}  // namespace l21::internal::pages
