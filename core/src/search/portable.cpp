#include "search/lanes_portable.hpp"
// The lanes first: the kernel is written in terms of them.
#include "search/kernel.hpp"

namespace vier::search {

int null_window_portable(Worker& worker, const Quiet& position, int beta) {
  return null_window(worker, position, beta);
}

}  // namespace vier::search
