// The few lines of a test framework that these tests need: a failed check ends the program and says
// where, whether or not assertions are compiled in.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::cerr << __FILE__ << ':' << __LINE__ << ": failed: " #condition << '\n'; \
      std::exit(1);                                                                \
    }                                                                              \
  } while (false)

#define CHECK_EQUAL(actual, expected)                                                 \
  do {                                                                                \
    const auto actual_value = (actual);                                               \
    const auto expected_value = (expected);                                           \
    if (!(actual_value == expected_value)) {                                          \
      std::cerr << __FILE__ << ':' << __LINE__ << ": " #actual " is " << actual_value \
                << ", expected " << expected_value << '\n';                           \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (false)

// The seed of this run: VIER_TEST_SEED or a fresh one, printed so that a failure can be repeated.
inline std::uint64_t test_seed() {
  const char* given = std::getenv("VIER_TEST_SEED");
  const std::uint64_t seed =
      given != nullptr ? std::strtoull(given, nullptr, 10)
                       : (std::uint64_t{std::random_device{}()} << 32) ^ std::random_device{}();
  std::cout << "VIER_TEST_SEED=" << seed << std::endl;
  return seed;
}
