// Asks the limits of a call from inside its loops.
#pragma once

#include <atomic>
#include <chrono>

#include "vier/limits.hpp"

namespace vier {

// Thrown out of a search when a limit ended it.
struct Ended {};

class Watch {
 public:
  explicit Watch(const Limits& limits) : limits_(limits) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Any thread may ask. Worth a few ten nanoseconds, so not for every node.
  bool has_ended() const {
    if (ended_.load(std::memory_order_relaxed)) return true;
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) return true;
    return limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline;
  }

  // For the calling thread, which also asks whoever wants to be asked now and then; what that
  // throws ends the other threads, too.
  bool has_ended_for_caller() {
    if (limits_.keep_going) {
      const auto now = std::chrono::steady_clock::now();
      if (now - asked_ >= kAskEvery) {
        asked_ = now;
        try {
          if (!limits_.keep_going()) end();
        } catch (...) {
          end();
          throw;
        }
      }
    }
    return has_ended();
  }

  void end() { ended_.store(true, std::memory_order_relaxed); }

 private:
  static constexpr auto kAskEvery = std::chrono::milliseconds(10);

  const Limits& limits_;
  std::atomic<bool> ended_{false};
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
};

}  // namespace vier
