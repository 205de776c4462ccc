#include "vier/perft.hpp"

#include <nanobind/nanobind.h>

#include "bindings.hpp"

namespace nb = nanobind;

void bind_perft(nb::module_& module) {
  nb::class_<vier::Perft>(module, "Perft", "Counts sequences and distinct positions ply by ply.")
      .def(nb::init<>())
      .def_prop_ro("ply", &vier::Perft::ply)
      .def_prop_ro("sequences", [](const vier::Perft& perft) { return perft.counts().sequences; })
      .def_prop_ro("positions", [](const vier::Perft& perft) { return perft.counts().positions; })
      .def(
          "advance",
          [](vier::Perft& perft) {
            const auto no_signal_waits = [] {
              const nb::gil_scoped_acquire locked;
              return PyErr_CheckSignals() == 0;
            };
            bool done = false;
            {
              const nb::gil_scoped_release unlocked;
              done = perft.advance(no_signal_waits);
            }
            if (!done) throw nb::python_error();
          },
          "Goes on to the next ply; an interrupt leaves it where it was.");
}
