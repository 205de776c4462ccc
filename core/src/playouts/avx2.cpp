#include "playouts/lanes_avx2.hpp"
// The lanes first: the kernel is written in terms of them.
#include "playouts/kernel.hpp"

namespace vier::playouts {

void play_task_avx2(Task& task) { play_all<2>(task); }

}  // namespace vier::playouts
