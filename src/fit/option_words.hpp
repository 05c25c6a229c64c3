// How the values of options are written in words, and read.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "l21/options.hpp"

namespace l21::internal {

// What a program cannot say in a word: a file takes its place there, an array in C++ and Python.
inline constexpr std::string_view kGiven = "given";
inline constexpr std::string_view kAutomatic = "auto";
inline constexpr std::string_view kNone = "none";

template <class E>
using Spelling = std::pair<E, std::string_view>;

inline constexpr Spelling<Method> kMethods[] = {{Method::pca, "pca"},
                                                {Method::l21, "l21"},
                                                {Method::r1, "r1"},
                                                {Method::l1, "l1"},
                                                {Method::l1_greedy, "l1_greedy"},
                                                {Method::l2p, "l2p"},
                                                {Method::truncated_power, "truncated_power"},
                                                {Method::sparse_l21, "sparse_l21"},
                                                {Method::robust, "robust"}};
inline constexpr Spelling<Center> kCenters[] = {
    {Center::mean, "mean"},   {Center::median, "median"},   {Center::geometric_median, "geometric_median"},
    {Center::joint, "joint"}, {Center::optimal, "optimal"}, {Center::none, "none"},
    {Center::given, kGiven}};
inline constexpr Spelling<ColumnScaling> kColumnScalings[] = {
    {ColumnScaling::none, "none"}, {ColumnScaling::std, "std"}, {ColumnScaling::mad, "mad"}};
inline constexpr Spelling<RowScaling> kRowScalings[] = {{RowScaling::none, "none"}, {RowScaling::sphere, "sphere"}};
inline constexpr Spelling<Init> kInits[] = {{Init::pca, "pca"},
                                            {Init::spherical, "spherical"},
                                            {Init::random, "random"},
                                            {Init::largest_norm, "largest_norm"},
                                            {Init::given, kGiven}};
inline constexpr Spelling<Solver> kSolvers[] = {
    {Solver::automatic, "auto"}, {Solver::plain, "plain"}, {Solver::accelerated, "accelerated"}};
inline constexpr Spelling<Guard> kGuards[] = {{Guard::on, "on"}, {Guard::off, "off"}};
inline constexpr Spelling<Missing> kMissing[] = {{Missing::error, "error"}, {Missing::fit, "fit"}};
inline constexpr Spelling<DamagedCells> kDamagedCells[] = {{DamagedCells::keep, "keep"},
                                                           {DamagedCells::leave_out, "leave_out"}};
inline constexpr Spelling<Certify> kCertify[] = {
    {Certify::automatic, "auto"}, {Certify::on, "on"}, {Certify::off, "off"}};
inline constexpr Spelling<Precision> kPrecisions[] = {
    {Precision::automatic, "auto"}, {Precision::float32, "float32"}, {Precision::float64, "float64"}};
inline constexpr Spelling<Kernel> kKernels[] = {{Kernel::none, "none"},       {Kernel::linear, "linear"},
                                                {Kernel::rbf, "rbf"},         {Kernel::polynomial, "polynomial"},
                                                {Kernel::sigmoid, "sigmoid"}, {Kernel::laplacian, "laplacian"},
                                                {Kernel::cosine, "cosine"},   {Kernel::precomputed, "precomputed"}};
inline constexpr Spelling<LandmarkChoice> kLandmarkChoices[] = {{LandmarkChoice::random, "random"},
                                                                {LandmarkChoice::kmeans, "kmeans"}};

template <class E, std::size_t N>
[[nodiscard]] std::string_view spelling(const Spelling<E> (&names)[N], E value) {
  for (const auto& [candidate, name] : names)
    if (candidate == value) return name;
  return "";
}

template <class E, std::size_t N>
[[nodiscard]] std::vector<std::string_view> spellings(const Spelling<E> (&names)[N]) {
  std::vector<std::string_view> result;
  for (const auto& [value, name] : names)
    if (name != kGiven) result.push_back(name);
  return result;
}

// Throws InvalidArgument: the option, and what is wrong with it.
[[noreturn]] void refuse(std::string_view field, std::string complaint);

template <class E, std::size_t N>
[[nodiscard]] E parse_choice(const Spelling<E> (&names)[N], std::string_view field, const std::string& text) {
  std::string word = text;
  std::replace(word.begin(), word.end(), '-', '_');
  for (const auto& [value, name] : names)
    if (name == word) return value;
  refuse(field, fmt::format("must be one of {}, got '{}'", fmt::join(spellings(names), ", "), text));
}

[[nodiscard]] double parse_number(std::string_view field, const std::string& text);

template <class Integer>
[[nodiscard]] Integer parse_integer(std::string_view field, const std::string& text) {
  Integer value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end)
    refuse(field, fmt::format("must be a whole number{}, got '{}'", std::is_unsigned_v<Integer> ? " >= 0" : "", text));
  return value;
}

// 2G, 500M, 1.5GB, 1048576: powers of 1024.
[[nodiscard]] std::uint64_t parse_bytes(std::string_view field, const std::string& text);

// 10x8, or none.
[[nodiscard]] std::vector<Index> parse_sizes(std::string_view field, const std::string& text);

}  // namespace l21::internal
