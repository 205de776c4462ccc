// Which positions play can reach, and how.
#pragma once

#include <optional>
#include <vector>

#include "vier/position.hpp"

namespace vier {

// The columns of some game from the empty board that ends in this position: the first one in the
// order in which columns are tried from the right. Nothing when no order of moves leads there. A
// position with a four is reached when its last stone completes it.
std::optional<std::vector<int>> find_moves(const Position& position);

}  // namespace vier
