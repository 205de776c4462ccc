#include "search/searcher.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

namespace vier::search {
namespace {

// From this ply on a thread keeps to its small table, which stays in its cache.
constexpr int kSmallTableFrom = 22;
// Down to this ply the threads of a team divide the work.
constexpr int kSharedBelow = 18;
static_assert(kSharedBelow <= kMirrorBelow && kSharedBelow <= kSmallTableFrom);
// How often the calling thread asks keep_going, in checks; about every 10 ms.
constexpr std::uint32_t kAskEvery = 256;

int small_bits_for(int ply) { return ply >= 16 ? 14 : ply >= 13 ? 15 : ply >= 9 ? 16 : 17; }

TableView view_of(const Table& table, int index_bits) {
  const int label_bits = kHashBits - index_bits;
  return {
      table.entries(), table.generation() << kGenerationAt,
      (~std::uint64_t{0} << kGenerationAt) | (((std::uint64_t{1} << label_bits) - 1) << kLabelAt),
      static_cast<std::uint32_t>(label_bits)};
}

}  // namespace

Root root_of(const Position& position) {
  assert(!position.is_over());
  const int ply = position.ply();
  const Bitboard landing = position.landing_cells();
  const Bitboard danger = position.other_threats();
  Root root{true, 0, {position.own(), position.other(), 0, ply}, {0, 0}};
  if ((position.own_threats() & landing) != 0) {
    root.score = (43 - ply) / 2;
    return root;
  }
  const Bitboard forced = danger & landing;
  Bitboard moves = forced != 0 ? forced : landing;
  if ((forced & (forced - 1)) != 0) moves = 0;
  moves &= ~(danger >> 1);
  if (moves == 0) {
    root.score = -((42 - ply) / 2);
    return root;
  }
  if (ply >= 40) return root;
  root.is_known = false;
  root.quiet.moves = moves;
  root.range = {-((40 - ply) / 2), (41 - ply) / 2};
  return root;
}

int next_beta(const Range& range) {
  int middle = range.lower + (range.upper - range.lower) / 2;
  if (middle <= 0 && range.lower / 2 < middle)
    middle = range.lower / 2;
  else if (middle >= 0 && range.upper / 2 > middle)
    middle = range.upper / 2;
  return middle + 1;
}

Searcher::Searcher(NullWindow null_window, const Table& shared, const Book* book)
    : null_window_(null_window), shared_(shared), small_(kSmallBytes), book_(book) {
  worker_.context = this;
  worker_.poll = [](Worker& worker) { static_cast<Searcher*>(worker.context)->check(); };
  worker_.book_until = book == nullptr ? -1 : std::min(book->last_ply(), kLastBookPly);
  worker_.ask = [](Worker& worker, std::uint64_t own, std::uint64_t all) {
    Searcher& searcher = *static_cast<Searcher*>(worker.context);
    const auto position = Position::from_bitboards_unchecked(own, all);
    if (const auto score = searcher.book_->lookup(position)) return *score;
    if (position.ply() == worker.book_until) searcher.has_left_book_ = true;
    return kNotInBook;
  };
  last_node_ = std::numeric_limits<std::uint64_t>::max();
}

void Searcher::prepare(int ply, const Limits* limits, const std::atomic<bool>* cancelled,
                       bool is_caller) {
  limits_ = limits;
  cancelled_ = cancelled;
  is_caller_ = is_caller;
  worker_.team = nullptr;
  if (ply > worker_.book_until) has_left_book_ = true;
  const int bits = small_bits_for(ply);
  if (bits == small_bits_ && shared_.generation() == shared_generation_ &&
      small_.generation() == small_generation_)
    return;
  // Another number of slots gives entries another meaning.
  if (bits != small_bits_) small_.clear();
  view_tables(bits);
}

void Searcher::view_tables(int small_bits) {
  const TableView large = view_of(shared_, shared_.index_bits());
  const TableView small = view_of(small_, small_bits);
  // The few positions before the end of a book are not worth a cold page of the large table.
  for (int ply = 0; ply <= kNoTableFrom; ++ply)
    worker_.tables[ply] = ply > worker_.book_until && ply < kSmallTableFrom ? large : small;
  small_bits_ = small_bits;
  shared_generation_ = shared_.generation();
  small_generation_ = small_.generation();
}

void Searcher::check() {
  if (limits_->stop != nullptr && limits_->stop->load(std::memory_order_relaxed)) throw Stopped{};
  if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed)) throw Stopped{};
  if (limits_->deadline && std::chrono::steady_clock::now() >= *limits_->deadline) throw Stopped{};
  if (is_caller_ && limits_->keep_going && ++checks_ % kAskEvery == 0 && !limits_->keep_going())
    throw Stopped{};
  if (worker_.nodes >= last_node_) throw BudgetSpent{};
}

void Searcher::narrow(const Quiet& position, Range& range, int beta, std::uint64_t budget) {
  last_node_ = std::numeric_limits<std::uint64_t>::max();
  if (budget < last_node_ - worker_.nodes) last_node_ = worker_.nodes + budget;
  while (!range.is_exact()) {
    if (beta <= range.lower || beta > range.upper) beta = next_beta(range);
    const int bound = decide(position, beta);
    if (bound >= beta)
      range.lower = bound;
    else
      range.upper = bound;
    assert(range.lower <= range.upper);  // the score lies between
    beta = range.lower;                  // outside: go on with the best question
  }
}

bool Searcher::is_at_most(const Quiet& position, int most) {
  last_node_ = std::numeric_limits<std::uint64_t>::max();
  return decide(position, most + 1) <= most;
}

void Searcher::narrow_together(const Quiet& position, Team& team) {
  last_node_ = std::numeric_limits<std::uint64_t>::max();
  worker_.team = &team;
  worker_.trail = &trail_;
  worker_.shared_below = kSharedBelow;
  trail_.news_seen = 0;
  for (;;) {
    // A thread may see a new lower bound beside an old upper one; both hold.
    const Range range{team.lower.load(), team.upper.load()};
    if (range.lower >= range.upper) return;
    const int beta = next_beta(range);
    trail_.length = 0;
    trail_.root_beta = beta;
    const int bound = decide(position, beta);
    if (bound == kAborted) continue;
    std::atomic<int>& side = bound >= beta ? team.lower : team.upper;
    int known = side.load();
    while ((bound >= beta ? bound > known : bound < known) &&
           !side.compare_exchange_weak(known, bound)) {
    }
    team.news.fetch_add(1, std::memory_order_release);
  }
}

std::uint64_t Searcher::take_nodes() { return std::exchange(worker_.nodes, 0); }

}  // namespace vier::search
