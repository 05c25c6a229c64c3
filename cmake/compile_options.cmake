# Flags every target of this project shares. Nothing here reaches users of the installed package.
add_library(l21_flags INTERFACE)
target_compile_options(l21_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi)
if(L21_WERROR)
  target_compile_options(l21_flags INTERFACE -Werror)
endif()
if(L21_NATIVE)
  # Generic tuning on purpose: -march=native makes g++ 12 tune for znver3, which slows Eigen's products by 15-25 %.
  # g++ 12 warns of its own AVX-512 headers.
  target_compile_options(l21_flags INTERFACE -march=native -mtune=generic -Wno-maybe-uninitialized)
endif()
