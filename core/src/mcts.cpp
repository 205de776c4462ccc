#include "vier/mcts.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "mcts/tree.hpp"
#include "playouts/dispatch.hpp"
#include "playouts/single.hpp"
#include "search/dispatch.hpp"
#include "turn.hpp"
#include "vier/watch.hpp"

namespace vier {
namespace {

using mcts::Node;
using mcts::opposite;
using mcts::Tree;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
// So many playouts and their simulations take well below a millisecond.
constexpr std::uint64_t kPlayoutsAtOnce = 512;
// From so many playouts of one position on, playing them side by side is faster.
constexpr int kWorthLanes = 8;
// Visits and balances of a node fit into 31 bits.
constexpr std::uint64_t kMostPlayouts = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kMostNodes = std::numeric_limits<std::uint32_t>::max();

}  // namespace

class Mcts::Engine {
 public:
  explicit Engine(const MctsOptions& options)
      : options_(options),
        play_task_(playouts::play_task_of(search::resolve_path(options.path))),
        tree_(std::min(kMostNodes, (options.memory_mb << 20) / sizeof(Node))) {
    if (!(options.exploration >= 0 && options.exploration <= 1e6))
      throw std::invalid_argument("exploration must lie between 0 and 1e6");
    if (options.playouts < 1)
      throw std::invalid_argument("a simulation needs at least one playout, not " +
                                  std::to_string(options.playouts));
    if (options.memory_mb < 1) throw std::invalid_argument("memory_mb must be at least 1");
  }

  MctsResult search(const Position& position, const MctsQuestion& question, const Limits& limits) {
    const Turn turn(is_busy_);
    if (position.is_over()) throw FinishedPosition("the game is over: there is no move to choose");
    if (!question.simulations && !question.max_playouts && !limits.deadline)
      throw std::invalid_argument("a tree search needs a limit");
    const bool is_mirrored = prepare(position, question.reuse);
    MctsResult result{};
    result.reused = tree_[Tree::kRoot].visits;
    simulate(question, limits, result);
    report(is_mirrored, result);
    return result;
  }

  void forget() {
    const Turn turn(is_busy_);
    tree_.clear();
  }

  std::size_t tree_bytes() const { return tree_.bytes(); }

 private:
  // Whether the root of the tree is the mirror image of the position.
  bool prepare(const Position& position, bool reuse) {
    if (!reuse || !tree_.move_root_to(position))
      tree_.start(position.canonical_key() == position.key() ? position : position.mirrored());
    if (tree_[Tree::kRoot].children == 0) tree_.expand(Tree::kRoot, tree_.root());
    return tree_.root() != position;
  }

  void simulate(const MctsQuestion& question, const Limits& limits, MctsResult& result) {
    const auto each = static_cast<std::uint64_t>(options_.playouts);
    const std::uint64_t most = std::min(question.simulations.value_or(kUnlimited),
                                        (kMostPlayouts - result.reused * each) / each);
    const std::uint64_t most_playouts = question.max_playouts.value_or(kUnlimited);
    const std::uint64_t look_every = std::max<std::uint64_t>(1, kPlayoutsAtOnce / each);
    base_ = playouts::stream_base(question.seed, tree_.root().canonical_key());
    Watch watch(limits);
    result.is_complete = true;
    // The first one is done whatever the limits.
    while (root_proven() == Proven::no && result.simulations < most) {
      const std::uint64_t before = result.simulations;
      if ((before > 0 && before % look_every == 0 && watch.has_ended_for_caller()) ||
          (before > 0 && result.playouts + each > most_playouts)) {
        // A call that asked for nothing but time has had it.
        const bool is_asked_to_stop = limits.stop != nullptr && limits.stop->load();
        result.is_complete = !is_asked_to_stop && !question.simulations && !question.max_playouts;
        break;
      }
      simulate_once(result);
    }
  }

  Proven root_proven() const { return tree_[Tree::kRoot].proven; }

  void simulate_once(MctsResult& result) {
    const auto each = static_cast<std::uint64_t>(options_.playouts);
    Position position = tree_.root();
    std::uint32_t path[kCells + 1];
    std::size_t length = 0;
    std::uint32_t node = Tree::kRoot;
    path[length++] = node;
    while (tree_[node].proven == Proven::no) {
      if (tree_[node].children == 0 && (tree_[node].visits == 0 || !tree_.expand(node, position)))
        break;
      if (tree_[node].proven != Proven::no) break;
      node = select(tree_[node]);
      position = position.play_unchecked(tree_[node].column);
      path[length++] = node;
    }
    // For the player who moved to the last node.
    std::int32_t balance = 0;
    const bool is_proven = tree_[node].proven != Proven::no;
    if (is_proven) {
      if (tree_[node].proven == Proven::win) balance = options_.playouts;
      if (tree_[node].proven == Proven::loss) balance = -options_.playouts;
    } else {
      balance = play_out(position, result.simulations * each);
      result.playouts += each;
    }
    for (std::size_t i = length; i-- > 0; balance = -balance) {
      Node& passed = tree_[path[i]];
      ++passed.visits;
      passed.balance += balance;
      if (is_proven && i + 1 < length && tree_[path[i + 1]].proven != Proven::no &&
          passed.proven == Proven::no)
        tree_.prove_by_children(path[i]);
    }
    ++result.simulations;
  }

  // A child that is not proven to lose; one not visited yet goes first.
  std::uint32_t select(const Node& node) const {
    const auto spread = static_cast<float>(options_.exploration *
                                           std::sqrt(std::log(static_cast<double>(node.visits))));
    const float per_playout = 0.5F / static_cast<float>(options_.playouts);
    std::uint32_t best = node.first_child;
    float best_score = -std::numeric_limits<float>::infinity();
    std::uint32_t index = node.first_child;
    for (const Node& child : tree_.children(node)) {
      if (child.proven != Proven::loss) {
        if (child.visits == 0) return index;
        const auto visits = static_cast<float>(child.visits);
        const float score =
            static_cast<float>(child.balance) * per_playout / visits + spread / std::sqrt(visits);
        if (score > best_score) {
          best_score = score;
          best = index;
        }
      }
      ++index;
    }
    return best;
  }

  // Playouts won less playouts lost by the player who is not to move.
  std::int32_t play_out(const Position& position, std::uint64_t first) const {
    if (options_.playouts < kWorthLanes) {
      std::int32_t balance = 0;
      for (std::uint64_t i = first; i < first + static_cast<std::uint64_t>(options_.playouts); ++i)
        balance -=
            playouts::play_single(position.own(), position.all(), playouts::stream_of(base_, i));
      return balance;
    }
    playouts::Task task{position.own(),
                        position.all(),
                        base_,
                        first,
                        static_cast<std::uint64_t>(options_.playouts),
                        0,
                        0,
                        0};
    play_task_(task);
    return static_cast<std::int32_t>(task.losses) - static_cast<std::int32_t>(task.wins);
  }

  void report(bool is_mirrored, MctsResult& result) const {
    const auto here = [&](int column) { return is_mirrored ? kColumns - 1 - column : column; };
    const Node& root = tree_[Tree::kRoot];
    for (const Node& child : tree_.children(root)) {
      const double playouts = static_cast<double>(child.visits) * options_.playouts;
      const double share = child.visits == 0 ? 0 : 0.5 + child.balance / playouts / 2;
      result.columns[static_cast<std::size_t>(here(child.column))] = {child.visits, share,
                                                                      child.proven};
    }
    for (std::uint32_t node = Tree::kRoot; tree_[node].children > 0;) {
      node = tree_.best_child(node);
      if (tree_[node].visits == 0 && tree_[node].proven == Proven::no && !result.line.empty())
        break;
      result.line.push_back(here(tree_[node].column));
    }
    result.column = result.line.front();
    result.proven = opposite(root.proven);
    result.nodes = tree_.size();
  }

  MctsOptions options_;
  playouts::PlayTask play_task_;
  Tree tree_;
  std::uint64_t base_ = 0;
  std::atomic<bool> is_busy_{false};
};

Mcts::Mcts(const MctsOptions& options) : engine_(std::make_unique<Engine>(options)) {}
Mcts::~Mcts() = default;
Mcts::Mcts(Mcts&&) noexcept = default;
Mcts& Mcts::operator=(Mcts&&) noexcept = default;

MctsResult Mcts::search(const Position& position, const MctsQuestion& question,
                        const Limits& limits) {
  return engine_->search(position, question, limits);
}

void Mcts::forget() { engine_->forget(); }
std::size_t Mcts::tree_bytes() const { return engine_->tree_bytes(); }

}  // namespace vier
