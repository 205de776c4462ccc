// The extension module: converts, validates and releases the interpreter lock, nothing else.
#include <nanobind/nanobind.h>

#include "bindings.hpp"

NB_MODULE(_native, module) {
  // What a program still holds when it ends, a solver in a cache for instance, is no leak.
  nanobind::set_leak_warnings(false);
  bind_position(module);
  bind_perft(module);
  bind_book(module);
  bind_solver(module);
  bind_playouts(module);
  bind_depth_search(module);
  bind_mcts(module);
}
