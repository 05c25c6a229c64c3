#include "l21/option_table.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "l21/error.hpp"
#include "unit/linalg/testing.hpp"

namespace l21::internal::test {
namespace {

const OptionSpec& spec(std::string_view name) {
  const auto table = option_table();
  return *std::find_if(table.begin(), table.end(), [&](const auto& s) { return s.name == name; });
}

std::string complaint(std::string_view name, const std::string& text) {
  FitOptions options;
  try {
    spec(name).set(options, text);
  } catch (const InvalidArgument& error) {
    return error.message().text(Vocabulary::flag);
  }
  return "";
}

std::vector<std::string> values_to_try(const OptionSpec& s) {
  if (s.kind == OptionKind::choice) return {s.choices.begin(), s.choices.end()};
  if (s.kind == OptionKind::sizes) return {"none", "1", "10x8", "2x3x4"};
  if (s.kind == OptionKind::integer) return {"0", "1", "17", "2147483647"};
  if (s.kind == OptionKind::count) return {"1", "17", "0.9", "auto"};
  return {"0", "1", "1.5", "1e-06", "0.1", "1e-300", "0.30000000000000004"};
}

TEST(OptionTable, HoldsEveryOptionOnceWithItsNames) {
  std::set<std::string_view> names, flags, python;
  for (const auto& s : option_table()) {
    EXPECT_TRUE(names.insert(s.name).second && flags.insert(s.flags).second && python.insert(s.python).second)
        << s.name;
    EXPECT_FALSE(s.help.empty());
    EXPECT_EQ(s.kind == OptionKind::choice, !s.choices.empty()) << s.name;
  }
  for (const auto name :
       {"components", "method",         "p",      "center",  "column_scaling", "row_scaling",    "solver",      "init",
        "tolerance",  "max_iterations", "seed",   "threads", "precision",      "memory",         "basis_limit", "modes",
        "kernel",     "gamma",          "degree", "coef0",   "landmarks",      "landmark_choice"})
    EXPECT_TRUE(names.count(name)) << name;
}

// DESIGN 4: what others build on.
TEST(OptionTable, KeepsTheNamesThatWerePromised) {
  EXPECT_EQ(spec("components").flags, "-k,--components");
  EXPECT_EQ(spec("components").python, "n_components");
  EXPECT_EQ(spec("tolerance").flags, "--tol");
  EXPECT_EQ(spec("tolerance").python, "tol");
  EXPECT_EQ(spec("max_iterations").flags, "--max-iter");
  EXPECT_EQ(spec("max_iterations").python, "max_iter");
  EXPECT_EQ(spec("seed").python, "random_state");
  EXPECT_EQ(spec("threads").python, "n_jobs");
}

TEST(OptionTable, GivesBackWhatItWasGiven) {
  for (const auto& s : option_table())
    for (const auto& text : values_to_try(s)) {
      FitOptions first, second;
      s.set(first, text);
      const std::string written = s.get(first);
      s.set(second, written);
      EXPECT_EQ(s.get(second), written) << s.name;
      if (s.kind != OptionKind::number) {
        EXPECT_EQ(written, text) << s.name;
      } else {
        EXPECT_EQ(std::stod(written), std::stod(text)) << s.name;
      }
    }
}

TEST(OptionTable, ChangesOneFieldAtATime) {
  for (const auto& changed : option_table()) {
    FitOptions options;
    changed.set(options, values_to_try(changed).back());
    for (const auto& other : option_table())
      if (other.name != changed.name) {
        EXPECT_EQ(other.get(options), other.get(FitOptions{})) << changed.name << " and " << other.name;
      }
  }
}

TEST(OptionTable, HasThePromisedDefaults) {
  const FitOptions defaults;
  const auto get = [&](std::string_view name) { return spec(name).get(defaults); };
  EXPECT_EQ(get("method"), "l21");
  EXPECT_EQ(get("center"), "mean");
  EXPECT_EQ(get("row_scaling"), "none");
  EXPECT_EQ(get("column_scaling"), "none");
  EXPECT_EQ(get("solver"), "auto");
  EXPECT_EQ(get("init"), "pca");
  EXPECT_EQ(get("precision"), "auto");
  EXPECT_EQ(get("tolerance"), "1e-06");
  EXPECT_EQ(get("max_iterations"), "2000");
  EXPECT_EQ(get("seed"), "0");
  EXPECT_EQ(get("threads"), "0");
}

TEST(OptionTable, ReadsHyphensAndUnderscoresAlike) {
  for (const auto& s : option_table())
    for (std::string text : std::vector<std::string>(s.choices.begin(), s.choices.end())) {
      FitOptions options;
      std::replace(text.begin(), text.end(), '_', '-');
      s.set(options, text);
      std::replace(text.begin(), text.end(), '-', '_');
      EXPECT_EQ(s.get(options), text);
    }
}

TEST(OptionTable, KeepsEverySeedThatTheFieldCanHold) {
  for (const std::uint64_t seed :
       {std::uint64_t{0}, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()}) {
    FitOptions options, again;
    options.seed = seed;
    ASSERT_NO_THROW(spec("seed").set(again, spec("seed").get(options))) << seed;
    EXPECT_EQ(again.seed, seed);
  }
}

TEST(OptionTable, KeepsEveryToleranceToTheLastBit) {
  NormalGenerator normal(1);
  for (int k = 0; k < 100; ++k) {
    FitOptions options, again;
    options.tolerance = std::exp(20 * normal());
    spec("tolerance").set(again, spec("tolerance").get(options));
    EXPECT_EQ(again.tolerance, options.tolerance);
  }
}

TEST(OptionTable, RefusesNonsenseNamingFlagAndText) {
  for (const auto& s : option_table()) {
    const std::string text = complaint(s.name, "no such-thing");
    const std::string flag(s.flags.substr(s.flags.find("--")));
    EXPECT_NE(text.find(flag), std::string::npos) << text;
    EXPECT_NE(complaint(s.name, ""), "") << s.name;
    if (s.kind == OptionKind::choice) {
      EXPECT_NE(text.find(s.choices.back()), std::string::npos) << text;
      continue;
    }
    EXPECT_NE(complaint(s.name, "5x"), "") << s.name;
    EXPECT_NE(complaint(s.name, "5 "), "") << s.name;
  }
  EXPECT_NE(complaint("components", "1.5"), "");
  EXPECT_NE(complaint("components", "99999999999"), "");
  EXPECT_NE(complaint("seed", "-1"), "");
}

TEST(OptionTable, TakesMemoryInBytesAndInPowersOf1024) {
  const auto bytes = [](const std::string& text) {
    FitOptions options;
    spec("memory").set(options, text);
    return options.memory;
  };
  EXPECT_EQ(bytes("1000000"), 1000000U);
  EXPECT_EQ(bytes("3K"), 3072U);
  EXPECT_EQ(bytes("500M"), std::uint64_t{500} << 20);
  EXPECT_EQ(bytes("1.5GB"), std::uint64_t{3} << 29);
  EXPECT_EQ(bytes("2t"), std::uint64_t{2} << 40);
  for (const char* text : {"-1", "nan", "inf", "1e30", "5X", "5GG", "G", "5 G"})
    EXPECT_NE(complaint("memory", text).find("--memory"), std::string::npos) << text;
}

TEST(OptionTable, QuotesWhatWasTypedWordForWord) {
  EXPECT_NE(complaint("method", "l1-gredy").find("'l1-gredy'"), std::string::npos) << complaint("method", "l1-gredy");
}

TEST(ToString, SpellsEveryEnumeratorAsTheTableDoes) {
  EXPECT_EQ(to_string(Method::l1_greedy), "l1_greedy");
  EXPECT_EQ(to_string(Center::geometric_median), "geometric_median");
  EXPECT_EQ(to_string(Init::largest_norm), "largest_norm");
  EXPECT_EQ(to_string(Solver::automatic), "auto");
  EXPECT_EQ(to_string(Precision::float32), "float32");
}

}  // namespace
}  // namespace l21::internal::test
