#include "playouts/dispatch.hpp"

namespace vier::playouts {

PlayTask play_task_of(Path resolved) {
#ifdef VIER_X86_PATHS
  if (resolved == Path::avx512) return play_task_avx512;
  if (resolved == Path::avx2) return play_task_avx2;
#endif
  (void)resolved;
  return play_task_portable;
}

}  // namespace vier::playouts
