// Columns as Python names them.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "vier/choice.hpp"

inline nanobind::tuple columns_of(vier::ColumnSet set) {
  nanobind::list columns;
  for (int column = 0; column < vier::kColumns; ++column)
    if ((set >> column & 1) != 0) columns.append(column + 1);
  return nanobind::tuple(columns);
}

inline nanobind::tuple line_of(const std::vector<int>& line) {
  nanobind::list columns;
  for (const int column : line) columns.append(column + 1);
  return nanobind::tuple(columns);
}
