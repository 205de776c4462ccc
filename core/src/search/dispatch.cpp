#include "search/dispatch.hpp"

#include <stdexcept>
#include <string>

namespace vier {

std::string_view path_name(Path path) {
  switch (path) {
    case Path::automatic:
      return "automatic";
    case Path::portable:
      return "portable";
    case Path::avx2:
      return "avx2";
    case Path::avx512:
      return "avx512";
  }
  return "unknown";
}

// The instructions asked for here are those that CMakeLists.txt lets the compiler use in the path.
bool is_path_available(Path path) {
  switch (path) {
    case Path::automatic:
    case Path::portable:
      return true;
    case Path::avx2:
#ifdef VIER_X86_PATHS
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
             __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
      return false;
#endif
    case Path::avx512:
#ifdef VIER_X86_PATHS
      return is_path_available(Path::avx2) && __builtin_cpu_supports("avx512f") &&
             __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq") &&
             __builtin_cpu_supports("avx512ifma");
#else
      return false;
#endif
  }
  return false;
}

namespace search {

Path resolve_path(Path wanted) {
  if (wanted == Path::automatic) {
    if (is_path_available(Path::avx512)) return Path::avx512;
    return is_path_available(Path::avx2) ? Path::avx2 : Path::portable;
  }
  if (!is_path_available(wanted))
    throw std::invalid_argument("the vector path " + std::string(path_name(wanted)) +
                                " is not available on this machine");
  return wanted;
}

NullWindow null_window_of(Path resolved) {
#ifdef VIER_X86_PATHS
  if (resolved == Path::avx512) return null_window_avx512;
  if (resolved == Path::avx2) return null_window_avx2;
#endif
  (void)resolved;
  return null_window_portable;
}

}  // namespace search
}  // namespace vier
