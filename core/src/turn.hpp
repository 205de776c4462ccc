// Keeps all callers but one out of an object that serves one call at a time.
#pragma once

#include <atomic>

#include "vier/solver.hpp"

namespace vier {

class Turn {
 public:
  // Throws Busy while another call has its turn.
  explicit Turn(std::atomic<bool>& is_busy) : is_busy_(is_busy) {
    if (is_busy_.exchange(true, std::memory_order_acquire)) throw Busy();
  }
  ~Turn() { is_busy_.store(false, std::memory_order_release); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::atomic<bool>& is_busy_;
};

}  // namespace vier
