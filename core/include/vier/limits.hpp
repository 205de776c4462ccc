// What ends a call early, and the result of a call that may have been ended.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

namespace vier {

// The first two are noticed within a millisecond or two.
struct Limits {
  const std::atomic<bool>* stop = nullptr;  // may be set by any thread
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
  // Asked on the calling thread about every 10 ms while it searches; no ends the call. It may
  // throw, which ends the call too.
  std::function<bool()> keep_going = {};
};

// A result, or nothing when a limit ended the call first. What a table learned by then stays.
template <class T>
class Outcome {
 public:
  Outcome() = default;
  Outcome(T value) : value_(std::move(value)) {}

  bool is_stopped() const { return !value_.has_value(); }
  // Throws std::bad_optional_access when stopped.
  const T& value() const { return value_.value(); }

 private:
  std::optional<T> value_;
};

}  // namespace vier
