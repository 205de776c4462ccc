#include "search/lanes_avx512.hpp"
// The lanes first: the kernel is written in terms of them.
#include "search/kernel.hpp"

namespace vier::search {

int null_window_avx512(Worker& worker, const Quiet& position, int beta) {
  return null_window(worker, position, beta);
}

}  // namespace vier::search
