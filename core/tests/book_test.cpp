#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

#include "check.hpp"
#include "checkpoint.hpp"
#include "vier/book_file.hpp"
#include "vier/crc32.hpp"
#include "vier/perft.hpp"
#include "vier/random.hpp"

namespace {

using namespace vier;
using namespace vier::book;

Position at_place(const Heights& heights, std::uint32_t colouring) {
  const Position::Stones stones = stones_at(heights, colouring);
  return Position::from_bitboards_unchecked(stones.own, stones.all);
}

// Canonical keys of all undecided positions by walking the game, the slow and obvious way.
std::set<std::uint64_t> walk(int plies) {
  std::set<std::uint64_t> keys = {Position().key()};
  for (int ply = 0; ply < plies; ++ply) {
    std::set<std::uint64_t> next;
    for (const std::uint64_t key : keys) {
      const Position::Stones stones = *Position::decode(key);
      const auto parent = Position::from_bitboards_unchecked(stones.own, stones.all);
      for (int column = 0; column < kColumns; ++column) {
        if (parent.is_column_full(column)) continue;
        const Position child = parent.play_unchecked(column);
        if (!child.is_over()) next.insert(child.canonical_key());
      }
    }
    keys = std::move(next);
  }
  return keys;
}

void the_checksum_is_that_of_zlib() {
  const std::string text = "123456789";
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  CHECK_EQUAL(crc32(bytes), 0xcbf43926U);
  CHECK_EQUAL(crc32(std::span(bytes).subspan(4), crc32(std::span(bytes).first(4))), 0xcbf43926U);
}

void shapes_are_numbered_in_order() {
  for (int plies = 0; plies <= kLastPly; ++plies) {
    Heights before{};
    for (std::uint32_t rank = 0; rank < shape_count(plies); ++rank) {
      const Heights heights = shape_at(rank, plies);
      CHECK_EQUAL(rank_of_shape(heights, plies), rank);
      if (rank > 0)
        CHECK(std::lexicographical_compare(before.rbegin(), before.rend(), heights.rbegin(),
                                           heights.rend()));
      before = heights;
    }
  }
  CHECK_EQUAL(shape_count(12), 15330U);
  CHECK_EQUAL(colouring_count(12), 924U);
}

void the_members_are_all_positions_without_an_immediate_win(int last) {
  for (int plies = 0; plies <= last; ++plies) {
    std::set<std::uint64_t> expected;
    for (const std::uint64_t key : walk(plies)) {
      const Position::Stones stones = *Position::decode(key);
      const auto position = Position::from_bitboards_unchecked(stones.own, stones.all);
      if ((position.own_threats() & position.landing_cells()) == 0) expected.insert(key);
    }
    std::set<std::uint64_t> found;
    for (const std::uint32_t shape : kept_shapes(plies)) {
      const Heights heights = shape_at(shape, plies);
      for (std::uint32_t colouring = 0; colouring < colouring_count(plies); ++colouring) {
        const Position::Stones stones = stones_at(heights, colouring);
        if (!is_member(stones)) continue;
        const Position position = at_place(heights, colouring);
        CHECK(found.insert(position.canonical_key()).second);
        for (const Position& image : {position, position.mirrored()}) {
          const Place place = place_of(image);
          CHECK_EQUAL(place.shape, shape);
          CHECK_EQUAL(place.colouring, colouring);
        }
      }
    }
    CHECK(found == expected);
  }
}

using Sections = std::map<int, std::vector<Symbol>>;

// Symbols that need no solver: members get a number that follows from their key.
Sections invented_sections(int last) {
  Sections sections;
  for (int plies = 0; plies <= last; ++plies) {
    std::vector<Symbol>& symbols = sections[plies];
    for (const std::uint32_t shape : kept_shapes(plies)) {
      const Heights heights = shape_at(shape, plies);
      for (std::uint32_t colouring = 0; colouring < colouring_count(plies); ++colouring) {
        const bool member = is_member(stones_at(heights, colouring));
        const std::uint64_t key = member ? at_place(heights, colouring).canonical_key() : 0;
        symbols.push_back(member ? static_cast<Symbol>(1 + key * key % 43 % (1 + key % 43))
                                 : kAbsent);
      }
    }
  }
  return sections;
}

void every_position_is_found_and_nothing_else(const Sections& sections) {
  const BookFile book(encode(sections));
  const int last = sections.rbegin()->first;
  CHECK_EQUAL(book.last_ply(), last);
  for (int plies = 0; plies <= last; ++plies) {
    std::size_t members = 0;
    for (const std::uint64_t key : walk(plies)) {
      const Position::Stones stones = *Position::decode(key);
      const auto position = Position::from_bitboards_unchecked(stones.own, stones.all);
      const bool wins = (position.own_threats() & position.landing_cells()) != 0;
      for (const Position& image : {position, position.mirrored()}) {
        const auto score = book.lookup(image);
        CHECK_EQUAL(score.has_value(), !wins);
        if (score) CHECK_EQUAL(*score, static_cast<int>(1 + key * key % 43 % (1 + key % 43)) - 22);
      }
      members += wins ? 0 : 1;
    }
    CHECK_EQUAL(book.sections()[static_cast<std::size_t>(plies)].members, members);
  }
  Random random(1);
  for (int i = 0; i < 1000; ++i)
    CHECK(!book.lookup(random_position_over_games(last + 1 + i % 20, random)));
}

Fault fault_of(std::vector<std::uint8_t> bytes) {
  try {
    const BookFile book(std::move(bytes));
  } catch (const BadBook& error) {
    CHECK(std::string(error.what()).size() > 10);
    return error.fault;
  }
  CHECK(false);
  return Fault::unreadable;
}

void bad_files_are_told_apart(const std::vector<std::uint8_t>& good, std::uint64_t seed) {
  for (std::size_t size = 0; size < good.size(); size += 1 + size / 16)
    CHECK(fault_of({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}) ==
          (size < 8 ? Fault::foreign : Fault::truncated));
  Random random(seed);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint8_t> bytes = good;
    const std::size_t place = random.below(static_cast<std::uint32_t>(bytes.size()));
    bytes[place] ^= static_cast<std::uint8_t>(1U << random.below(8));
    const Fault fault = fault_of(bytes);
    CHECK(fault == (place < 8 ? Fault::foreign : fault));
    if (place >= 24) CHECK(fault == Fault::damaged);
  }
  std::vector<std::uint8_t> newer = good;
  newer[8] = 2;
  CHECK(fault_of(newer) == Fault::newer);
  std::vector<std::uint8_t> longer = good;
  longer.push_back(0);
  CHECK(fault_of(longer) == Fault::damaged);
}

// Numbers changed at random, the checksum made to fit: whatever opens answers every lookup within
// its bytes, which the sanitizers watch.
void a_forged_book_never_leads_out_of_its_bytes(const std::vector<std::uint8_t>& good,
                                                std::uint64_t seed) {
  Random random(seed);
  int opened = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::uint8_t> bytes = good;
    for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
      const std::uint32_t bound =
          random.below(2) == 0 ? 400 : static_cast<std::uint32_t>(bytes.size()) - 24;
      bytes[24 + random.below(bound)] = static_cast<std::uint8_t>(random.next());
    }
    const std::uint32_t checksum = crc32(std::span(bytes).subspan(16));
    for (std::size_t k = 0; k < 4; ++k)
      bytes[12 + k] = static_cast<std::uint8_t>(checksum >> (8 * k));
    try {
      const BookFile book(bytes);
      ++opened;
      for (int plies = 0; plies <= 6; ++plies)
        for (int k = 0; k < 20; ++k) book.lookup(random_position_over_games(plies, random));
    } catch (const BadBook& error) {
      CHECK(error.fault == Fault::damaged);
    }
  }
  CHECK(opened > 100);
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              (name + std::to_string(std::random_device{}()))) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void a_book_opens_from_a_file(const std::vector<std::uint8_t>& good) {
  const TemporaryFile file("vier-book-");
  std::ofstream(file.path(), std::ios::binary)
      .write(reinterpret_cast<const char*>(good.data()), static_cast<std::streamsize>(good.size()));
  const BookFile mapped(file.path());
  const BookFile held(good);
  CHECK_EQUAL(mapped.size(), good.size());
  CHECK_EQUAL(mapped.checksum(), held.checksum());
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Position position = random_position_over_games(i % 7, random);
    CHECK(mapped.lookup(position) == held.lookup(position));
  }
  try {
    const BookFile missing("/nonexistent/book");
    CHECK(false);
  } catch (const BadBook& error) {
    CHECK(error.fault == Fault::unreadable);
  }
}

void solved_shapes_have_the_scores_of_the_solver() {
  Solver solver;
  const std::vector<std::uint32_t> shapes = kept_shapes(12);
  const std::vector<std::uint32_t> some = {shapes[2000]};
  const auto symbols = solve_shapes(solver, 12, some).value();
  CHECK_EQUAL(symbols.size(), std::size_t{924});
  Solver other;
  for (std::uint32_t colouring = 0; colouring < 924; colouring += 101) {
    const Position::Stones stones = stones_at(shape_at(some[0], 12), colouring);
    const Symbol symbol = symbols[colouring];
    CHECK_EQUAL(symbol != kAbsent, is_member(stones));
    if (symbol != kAbsent)
      CHECK_EQUAL(int{symbol} - kSymbolOfDraw,
                  other.score(Position::from_bitboards_unchecked(stones.own, stones.all)).value());
  }
}

void a_checkpoint_keeps_whole_records_only() {
  const TemporaryFile file("vier-checkpoint-");
  const std::string header = R"({"chunks":9,"name":"book","parameters":{"format":1,"plies":1}})";
  const std::vector<std::uint8_t> result = {1, 2, 3};
  {
    tools::Checkpoint checkpoint(file.path(), header);
    checkpoint.add(4, result);
    checkpoint.add(7, {});
    checkpoint.sync();
    try {
      tools::Checkpoint second(file.path(), header);
      CHECK(false);
    } catch (const std::runtime_error&) {
    }
  }
  const auto whole = std::filesystem::file_size(file.path());
  for (std::uintmax_t size = whole; size > whole - 27; --size) {
    std::filesystem::resize_file(file.path(), size);
    const tools::Checkpoint checkpoint(file.path(), header);
    CHECK_EQUAL(checkpoint.finished(), size == whole ? 2U : size >= whole - 12 ? 1U : 0U);
    CHECK(checkpoint.has(4) || size < whole - 12);
  }
  try {
    tools::Checkpoint foreign(file.path(), header + " ");
    CHECK(false);
  } catch (const std::runtime_error&) {
  }
}

}  // namespace

int main() {
  const std::uint64_t seed = test_seed();
  the_checksum_is_that_of_zlib();
  shapes_are_numbered_in_order();
  the_members_are_all_positions_without_an_immediate_win(6);
  const Sections sections = invented_sections(5);
  every_position_is_found_and_nothing_else(sections);
  const std::vector<std::uint8_t> good = encode(invented_sections(3));
  bad_files_are_told_apart(good, seed);
  a_forged_book_never_leads_out_of_its_bytes(good, seed);
  a_book_opens_from_a_file(good);
  solved_shapes_have_the_scores_of_the_solver();
  a_checkpoint_keeps_whole_records_only();
}
