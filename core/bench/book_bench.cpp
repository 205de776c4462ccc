// Times lookups in a book: book_bench FILE [COUNT]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "vier/book_file.hpp"
#include "vier/random.hpp"

int main(int count, char** values) {
  using namespace vier;
  using Clock = std::chrono::steady_clock;
  if (count < 2) {
    std::fprintf(stderr, "usage: book_bench FILE [COUNT]\n");
    return 2;
  }
  try {
    const auto before = Clock::now();
    const book::BookFile book(values[1]);
    const std::chrono::duration<double, std::milli> open = Clock::now() - before;
    std::printf("opened and checked %zu bytes in %.2f ms\n", book.size(), open.count());
    const int lookups = count > 2 ? std::atoi(values[2]) : 1000000;
    Random random(1);
    std::printf("stones      lookups   ns each  signature\n");
    for (const auto& section : book.sections()) {
      std::vector<Position> positions;
      for (int i = 0; i < lookups; ++i)
        positions.push_back(random_position_over_games(section.plies, random));
      long signature = 0;
      const auto begin = Clock::now();
      for (const Position& position : positions) signature += book.lookup(position).value_or(0);
      const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
      std::printf("%6d %12d %9.1f %10ld\n", section.plies, lookups, time.count() / lookups,
                  signature);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "book_bench: %s\n", error.what());
    return 2;
  }
}
