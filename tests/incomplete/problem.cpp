// A problem without argmax: the compiler must say so in a sentence.
#include <l21/maximize.hpp>

struct Incomplete {
  using Point = double;
  struct Surrogate {};
  double linearize(const Point& x, Surrogate&) { return x; }
  double surrogate_value(const Surrogate&, const Point& x) { return x; }
};

int main() {
  Incomplete problem;
  return static_cast<int>(l21::maximize(problem, 1.0).x);
}
