// Models that were damaged, or written by a program from the future.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/bytes/zip.hpp"
#include "workspace.hpp"

namespace l21::internal::test {
namespace {

using ModelFile = Workspace;

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  return {data, data + text.size()};
}

// The archive with meta.json changed by `edit`; everything else stays, and all checksums are right.
template <class Edit>
std::string with_meta(const std::string& path, const Edit& edit) {
  const io::ZipReader reader(path);
  io::ZipWriter writer;
  for (const auto& member : reader.members()) {
    auto content = reader.read(member.name);
    if (member.name == "meta.json") {
      auto meta = nlohmann::ordered_json::parse(text_of(content));
      edit(meta);
      content = bytes_of(meta.dump());
    }
    writer.add(member.name, content);
  }
  return text_of(writer.finish());
}

TEST_F(ModelFile, EveryTruncationIsRefused) {
  fit_plane();
  const auto model = read("model.npz");
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{30}, model.size() / 4, model.size() / 2,
                                 model.size() - 100, model.size() - 22, model.size() - 1}) {
    write("cut.npz", model.substr(0, size));
    refuse({"transform", "cut.npz", "data.csv", "-o", "scores.csv"}, {"cut.npz"}, 1);
  }
}

TEST_F(ModelFile, AFlippedByteIsRefusedOrHarmless) {
  fit_plane();
  const auto model = read("model.npz");
  const auto scores = succeed({"transform", "model.npz", "data.csv"});
  int refused = 0, tried = 0;
  for (std::size_t at = 0; at < model.size();
       at += at < 80 ? 1 : std::max<std::size_t>(1, model.size() / 150), ++tried) {
    auto damaged = model;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    write("damaged.npz", damaged);
    const Outcome outcome = run({"transform", "damaged.npz", "data.csv"});
    if (outcome.exit_code == 0) {
      EXPECT_EQ(outcome.out, scores) << "byte " << at;
      continue;
    }
    ++refused;
    EXPECT_EQ(outcome.exit_code, 1) << "byte " << at << ": " << outcome.err;
    EXPECT_EQ(count_of("\n", outcome.err), 1) << outcome.err;
    expect_contains(outcome.err, "l21pca: damaged.npz");
  }
  EXPECT_GT(refused, tried / 2);
}

TEST_F(ModelFile, AFlippedByteInAnArrayIsRefused) {
  fit_plane();
  auto model = read("model.npz");
  const auto member = model.find("components.npy");
  ASSERT_NE(member, std::string::npos);
  model[member + 200] = static_cast<char>(model[member + 200] ^ 1);
  write("damaged.npz", model);
  refuse({"info", "damaged.npz"}, {"damaged.npz", "components"}, 1);
}

TEST_F(ModelFile, AFutureVersionIsRefusedWithASentence) {
  fit_plane();
  write("future.npz", with_meta(path("model.npz"), [](auto& meta) { meta.at("format_version") = 1000; }));
  for (const std::string command : {"transform", "reconstruct", "outliers"}) {
    refuse({command, "future.npz", "data.csv", "-o", "out.csv"}, {"future.npz", "newer", "1000"}, 1);
  }
  refuse({"info", "future.npz"}, {"future.npz", "newer", "1000"}, 1);
}

TEST_F(ModelFile, UnknownEntriesAreIgnored) {
  fit_plane();
  write("more.npz", with_meta(path("model.npz"), [](auto& meta) { meta["colour"] = "blue"; }));
  EXPECT_EQ(succeed({"transform", "more.npz", "data.csv"}), succeed({"transform", "model.npz", "data.csv"}));
}

TEST_F(ModelFile, NonsenseInTheMetaDataIsRefused) {
  fit_plane();
  const auto refuse_meta = [&](const auto& edit) {
    write("odd.npz", with_meta(path("model.npz"), edit));
    refuse({"info", "odd.npz"}, {"odd.npz"}, 1);
  };
  refuse_meta([](auto& meta) { meta = nlohmann::ordered_json::array(); });
  refuse_meta([](auto& meta) { meta["format_version"] = "one"; });
  refuse_meta([](auto& meta) { meta["kind"] = "kernel"; });
  refuse_meta([](auto& meta) { meta["kind"] = 7; });
  refuse_meta([](auto& meta) { meta["sample_shape"] = "wide"; });
  refuse_meta([](auto& meta) { meta["report"] = 3; });
}

TEST_F(ModelFile, OtherFilesAreNotTakenForModels) {
  fit_plane();
  refuse({"transform", "data.csv", "data.csv"}, {"data.csv"}, 1);
  succeed({"convert", "data.csv", "table.npz"});
  refuse({"info", "table.npz"}, {"table.npz", "not an l21pca model"}, 1);
  refuse({"info", "nosuch.npz"}, {"nosuch.npz"}, 1);
}

TEST_F(ModelFile, ThreadsDoNotChangeABitOfTheComponents) {
  write("data.csv", plane_csv({.rows = 3000, .cols = 17}));
  for (const std::string method : {"pca", "l21", "r1", "l1", "l1_greedy"}) {
    for (const std::string threads : {"1", "2"}) {
      succeed(
          {"fit", "data.csv", "-k", "3", "--method", method, "--threads", threads, "-o", threads + ".npz", "--quiet"});
    }
    const auto components = [&](const std::string& file) { return io::ZipReader(path(file)).read("components.npy"); };
    EXPECT_EQ(components("1.npz"), components("2.npz")) << method;
    EXPECT_EQ(succeed({"transform", "1.npz", "data.csv", "--threads", "1"}),
              succeed({"transform", "1.npz", "data.csv", "--threads", "2"}));
  }
}

}  // namespace
}  // namespace l21::internal::test
