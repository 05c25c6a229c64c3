#include "serve.hpp"

#include <fmt/format.h>

#include <exception>
#include <istream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "l21/option_table.hpp"
#include "linalg/large_pages.hpp"
#include "memory.hpp"
#include "rates.hpp"
#include "session.hpp"
#include "timing.hpp"
#include "versions.hpp"

namespace l21::internal::bench {
namespace {

using Json = Session::Json;
using Words = Session::Words;

Words words_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

Json options() {
  Json answer = Json::object();
  for (const OptionSpec& spec : option_table()) answer[std::string(spec.name)] = spec.choices;
  return answer;
}

// Of products in both precisions, in flops a second, and of reading a table of so many bytes.
Json rates(double bytes, int threads) {
  return {{"float32", gemm_rate<float>(threads)},
          {"float64", gemm_rate<double>(threads)},
          {"bytes", read_rate(bytes, threads)}};
}

Json answer(Session& session, const Words& words) {
  const std::string& command = words[0];
  const std::size_t arguments = words.size() - 1;
  if (command == "load" && arguments == 2) return session.load(words[1], words[2]);
  if (command == "drop" && arguments == 1) return session.drop(words[1]);
  if (command == "save" && arguments == 2) return session.save(words[1], words[2]);
  if (command == "components" && arguments == 2) return session.save_components(words[1], words[2]);
  if (command == "scores" && arguments == 3) return session.save_scores(words[1], words[2], words[3]);
  if (command == "reconstruct" && arguments == 2) return session.save_reconstructed(words[1], words[2]);
  if (command == "impute" && arguments == 2) return session.save_imputed(words[1], words[2]);
  if (command == "distances" && arguments == 2) return session.save_distances(words[1], words[2]);
  if (command == "fit" && arguments >= 1) return session.fit(words[1], Words(words.begin() + 2, words.end()));
  if (command == "peak" && arguments == 0) return {{"peak", peak_memory_bytes()}};
  if (command == "reset-peak" && arguments == 0) return reset_peak_memory(), Json{{"peak", peak_memory_bytes()}};
  if (command == "idle" && arguments <= 1) return {{"idle", wait_until_idle(arguments ? std::stoi(words[1]) : 60)}};
  if (command == "rates" && arguments == 2) return rates(std::stod(words[1]), std::stoi(words[2]));
  if (command == "versions" && arguments == 0) return versions();
  if (command == "options" && arguments == 0) return options();
  throw std::runtime_error(fmt::format("not a command with {} arguments: '{}'", arguments, command));
}

}  // namespace

void serve(std::istream& in, std::ostream& out) {
  keep_freed_memory();  // as the program does
  Session session;
  for (std::string line; std::getline(in, line);) {
    const Words words = words_of(line);
    if (words.empty()) continue;
    try {
      out << answer(session, words).dump() << std::endl;
    } catch (const std::exception& error) {
      out << Json{{"error", error.what()}}.dump() << std::endl;
    }
  }
}

}  // namespace l21::internal::bench
