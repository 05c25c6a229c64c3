"""Several sides timed in turn, the best time of each."""
import time
from dataclasses import dataclass, field


@dataclass
class Times:
    seconds: list = field(default_factory=list)

    @property
    def best(self):
        return min(self.seconds)


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def side_by_side(sides, repeats=5, budget=20.0):
    """sides: name -> function that does its work once and returns its seconds. Every side has at least one turn and no
    further one once `budget` seconds would be exceeded by it."""
    times = {name: Times() for name in sides}
    for _ in range(repeats):
        for name, side in sides.items():
            done = times[name].seconds
            if done and sum(done) + min(done) > budget:
                continue
            time.sleep(0.2)  # Threads of OpenMP and OpenBLAS go on spinning for a while; the other side must not pay.
            done.append(side())
    return times
