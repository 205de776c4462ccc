// What the bindings of long calls share: errors, stop flags, and limits that heed Python's signals.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "raise.hpp"
#include "vier/limits.hpp"
#include "vier/path.hpp"
#include "vier/position.hpp"

namespace nb = nanobind;

inline vier::Path path_named(const std::string& name) {
  for (const auto path :
       {vier::Path::automatic, vier::Path::portable, vier::Path::avx2, vier::Path::avx512})
    if (vier::path_name(path) == name) return path;
  throw nb::value_error("no such path");
}

inline const vier::Position& unfinished(nb::handle_t<vier::Position> source) {
  const vier::Position& position = *nb::inst_ptr<vier::Position>(source);
  if (position.is_over()) raise("finished_position", source.attr("text"));
  return position;
}

// Set by any thread; no call resets it.
struct StopFlag {
  std::atomic<bool> is_set{false};
};

// Limits of a call that runs without the interpreter lock: Python's signal handlers run about every
// 10 ms.
inline vier::Limits limits_of(const std::atomic<bool>* stop, std::optional<double> time_s) {
  using std::chrono::steady_clock;
  if (time_s && !(*time_s >= 0)) raise("bad_time", *time_s);
  vier::Limits limits;
  limits.stop = stop;
  limits.keep_going = [] {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return true;
  };
  // A time that no clock can show is no limit.
  if (time_s && *time_s < 1e9)
    limits.deadline = steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                                std::chrono::duration<double>(*time_s));
  return limits;
}

inline vier::Limits limits_of(const StopFlag* stop, std::optional<double> time_s) {
  return limits_of(stop == nullptr ? nullptr : &stop->is_set, time_s);
}
