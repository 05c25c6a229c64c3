#include "l21/message.hpp"

#include <string>

#include "l21/error.hpp"
#include "l21/option_table.hpp"
#include "unit/linalg/testing.hpp"
#include "unit/message_of.hpp"

namespace l21::internal::test {
namespace {

Message advice() {
  return {"raise ", option_name("max_iterations"), " or ", option_name("tolerance"), ", else ", robust_preset_name()};
}

template <class Thrown, class Work>
Message thrown_by(const Work& work) {
  try {
    work();
  } catch (const Thrown& error) {
    EXPECT_EQ(error.what(), error.message().text(Vocabulary::field));
    return error.message();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

Message refused(const FitOptions& options) {
  return thrown_by<InvalidArgument>([&] { validate(options, 20, 7); });
}

TEST(Message, SpeaksToEachReaderInTheirWords) {
  EXPECT_EQ(advice().text(Vocabulary::field), "raise max_iterations or tolerance, else robust_preset()");
  EXPECT_EQ(advice().text(Vocabulary::flag), "raise --max-iter or --tol, else --preset robust");
  EXPECT_EQ(advice().text(Vocabulary::python), "raise max_iter or tol, else RobustPCA");
  EXPECT_EQ(advice().text(), advice().text(Vocabulary::field));
}

TEST(Message, NamesEveryOptionAsTheTableDoes) {
  for (const OptionSpec& spec : option_table()) {
    const Message name = option_name(spec.name), symbol = option_symbol(spec.name);
    EXPECT_EQ(name.text(Vocabulary::field), spec.name);
    EXPECT_EQ(name.text(Vocabulary::python), spec.python);
    const std::string flag = name.text(Vocabulary::flag);
    EXPECT_EQ(flag.rfind("--", 0), 0U);
    EXPECT_NE(spec.flags.find(flag), std::string_view::npos);
    EXPECT_EQ(symbol.text(Vocabulary::flag), spec.name);
    EXPECT_EQ(symbol.text(Vocabulary::python), spec.python);
  }
  EXPECT_EQ(message_of<InvalidArgument>([] { (void)option_name("epsilon"); }), "there is no option 'epsilon'");
}

TEST(Message, IsTheSameHoweverItWasPutTogether) {
  EXPECT_EQ((Message{"a", "", "b", Message{"c", option_name("p")}, "d"}), (Message{"abc", option_name("p"), "d"}));
  EXPECT_NE((Message{"a", option_name("p")}), Message("ap"));
  EXPECT_TRUE(Message("").empty());
  EXPECT_TRUE((Message{"", Message()}).empty());
}

TEST(Message, ReadsBackWhatItWroteWithFlags) {
  for (const Message& message : {Message(), Message("plain text"), advice(), option_name("components"),
                                 Message{option_name("certify"), " on gives it; ", option_name("certify_passes")},
                                 Message{"(", robust_preset_name(), ": joint)"}})
    EXPECT_EQ(Message::from_flags(message.text(Vocabulary::flag)), message) << message.text();
  for (const OptionSpec& spec : option_table())
    EXPECT_EQ(Message::from_flags(option_name(spec.name).text(Vocabulary::flag)), option_name(spec.name));
}

TEST(Message, TakesNothingElseForAnOption) {
  for (const char* text : {"--", "--tolerable", "--no-such", "x--tol", "--preset", "--preset robustly", "a -- b", "-k"})
    EXPECT_EQ(Message::from_flags(text), Message(text)) << text;
}

TEST(Errors, OfOptionsNameThemForEachReader) {
  FitOptions options;
  options.max_iterations = 0;
  EXPECT_EQ(refused(options).text(Vocabulary::field), "max_iterations must be >= 1, got 0");
  EXPECT_EQ(refused(options).text(Vocabulary::flag), "--max-iter must be >= 1, got 0");
  EXPECT_EQ(refused(options).text(Vocabulary::python), "max_iter must be >= 1, got 0");
  options = {};
  options.threads = -1;
  EXPECT_EQ(refused(options).text(Vocabulary::field), "threads must satisfy 0 <= threads <= 4096, got -1");
  EXPECT_EQ(refused(options).text(Vocabulary::flag), "--threads must satisfy 0 <= threads <= 4096, got -1");
  EXPECT_EQ(refused(options).text(Vocabulary::python), "n_jobs must satisfy 0 <= n_jobs <= 4096, got -1");
}

TEST(Errors, NameWhatIsNoOptionForEachReader) {
  FitOptions options;
  options.center = Center::joint;
  EXPECT_NE(refused(options).text(Vocabulary::flag).find("--center joint belongs to method"), std::string::npos);
  EXPECT_NE(refused(options).text(Vocabulary::python).find("belongs to R1PCA:"), std::string::npos);
  options = {};
  options.init = Init::given, options.given_start = Matrix<double>::Zero(7, 3);
  EXPECT_EQ(refused(options).text(Vocabulary::flag), "the given start must be 7 x 2 (columns x components), got 7 x 3");
  EXPECT_EQ(refused(options).text(Vocabulary::python), "init as an array must have shape (2, 7), got (3, 7)");
}

TEST(Errors, AreCopiedWithTheirMessage) {
  const DataError error({"x: ", option_name("tolerance")});
  const DataError copy = error;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.message(), error.message());
  EXPECT_STREQ(copy.what(), "x: tolerance");
}

}  // namespace
}  // namespace l21::internal::test
