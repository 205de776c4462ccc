// Which vector path a search takes.
#pragma once

#include "search/worker.hpp"
#include "vier/solver.hpp"

namespace vier::search {

// The path itself, or for automatic the fastest available one. Throws std::invalid_argument when it
// is not available.
Path resolve_path(Path wanted);

NullWindow null_window_of(Path resolved);

}  // namespace vier::search
