#include "search/team.hpp"

#include "search/entry.hpp"

namespace vier::search {
namespace {

std::size_t slot_of(const Team& team, std::uint64_t hash) { return hash % team.busy.size(); }

}  // namespace

bool is_busy(const Team& team, std::uint64_t hash) {
  return team.busy[slot_of(team, hash)].load(std::memory_order_relaxed) >> 8 == hash;
}

bool enter(Team& team, std::uint64_t hash) {
  std::atomic<std::uint64_t>& slot = team.busy[slot_of(team, hash)];
  std::uint64_t seen = slot.load(std::memory_order_relaxed);
  for (;;) {
    if (seen != 0 && seen >> 8 != hash) return false;
    const std::uint64_t next = seen == 0 ? (hash << 8 | 1) : seen + 1;
    if (slot.compare_exchange_weak(seen, next, std::memory_order_relaxed)) return true;
  }
}

void leave(Team& team, std::uint64_t hash, bool has_result) {
  std::atomic<std::uint64_t>& slot = team.busy[slot_of(team, hash)];
  std::uint64_t seen = slot.load(std::memory_order_relaxed);
  for (;;) {
    const bool is_last = (seen & 0xff) == 1;
    if (slot.compare_exchange_weak(seen, is_last ? 0 : seen - 1, std::memory_order_relaxed)) {
      if (!is_last && has_result) team.news.fetch_add(1, std::memory_order_release);
      return;
    }
  }
}

bool is_overtaken(Worker& worker) {
  Team& team = *worker.team;
  Trail& trail = *worker.trail;
  const std::uint32_t news = team.news.load(std::memory_order_acquire);
  if (news == trail.news_seen) return false;
  trail.news_seen = news;
  if (team.lower.load(std::memory_order_relaxed) >= trail.root_beta ||
      team.upper.load(std::memory_order_relaxed) < trail.root_beta) {
    trail.back_to = -1;
    return true;
  }
  for (int i = 0; i < trail.length; ++i) {
    const Trail::Step& step = trail.steps[i];
    int bound = 0;
    if (look_up(worker.tables[step.ply], step.hash, step.beta, bound)) {
      trail.back_to = i;
      return true;
    }
  }
  return false;
}

}  // namespace vier::search
