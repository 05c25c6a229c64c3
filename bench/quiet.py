"""Whether the machine was left alone while something was timed."""
import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
MOST = 0.05  # of all CPU time


class Quiet:
    """with Quiet(ours, wait) as quiet: ...; then quiet.remark is empty, or says what disturbed the figures. Waits at
    first, `wait` seconds at most, until the CPUs are idle."""

    def __init__(self, ours, wait):
        self.ours, self.wait, self.remark = ours, wait, ""

    def __enter__(self):
        self.idle = not self.wait or self.ours.ask("idle", self.wait)["idle"]
        self.before = self.seconds()
        return self

    def __exit__(self, *_):
        busy, total, own = (after - before for after, before in zip(self.seconds(), self.before))
        share = max(0.0, busy - own) / max(total, 1e-9)
        if share > MOST or not self.idle:
            self.remark = f"disturbed: others took {100 * share:.0f} % of the CPUs"

    def seconds(self):
        """CPU seconds since boot: of all processes, of all processes and idling, of this process, its children that have ended and l21_bench."""
        fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        idle, total = sum(fields[3:5]), sum(fields)
        me = os.times()
        return (total - idle) / TICKS, total / TICKS, me.user + me.system + me.children_user + me.children_system + self.ours.cpu_seconds(TICKS)
