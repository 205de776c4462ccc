// How many random trials a test makes, and the vector paths it makes them with.
#pragma once

#include <vector>

#include "vier/path.hpp"

#ifdef NDEBUG
inline constexpr int kScale = 10;
#else
inline constexpr int kScale = 1;  // sanitizers are slow
#endif

// Those that this machine has.
inline std::vector<vier::Path> available_paths() {
  std::vector<vier::Path> paths;
  for (const vier::Path path : {vier::Path::portable, vier::Path::avx2, vier::Path::avx512})
    if (is_path_available(path)) paths.push_back(path);
  return paths;
}
