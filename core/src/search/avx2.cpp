#include "search/lanes_avx2.hpp"
// The lanes first: the kernel is written in terms of them.
#include "search/kernel.hpp"

namespace vier::search {

int null_window_avx2(Worker& worker, const Quiet& position, int beta) {
  return null_window(worker, position, beta);
}

}  // namespace vier::search
