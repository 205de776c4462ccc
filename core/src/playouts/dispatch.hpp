// Which vector path playouts take.
#pragma once

#include "playouts/stream.hpp"
#include "vier/path.hpp"

namespace vier::playouts {

// The path must be available and not automatic (search/dispatch.hpp resolves it).
PlayTask play_task_of(Path resolved);

}  // namespace vier::playouts
