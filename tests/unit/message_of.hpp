#pragma once

#include <gtest/gtest.h>

#include <string>

namespace l21::internal::test {

// The message of the error that `f` throws.
template <class Error, class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another exception: " << error.what();
    return "";
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace l21::internal::test
