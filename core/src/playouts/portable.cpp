#include "playouts/lanes_portable.hpp"
// The lanes first: the kernel is written in terms of them.
#include "playouts/kernel.hpp"

namespace vier::playouts {

void play_task_portable(Task& task) { play_all<1>(task); }

}  // namespace vier::playouts
