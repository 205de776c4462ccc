// Does chunks of `viergewinnt book build` on a machine that has nothing but a compiler.
//
//   book_chunks --plies N --checkpoint FILE [--threads N] [--table-mb N] [--time-s S]
//               [--part K/N]
//
// Goes on where FILE stops, adds chunk after chunk, and ends when all are done, after S seconds, or
// on Ctrl-C. --part 2/3 does the second third of the chunks only. `viergewinnt book build --adopt
// FILE` takes over what is in it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "checkpoint.hpp"
#include "number.hpp"
#include "vier/book_chunk.hpp"

namespace {

using namespace vier;
using std::chrono::steady_clock;
using vier::tools::number;

// Chunks that are searched in one go, so that all threads have work until shortly before its end.
constexpr std::size_t kGroupForThread = 2;

std::atomic<bool> stopped{false};

struct Arguments {
  int plies = -1;
  std::string checkpoint;
  SolverOptions options{
      .table_mb = 1024,
      .threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))};
  std::optional<double> time_s;
  std::size_t part = 1;
  std::size_t parts = 1;
};

Arguments parse(int count, char** values) {
  Arguments arguments;
  for (int i = 1; i < count; i += 2) {
    const std::string_view name = values[i];
    if (i + 1 == count) throw std::invalid_argument("missing value after " + std::string(name));
    const std::string_view value = values[i + 1];
    if (name == "--plies") {
      arguments.plies = number<int>(value);
    } else if (name == "--checkpoint") {
      arguments.checkpoint = value;
    } else if (name == "--threads") {
      arguments.options.threads = number<int>(value);
    } else if (name == "--table-mb") {
      arguments.options.table_mb = number<std::size_t>(value);
    } else if (name == "--time-s") {
      arguments.time_s = number<double>(value);
    } else if (name == "--part") {
      const std::size_t slash = std::min(value.find('/'), value.size() - 1);
      arguments.part = number<std::size_t>(value.substr(0, slash));
      arguments.parts = number<std::size_t>(value.substr(slash + 1));
    } else {
      throw std::invalid_argument("unknown option " + std::string(name));
    }
  }
  if (arguments.plies < 0 || arguments.plies > 12)
    throw std::invalid_argument("--plies must be given, 0 to 12");
  if (arguments.checkpoint.empty()) throw std::invalid_argument("--checkpoint must be given");
  if (arguments.part < 1 || arguments.part > arguments.parts)
    throw std::invalid_argument("--part must be K/N with K from 1 to N");
  return arguments;
}

double seconds_since(steady_clock::time_point begin) {
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

// Says whether all chunks of the part are done.
bool run(const Arguments& arguments) {
  const auto begin = steady_clock::now();
  const std::vector<std::uint32_t> shapes = book::kept_shapes(arguments.plies);
  const std::size_t colourings = book::colouring_count(arguments.plies);
  tools::Checkpoint checkpoint(arguments.checkpoint,
                               "{\"chunks\":" + std::to_string(shapes.size()) +
                                   ",\"name\":\"book\",\"parameters\":{\"format\":1,\"plies\":" +
                                   std::to_string(arguments.plies) + "}}");
  std::vector<std::uint32_t> open;
  const std::size_t first = shapes.size() * (arguments.part - 1) / arguments.parts;
  const std::size_t last = shapes.size() * arguments.part / arguments.parts;
  for (std::size_t chunk = first; chunk < last; ++chunk)
    if (!checkpoint.has(static_cast<std::uint32_t>(chunk)))
      open.push_back(static_cast<std::uint32_t>(chunk));
  std::printf("%zu of %zu chunks are done, %zu to do\n", checkpoint.finished(), shapes.size(),
              open.size());

  Solver solver(arguments.options);
  Limits limits;
  limits.stop = &stopped;
  if (arguments.time_s)
    limits.deadline = begin + std::chrono::duration_cast<steady_clock::duration>(
                                  std::chrono::duration<double>(*arguments.time_s));
  const std::size_t group =
      arguments.options.threads == 1
          ? 1
          : kGroupForThread * static_cast<std::size_t>(arguments.options.threads);
  double reported_s = 0;
  for (std::size_t done = 0; done < open.size();) {
    const std::size_t size = std::min(group, open.size() - done);
    std::vector<std::uint32_t> some;
    for (std::size_t i = 0; i < size; ++i) some.push_back(shapes[open[done + i]]);
    const auto symbols = book::solve_shapes(solver, arguments.plies, some, limits);
    if (symbols.is_stopped()) return false;
    for (std::size_t i = 0; i < size; ++i)
      checkpoint.add(open[done + i],
                     std::span(symbols.value()).subspan(i * colourings, colourings));
    checkpoint.sync();
    done += size;
    if (const double now_s = seconds_since(begin); now_s - reported_s > 5 || done == open.size()) {
      reported_s = now_s;
      std::printf("%zu of %zu chunks in %.0f s, about %.0f s to go, %llu nodes\n", done,
                  open.size(), now_s,
                  now_s / static_cast<double>(done) * static_cast<double>(open.size() - done),
                  static_cast<unsigned long long>(solver.nodes()));
      std::fflush(stdout);
    }
  }
  return true;
}

}  // namespace

int main(int count, char** values) {
  try {
    const Arguments arguments = parse(count, values);
    std::signal(SIGINT, [](int) { stopped = true; });
    std::signal(SIGTERM, [](int) { stopped = true; });
    const bool all_done = run(arguments);
    std::printf(all_done ? "done\n" : "stopped; run the same command to go on\n");
    return all_done ? 0 : 1;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "book_chunks: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "book_chunks: %s\n", error.what());
    return 3;
  }
}
