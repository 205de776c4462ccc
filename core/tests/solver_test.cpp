// The solver against exhaustive search near the end, against known scores, and against itself:
// every vector path, mirror images, threads, tables of all sizes, limits.
#include "vier/solver.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "check.hpp"
#include "vier/random.hpp"
#include "vier/reach.hpp"
#include "vier/table.hpp"

#define VIER_INLINE inline
#include "search/proofs.hpp"

namespace {

using namespace vier;
using std::chrono::steady_clock;

#ifdef NDEBUG
constexpr int kScale = 10;
#else
constexpr int kScale = 1;  // sanitizers are slow
#endif

Position play_all(std::string_view digits) {
  Position position;
  for (const char digit : digits) position = position.play_unchecked(digit - '1');
  return position;
}

// Shares nothing with the solver: plain negamax over all moves to the end.
class Exhaustive {
 public:
  int score(const Position& position) {
    if (position.ply() == kCells) return 0;
    const auto known = scores_.find(position.key());
    if (known != scores_.end()) return known->second;
    int best = -100;
    for (int column = 0; column < kColumns; ++column) {
      if (position.is_column_full(column)) continue;
      const Position child = position.play_unchecked(column);
      // The stones the winner has left to place, this one included.
      const int value = child.is_lost() ? (kCells - position.ply() + 1) / 2 : -score(child);
      best = std::max(best, value);
    }
    scores_[position.key()] = best;
    return best;
  }

 private:
  std::unordered_map<std::uint64_t, int> scores_;
};

// A position that is not over, of either kind.
Position random_open_position(int stones, Random& random) {
  return random.below(2) == 0 ? random_position_over_games(stones, random)
                              : random_position_over_positions(stones, random);
}

std::vector<Path> available_paths() {
  std::vector<Path> paths;
  for (const Path path : {Path::portable, Path::avx2, Path::avx512})
    if (is_path_available(path)) paths.push_back(path);
  return paths;
}

struct Known {
  std::string_view digits;
  int score;
};

constexpr Known kKnown[] = {
    {"611632226", 2},
    {"166515411", -2},
    {"12255152666", -6},
    {"54245377177", 10},
    {"264332273114", 14},
    {"415376573526", 13},
    {"4673233263666", 13},
    {"1562562244366", 5},
    {"52637712173431", 8},
    {"25632644642332", -12},
    {"655365454322541", 13},
    {"134241663572517", 2},
    {"4113773212511647", 11},
    {"1757226452357542", -8},
    {"42116434447176711", -12},
    {"71477751165711722", -2},
    {"517215167241525616", -12},
    {"146555332663234265", -12},
    {"61375755722727241263", 9},
    {"37772216243371733754", -2},
    {"6753113253115436347514", 0},
    {"4776261356653177263272", 8},
    {"742276541527142567573255", -9},
    {"547542674437276375472341", 2},
    {"47561775441337477456655252", -2},
    {"34414366746274255146671176", 7},
    {"61447365145251777534711544166", 6},
    {"11352123666573556356651127327", -6},
    {"451123272743411474324672667315162", -4},
    {"632372156155273367772212533711166", 3},
    {"7764646221751421214475741226176635555", 2},
    {"4275427237274164455242535176151631137", -2},
};
// Nodes for all of them, one thread, 64 MiB, cold table each. A change that is to keep the search
// as it is keeps this number; any other states the new one.
constexpr std::uint64_t kKnownNodes = 1674727;

void test_known_scores_and_node_counts() {
  for (const Path path : available_paths()) {
    Solver solver({.path = path});
    CHECK(solver.path() == path);
    std::uint64_t nodes = 0;
    for (const Known& known : kKnown) {
      solver.reset();
      CHECK_EQUAL(solver.score(play_all(known.digits)).value(), known.score);
      nodes += solver.nodes();
    }
    std::cout << "signature " << path_name(path) << ' ' << nodes << std::endl;
    CHECK_EQUAL(nodes, kKnownNodes);
  }
}

void test_scores_and_moves_equal_exhaustive_search(Random& random) {
  for (const Path path : available_paths()) {
    Solver solver({.table_mb = 1, .path = path});
    for (int i = 0; i < 30 * kScale; ++i) {
      const Position position =
          random_open_position(30 + static_cast<int>(random.below(12)), random);
      Exhaustive exhaustive;
      const int score = exhaustive.score(position);
      if (i % 2 == 0) solver.reset();
      CHECK_EQUAL(solver.score(position).value(), score);
      const Analysis analysis = solver.analyse(position).value();
      CHECK_EQUAL(analysis.score, score);
      int best = -100;
      for (int column = 0; column < kColumns; ++column) {
        const auto move = analysis.moves[static_cast<std::size_t>(column)];
        CHECK_EQUAL(move.has_value(), !position.is_column_full(column));
        if (!move) continue;
        const Position child = position.play_unchecked(column);
        const int value =
            child.is_lost() ? (kCells - position.ply() + 1) / 2 : -exhaustive.score(child);
        CHECK_EQUAL(*move, value);
        best = std::max(best, value);
      }
      CHECK_EQUAL(best, score);
    }
  }
}

// The proofs by themselves, on positions where the search would hardly need them.
void test_zugzwang_proofs_hold(Random& random) {
  using search::Bits;
  int followed = 0;
  int won_by_following = 0;
  int forced = 0;
  int forced_early = 0;
  for (int i = 0; i < 3000 * kScale; ++i) {
    const Position position = random_open_position(28 + static_cast<int>(random.below(12)), random);
    // The side that just moved has the proof; the other one must have no immediate win.
    if ((position.own_threats() & position.landing_cells()) != 0) continue;
    const Bits empty = kBoard ^ position.all();
    const Bits landing = position.landing_cells();
    const Bits threats = position.other_threats();
    if (position.ply() % 2 == 0) {
      const auto proof = search::second_follows_up<Bits>(position.own(), empty, landing, threats);
      if (proof.refuted != 0) continue;
      const int least = std::popcount(proof.gain);
      ++followed;
      won_by_following += least > 0 ? 1 : 0;
      CHECK(-Exhaustive().score(position) >= least);
    } else {
      const Bits goals = search::forcing_goals<Bits>(landing, threats);
      if (goals == 0) continue;
      const auto proof = search::first_forces<Bits>(position.own(), empty, landing, threats, goals);
      if (proof.refuted != 0) continue;
      const int least = std::popcount(proof.gain);
      CHECK(least > 0);
      ++forced;
      forced_early += least > 1 ? 1 : 0;
      CHECK(-Exhaustive().score(position) >= least);
    }
  }
  std::cout << "proofs: " << followed << " followed, " << won_by_following << " won, " << forced
            << " forced, " << forced_early << " early" << std::endl;
  CHECK(followed > 5 && won_by_following > 0 && forced > 0);
}

void test_mirror_image_has_the_same_scores(Random& random) {
  Solver solver;
  for (int i = 0; i < 5 * kScale; ++i) {
    const Position position = random_open_position(16 + static_cast<int>(random.below(20)), random);
    solver.reset();
    const Analysis straight = solver.analyse(position).value();
    solver.reset();
    const Analysis reversed = solver.analyse(position.mirrored()).value();
    CHECK_EQUAL(straight.score, reversed.score);
    for (std::size_t column = 0; column < kColumns; ++column)
      CHECK(straight.moves[column] == reversed.moves[kColumns - 1 - column]);
  }
}

// Tiny tables overwrite nearly everything; threads race for entries.
void test_threads_and_table_sizes_change_no_score(Random& random) {
  std::vector<Position> positions;
  for (int i = 0; i < 20 * kScale; ++i)
    positions.push_back(random_open_position(14 + static_cast<int>(random.below(16)), random));
  for (int i = 0; i < kScale; ++i) positions.push_back(random_open_position(11, random));
  std::vector<int> scores;
  Solver alone;
  for (const Position& position : positions) scores.push_back(alone.score(position).value());
  for (const int threads : {1, 2, 4}) {
    for (const std::size_t table_mb : {std::size_t{0}, std::size_t{16}}) {
      Solver solver({.table_mb = table_mb, .threads = threads});
      CHECK_EQUAL(solver.threads(), threads);
      for (std::size_t i = 0; i < positions.size(); ++i)
        CHECK_EQUAL(solver.score(positions[i]).value(), scores[i]);
      solver.reset();
      std::vector<std::int8_t> batch(positions.size());
      std::size_t last = 0;
      const auto done = solver.scores(positions, batch, [&](std::size_t so_far) {
        CHECK(so_far >= last);
        last = so_far;
      });
      CHECK_EQUAL(done.value(), positions.size());
      CHECK_EQUAL(last, positions.size());
      for (std::size_t i = 0; i < positions.size(); ++i)
        CHECK_EQUAL(static_cast<int>(batch[i]), scores[i]);
    }
  }
}

void test_line_is_best_play_to_the_end(Random& random) {
  Solver solver;
  for (int i = 0; i < 5 * kScale; ++i) {
    Position position = random_open_position(18 + static_cast<int>(random.below(18)), random);
    const int score = solver.score(position).value();
    const int mover = position.ply() % 2;
    const std::vector<int> line = solver.line(position).value();
    for (const int column : line) {
      const Analysis analysis = solver.analyse(position).value();
      CHECK_EQUAL(analysis.score, position.ply() % 2 == mover ? score : -score);
      CHECK(analysis.moves[static_cast<std::size_t>(column)] == analysis.score);
      for (const int nearer : {3, 2, 4, 1, 5, 0, 6}) {
        if (nearer == column) break;
        CHECK(analysis.moves[static_cast<std::size_t>(nearer)] != analysis.score);
      }
      position = position.play_unchecked(column);
    }
    CHECK(position.is_over());
    if (score == 0) {
      CHECK(!position.is_lost() && position.ply() == kCells);
    } else {
      const int stones_left = (kCells - position.ply()) / 2 + 1;
      CHECK(position.is_lost());
      CHECK_EQUAL(std::abs(score), stones_left);
      CHECK_EQUAL(position.ply() % 2 != mover, score > 0);
    }
    CHECK(solver.line(position.is_over() ? play_all("121212") : position).value().size() > 0);
  }
}

void test_no_order_of_moves_needs_to_exist(Random& random) {
  // Stones that fall into place anyhow, without regard to whether play could have got there.
  Solver solver;
  int unreachable = 0;
  // Few deals are without a four.
  for (int i = 0; i < 100'000; ++i) {
    const Position seed = random_position_over_positions(32, random);
    Bitboard own = 0;
    Bitboard left = seed.all();
    for (int stones = 16; stones > 0; left &= left - 1) {
      const auto cells = static_cast<std::uint32_t>(std::popcount(left));
      if (random.below(cells) < static_cast<std::uint32_t>(stones)) {
        own |= left & (~left + 1);
        --stones;
      }
    }
    if (has_four(own) || Position::find_defect(own, seed.all())) continue;
    const Position position = Position::from_bitboards_unchecked(own, seed.all());
    if (position.is_over() || find_moves(position)) continue;
    ++unreachable;
    CHECK_EQUAL(solver.score(position).value(), Exhaustive().score(position));
    if (unreachable == 3 * kScale) break;
  }
  CHECK(unreachable > 0);
}

void test_finished_positions_are_refused() {
  Solver solver;
  const Position won = play_all("1212121");
  for (int call = 0; call < 4; ++call) {
    bool is_refused = false;
    try {
      std::vector<std::int8_t> scores(2);
      if (call == 0) solver.score(won);
      if (call == 1) solver.analyse(won);
      if (call == 2) solver.line(won);
      if (call == 3) solver.scores(std::vector{play_all("44"), won}, scores);
    } catch (const FinishedPosition& error) {
      is_refused = true;
      CHECK(std::string_view(error.what()).find("won") != std::string_view::npos);
    }
    CHECK(is_refused);
  }
  // The solver goes on working.
  CHECK_EQUAL(solver.score(play_all("121212")).value(), 18);
}

template <class Error, class Make>
void check_refused(Make make) {
  bool is_refused = false;
  try {
    make();
  } catch (const Error&) {
    is_refused = true;
  }
  CHECK(is_refused);
}

void test_bad_options_are_refused() {
  check_refused<std::invalid_argument>([] { Solver solver({.threads = 0}); });
  check_refused<std::bad_alloc>([] { Solver solver({.table_mb = std::size_t{1} << 26}); });
  if (!is_path_available(Path::avx512))
    check_refused<std::invalid_argument>([] { Solver solver({.path = Path::avx512}); });
}

// A position far too hard for the time given in these tests.
Position hard_position() { return play_all("4"); }

double milliseconds_since(steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(steady_clock::now() - begin).count();
}

// Machines pause, so the best of a few tries counts.
template <class Try>
void check_latency(Try one_try) {
  double best = 1e9;
  for (int i = 0; i < 5 && best >= 10; ++i) best = std::min(best, one_try());
  CHECK(best < 10);
}

void test_stop_and_deadline_end_every_call_soon() {
  for (const int threads : {1, 2}) {
    Solver solver({.table_mb = 16, .threads = threads});
    const std::vector<Position> positions(4, hard_position());
    std::vector<std::int8_t> scores(4);
    const auto calls = {0, 1, 2, 3};
    for (const int call : calls) {
      const auto run = [&](const Limits& limits) {
        if (call == 0) return solver.score(hard_position(), limits).is_stopped();
        if (call == 1) return solver.analyse(hard_position(), limits).is_stopped();
        if (call == 2) return solver.line(hard_position(), limits).is_stopped();
        return solver.scores(positions, scores, {}, limits).is_stopped();
      };
      check_latency([&] {
        const auto deadline = steady_clock::now() + std::chrono::milliseconds(40);
        CHECK(run({.deadline = deadline}));
        return milliseconds_since(deadline);
      });
      check_latency([&] {
        std::atomic<bool> stop{false};
        std::atomic<std::int64_t> stopped_at{0};
        std::thread stopper([&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(40));
          stopped_at = steady_clock::now().time_since_epoch().count();
          stop = true;
        });
        CHECK(run({.stop = &stop}));
        const auto end = steady_clock::now().time_since_epoch().count();
        stopper.join();
        return static_cast<double>(end - stopped_at) * 1e-6;
      });
      // Already over when the call begins.
      CHECK(run({.deadline = steady_clock::now()}));
      int asked = 0;
      CHECK(run({.keep_going = [&] { return ++asked < 2; }}));
      CHECK_EQUAL(asked, 2);
      struct Interrupted {};
      check_refused<Interrupted>([&] {
        run({.keep_going = [] {
          throw Interrupted{};
          return true;
        }});
      });
    }
    // Whatever was left behind is true.
    for (const Known& known : kKnown)
      CHECK_EQUAL(solver.score(play_all(known.digits)).value(), known.score);
  }
}

void test_second_caller_is_told_that_the_solver_is_busy() {
  Solver solver;
  std::atomic<bool> stop{false};
  std::atomic<bool> is_running{false};
  std::thread first([&] {
    Limits limits;
    limits.stop = &stop;
    limits.keep_going = [&] { return is_running = true; };
    CHECK(solver.score(hard_position(), limits).is_stopped());
  });
  while (!is_running) std::this_thread::yield();
  check_refused<Busy>([&] { solver.score(play_all("44")); });
  check_refused<Busy>([&] { solver.reset(); });
  CHECK(solver.nodes() == 0);
  stop = true;
  first.join();
  CHECK_EQUAL(solver.score(play_all(kKnown[4].digits)).value(), kKnown[4].score);
}

// Knows the true scores of all positions of one ply, and counts what it is asked.
class SmallBook : public Book {
 public:
  SmallBook(Solver& solver, const Position& root, int ply) : ply_(ply) { fill(solver, root); }
  int last_ply() const noexcept override { return ply_; }
  std::optional<int> lookup(const Position& position) const noexcept override {
    const auto found = scores_.find(position.canonical_key());
    if (found == scores_.end()) return std::nullopt;
    ++hits;
    return found->second;
  }
  mutable std::atomic<int> hits{0};

 private:
  void fill(Solver& solver, const Position& position) {
    if (position.is_over()) return;
    if (position.ply() == ply_) {
      scores_[position.canonical_key()] = solver.score(position).value();
      return;
    }
    for (int column = 0; column < kColumns; ++column)
      if (!position.is_column_full(column)) fill(solver, position.play_unchecked(column));
  }
  int ply_;
  std::map<std::uint64_t, int> scores_;
};

void test_book_is_asked_at_the_root_and_inside() {
  Solver solver;
  const Position position = play_all(kKnown[2].digits);
  const Analysis without = solver.analyse(position).value();
  const SmallBook book(solver, position, position.ply() + 2);
  Solver reader({.book = &book});
  const Analysis with = reader.analyse(position).value();
  CHECK(with.moves == without.moves);
  CHECK(book.hits > 0);
  CHECK(with.nodes < without.nodes / 10);
  const int hits = book.hits;
  const Position inside = position.play_unchecked(3).play_unchecked(3);
  CHECK_EQUAL(reader.score(inside).value(), solver.score(inside).value());
  CHECK_EQUAL(book.hits.load(),
              hits + (((inside.own_threats() & inside.landing_cells()) != 0) ? 0 : 1));
}

void test_table_forgets_when_generations_run_out() {
  Table table(1);
  CHECK_EQUAL(table.bytes(), std::size_t{64} << 10);
  table.entries()[5] = std::uint64_t{3} << 48;
  for (std::uint64_t generation = 2; generation <= 0xffff; ++generation) {
    table.clear();
    CHECK_EQUAL(table.generation(), generation);
  }
  CHECK(table.entries()[5] != 0);
  table.clear();
  CHECK_EQUAL(table.generation(), std::uint64_t{1});
  CHECK_EQUAL(table.entries()[5], std::uint64_t{0});
  CHECK_EQUAL(Table((std::size_t{3} << 20) + 5).bytes(), std::size_t{2} << 20);
}

// Takes seconds in a release build: VIER_SOAK=1.
void test_empty_board() {
  Solver solver({.table_mb = 256, .threads = 2});
  const Analysis analysis = solver.analyse(Position()).value();
  CHECK_EQUAL(analysis.score, 1);
  constexpr std::array<int, kColumns> expected = {-2, -1, 0, 1, 0, -1, -2};
  for (std::size_t column = 0; column < kColumns; ++column)
    CHECK(analysis.moves[column] == expected[column]);
}

}  // namespace

int main() {
  Random random(test_seed());
  test_table_forgets_when_generations_run_out();
  test_known_scores_and_node_counts();
  test_scores_and_moves_equal_exhaustive_search(random);
  test_zugzwang_proofs_hold(random);
  test_mirror_image_has_the_same_scores(random);
  test_threads_and_table_sizes_change_no_score(random);
  test_line_is_best_play_to_the_end(random);
  test_no_order_of_moves_needs_to_exist(random);
  test_finished_positions_are_refused();
  test_bad_options_are_refused();
  test_stop_and_deadline_end_every_call_soon();
  test_second_caller_is_told_that_the_solver_is_busy();
  test_book_is_asked_at_the_root_and_inside();
  const char* const soak = std::getenv("VIER_SOAK");
  if (soak != nullptr && std::string_view(soak) == "1") test_empty_board();
}
