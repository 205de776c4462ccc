// One function per file of bindings.
#pragma once

#include <nanobind/nanobind.h>

void bind_book(nanobind::module_& module);
void bind_depth_search(nanobind::module_& module);
void bind_mcts(nanobind::module_& module);
void bind_perft(nanobind::module_& module);
void bind_playouts(nanobind::module_& module);
void bind_position(nanobind::module_& module);
void bind_solver(nanobind::module_& module);

// Raises ValueError unless a book may have positions of so many stones.
void require_stones_of_book(int stones);
