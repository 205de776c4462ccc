#include "vier/perft.hpp"

#include <algorithm>
#include <cassert>

namespace vier {
namespace {

constexpr std::size_t kAskEvery = 65536;

Position from_key_unchecked(std::uint64_t key) {
  const auto stones = Position::decode(key);
  assert(stones);
  return Position::from_bitboards_unchecked(stones->own, stones->all);
}

}  // namespace

Perft::Perft() : undecided_{{Position().key(), 1}} {}

void Perft::merge_equal_keys(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.key < b.key; });
  std::size_t kept = 0;
  for (const Entry& entry : entries) {
    if (kept > 0 && entries[kept - 1].key == entry.key)
      entries[kept - 1].sequences += entry.sequences;
    else
      entries[kept++] = entry;
  }
  entries.resize(kept);
}

bool Perft::advance(const std::function<bool()>& keep_going) {
  std::vector<Entry> children;
  std::size_t merge_at = std::size_t{1} << 22;
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    if (i % kAskEvery == 0 && !keep_going()) return false;
    const Position parent = from_key_unchecked(undecided_[i].key);
    for (Bitboard cells = parent.landing_cells(); cells != 0; cells &= cells - 1) {
      const Position child = parent.play_cell_unchecked(cells & (~cells + 1));
      children.push_back({child.canonical_key(), undecided_[i].sequences});
    }
    // Merging in between keeps the peak at about twice the entries that are left.
    if (children.size() >= merge_at) {
      merge_equal_keys(children);
      merge_at = std::max(merge_at, 2 * children.size());
    }
  }
  merge_equal_keys(children);

  // An entry stands for a position and its mirror image and counts the move orders to both, so
  // sequences add up as they are and only positions need the image counted again.
  Counts counts{0, 0};
  std::size_t kept = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (i % kAskEvery == 0 && !keep_going()) return false;
    const Entry entry = children[i];
    const Position position = from_key_unchecked(entry.key);
    counts.sequences += entry.sequences;
    counts.positions += position == position.mirrored() ? 1U : 2U;
    if (!position.is_over()) children[kept++] = entry;
  }
  children.resize(kept);
  undecided_ = std::move(children);
  counts_ = counts;
  ++ply_;
  return true;
}

}  // namespace vier
