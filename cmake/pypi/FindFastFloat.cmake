l21_find_headers(FastFloat FastFloat::fast_float fast_float/fast_float.h)
