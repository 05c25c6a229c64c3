# make         build the program: build/bin/l21pca
# make demo    install what is missing, build, and run the paper's experiments on built-in images: demo/report.html
# make test    install what is missing, build everything, and run all tests
# make check   install what is missing, and look at format, order of includes and clang-tidy; tests under sanitizers; fuzzing
# make lint    the parts of make check that take minutes: format, order, clang-tidy
# make python  install what is missing, and the Python package into build/venv
# make wheel   a wheel for other machines: build/wheel/dist; make dist: and the source distribution
# make bench   install what is missing, build, and print the table of speed ratios
# make bench-quality  the same, and print how right our subspaces are beside those of others
# make docs    install what is missing, and write the reference of the C++ headers: build/docs/html/index.html
# make install DESTDIR=... PREFIX=...

BUILD ?= build
PREFIX ?= /usr/local
BUILD_TYPE ?= Release
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CMAKE_FLAGS ?=

BUILD_PACKAGES = cmake ninja-build g++ pkg-config libeigen3-dev libopenblas-dev libcli11-dev libfmt-dev \
  nlohmann-json3-dev libfast-float-dev zlib1g-dev libstb-dev libmatio-dev libhdf5-dev
TEST_PACKAGES = libgtest-dev librapidcheck-dev
PYTHON_PACKAGES = python3-venv python3-dev
LINT_PACKAGES = git python3-venv clang-format
CHECK_PACKAGES = $(LINT_PACKAGES) clang libclang-rt-dev

.PHONY: build deps demo test lint check python wheel dist bench bench-quality docs install clean

build:
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=$(BUILD_TYPE) -DCMAKE_INSTALL_PREFIX=$(PREFIX) \
	  -DL21_WITH_TESTS=OFF -DL21_WITH_BENCH=OFF -DL21_WITH_FUZZ=OFF -DL21_WITH_EXAMPLES=OFF -DL21_WITH_PYTHON=OFF $(CMAKE_FLAGS)
	@cmake --build $(BUILD) -j $(JOBS)

deps:
	@.ci/install-packages $(BUILD_PACKAGES)

demo: deps
	@$(MAKE) --no-print-directory build
	@$(BUILD)/bin/l21pca demo -o demo

test:
	@.ci/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES) $(PYTHON_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=$(BUILD_TYPE) -DCMAKE_INSTALL_PREFIX=$(PREFIX) \
	  -DL21_WITH_TESTS=ON -DL21_WITH_BENCH=ON -DL21_WITH_FUZZ=ON -DL21_WITH_EXAMPLES=ON -DL21_WITH_PYTHON=OFF $(CMAKE_FLAGS)
	@cmake --build $(BUILD) -j $(JOBS)
	@python/install.sh $(BUILD) $(BUILD_TYPE)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

lint:
	@.ci/install-packages $(BUILD_PACKAGES) $(LINT_PACKAGES)
	@JOBS=$(JOBS) .ci/check format order tidy

check:
	@.ci/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES) $(CHECK_PACKAGES)
	@JOBS=$(JOBS) .ci/check

python:
	@.ci/install-packages $(BUILD_PACKAGES) $(PYTHON_PACKAGES)
	@mkdir -p $(BUILD)
	@python/install.sh $(BUILD) $(BUILD_TYPE)

# CLI11, fast_float and stb are headers; everything else comes from PyPI.
wheel:
	@.ci/install-packages python3-venv libcli11-dev libfast-float-dev libstb-dev
	@python/wheel.sh $(BUILD)/wheel

dist: wheel
	@python/wheel.sh $(BUILD)/wheel sdist

# The same build for both.
bench bench-quality:
	@.ci/install-packages $(BUILD_PACKAGES) $(PYTHON_PACKAGES)
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=$(BUILD_TYPE) -DL21_WITH_TESTS=OFF -DL21_WITH_BENCH=ON \
	  -DL21_WITH_FUZZ=OFF -DL21_WITH_PYTHON=OFF $(CMAKE_FLAGS)
	@cmake --build $(BUILD) -j $(JOBS)
	@bench/run $(BUILD) $@

docs:
	@.ci/install-packages doxygen
	@mkdir -p $(BUILD)
	@{ cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = $(BUILD)/docs"; } | doxygen -
	@echo "$(BUILD)/docs/html/index.html"

install: build
	@cmake --install $(BUILD)

clean:
	@rm -rf $(BUILD)
