#include "playouts/lanes_avx512.hpp"
// The lanes first: the kernel is written in terms of them.
#include "playouts/kernel.hpp"

namespace vier::playouts {

void play_task_avx512(Task& task) { play_all<4>(task); }

}  // namespace vier::playouts
