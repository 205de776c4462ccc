// Times the solver: every position with an empty table, one after the other.
//
//   solver_bench [--stones N[,N...]] [--count N] [--seed N] [--kind games|positions]
//                [--path automatic|portable|avx2|avx512] [--threads N] [--table-mb N]
//   solver_bench --stdin ...    positions from standard input, one a line, as the columns played
//                               (1-7), `-` for the empty board
//   solver_bench --start ...    the empty board
//
// Prints for each number of stones: positions, sum, median and 99th percentile of the times in
// milliseconds, nodes in all, nanoseconds a node, and the sum of the scores as a signature.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "number.hpp"
#include "vier/random.hpp"
#include "vier/solver.hpp"

namespace {

using namespace vier;
using vier::tools::number;

struct Arguments {
  std::vector<int> stones = {8, 10, 12, 14, 16, 18, 20, 24, 28, 32};
  int count = 50;
  std::uint64_t seed = 1;
  bool over_positions = false;
  bool from_stdin = false;
  bool start = false;
  SolverOptions options;
};

Path path_of(std::string_view name) {
  for (const Path path : {Path::automatic, Path::portable, Path::avx2, Path::avx512})
    if (path_name(path) == name) return path;
  throw std::invalid_argument("no such path: " + std::string(name));
}

Arguments parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view name = values[i];
    if (name == "--stdin" || name == "--start") {
      (name == "--stdin" ? arguments.from_stdin : arguments.start) = true;
      continue;
    }
    if (++i == count) throw std::invalid_argument("missing value after " + std::string(name));
    std::string_view value = values[i];
    if (name == "--stones") {
      arguments.stones.clear();
      while (!value.empty()) {
        const std::size_t comma = std::min(value.find(','), value.size());
        const int stones = number<int>(value.substr(0, comma));
        if (stones < 0 || stones > 41) throw std::invalid_argument("stones must be 0 to 41");
        arguments.stones.push_back(stones);
        value.remove_prefix(std::min(comma + 1, value.size()));
      }
    } else if (name == "--count") {
      arguments.count = number<int>(value);
    } else if (name == "--seed") {
      arguments.seed = number<std::uint64_t>(value);
    } else if (name == "--kind") {
      if (value != "games" && value != "positions")
        throw std::invalid_argument("kind must be games or positions");
      arguments.over_positions = value == "positions";
    } else if (name == "--path") {
      arguments.options.path = path_of(value);
    } else if (name == "--threads") {
      arguments.options.threads = number<int>(value);
    } else if (name == "--table-mb") {
      arguments.options.table_mb = number<std::size_t>(value);
    } else {
      throw std::invalid_argument("unknown option " + std::string(name));
    }
  }
  return arguments;
}

Position play_all(std::string_view digits) {
  Position position;
  for (const char digit : digits) {
    if (digit == '-') continue;
    const int column = digit - '1';
    if (column < 0 || column >= kColumns || position.is_over() || position.is_column_full(column))
      throw std::invalid_argument("no such game: " + std::string(digits));
    position = position.play_unchecked(column);
  }
  return position;
}

using Groups = std::map<int, std::vector<Position>>;

Groups positions_of(const Arguments& arguments) {
  Groups groups;
  if (arguments.start) {
    groups[0].push_back(Position());
    return groups;
  }
  if (arguments.from_stdin) {
    for (std::string line; std::getline(std::cin, line);) {
      const Position position = play_all(line);
      groups[position.ply()].push_back(position);
    }
    return groups;
  }
  for (const int stones : arguments.stones) {
    Random random(arguments.seed + static_cast<std::uint64_t>(stones));
    for (int i = 0; i < arguments.count; ++i)
      groups[stones].push_back(arguments.over_positions
                                   ? random_position_over_positions(stones, random)
                                   : random_position_over_games(stones, random));
  }
  return groups;
}

void time_group(Solver& solver, int stones, const std::vector<Position>& positions) {
  std::vector<double> times;
  double sum = 0;
  std::uint64_t nodes = 0;
  int signature = 0;
  for (const Position& position : positions) {
    solver.reset();
    const auto begin = std::chrono::steady_clock::now();
    const int score = solver.score(position).value();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    times.push_back(time.count());
    sum += time.count();
    nodes += solver.nodes();
    signature += score;
  }
  std::sort(times.begin(), times.end());
  std::printf("%6d %9zu %11.3f %10.4f %10.4f %13llu %8.1f %9d\n", stones, times.size(), sum,
              times[times.size() / 2], times[times.size() * 99 / 100],
              static_cast<unsigned long long>(nodes),
              nodes == 0 ? 0.0 : sum * 1e6 / static_cast<double>(nodes), signature);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  try {
    const Arguments arguments = parse(count, values);
    Solver solver(arguments.options);
    std::printf("path %s, threads %d, table %zu MiB\n",
                std::string(path_name(solver.path())).c_str(), solver.threads(),
                solver.table_bytes() >> 20);
    std::printf(
        "stones positions      sum ms     median        p99         nodes  ns/node  signature\n");
    for (const auto& [stones, positions] : positions_of(arguments))
      time_group(solver, stones, positions);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "solver_bench: %s\n", error.what());
    return 2;
  }
}
