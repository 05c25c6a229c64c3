"""Where and with what the figures were measured."""
import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "matplotlib")


def machine():
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*:\s*(.*)", info)
    memory = int(re.search(r"MemTotal:\s*(\d+) kB", Path("/proc/meminfo").read_text())[1])
    return {"cpu": model[1].strip() if model else platform.machine(),
            "cores": len(re.findall(r"^processor\s*:", info, re.MULTILINE)),
            "vector units": [name for name in ("avx2", "fma", "avx512f") if re.search(rf"\b{name}\b", info)],
            "caches": caches(), "memory": f"{memory / 1e6:.1f} GB"}


def caches():
    result = {}
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = ((index / name).read_text().strip() for name in ("level", "type", "size"))
        result[f"L{level} {kind.lower()}"] = size
    return result


def versions(bench):
    with bench.ours() as ours:
        result = ours.ask("versions")
    result["l21pca"] += commit(bench.here)
    result["python"] = platform.python_version()
    result |= {name: installed(name) for name in PACKAGES}
    return result | robpy(bench)


def installed(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def robpy(bench):
    """robpy and the scikit-learn that it runs on, in their own environment."""
    code = "from importlib.metadata import version as v; print(v('robpy'), 'with scikit-learn', v('scikit-learn'))"
    try:
        done = subprocess.run([bench.robpy_python, "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return {"robpy": "not installed"}
    return {"robpy": done.stdout.strip()}


def commit(folder):
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=folder, capture_output=True, text=True)
    return f" ({done.stdout.strip()})" if done.returncode == 0 else ""
