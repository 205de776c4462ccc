#include "code.hpp"

#include <algorithm>
#include <vector>

namespace vier::book {
namespace {

struct Node {
  std::uint64_t count;
  int first;  // smallest symbol below: decides between equal counts, so that a code is unique
  std::vector<int> symbols;
};

// Huffman's construction; unlimited lengths.
CodeLengths huffman(const std::array<std::uint64_t, kSymbols>& counts) {
  CodeLengths lengths{};
  std::vector<Node> nodes;
  for (int symbol = 0; symbol < kSymbols; ++symbol)
    if (const std::uint64_t count = counts[static_cast<std::size_t>(symbol)]; count > 0)
      nodes.push_back({count, symbol, {symbol}});
  const auto heavier = [](const Node& a, const Node& b) {
    return a.count != b.count ? a.count > b.count : a.first > b.first;
  };
  while (nodes.size() > 1) {
    std::sort(nodes.begin(), nodes.end(), heavier);
    const Node last = std::move(nodes.back());
    nodes.pop_back();
    Node& joined = nodes.back();
    joined.count += last.count;
    joined.first = std::min(joined.first, last.first);
    joined.symbols.insert(joined.symbols.end(), last.symbols.begin(), last.symbols.end());
    for (const int symbol : joined.symbols) ++lengths[static_cast<std::size_t>(symbol)];
  }
  return lengths;
}

}  // namespace

CodeLengths code_lengths(const std::array<std::uint64_t, kSymbols>& counts) {
  std::array<std::uint64_t, kSymbols> padded = counts;
  // One symbol alone would need no bits at all; with a second one beside it it has one.
  if (std::count_if(padded.begin(), padded.end(), [](auto count) { return count > 0; }) < 2)
    for (std::size_t symbol = 0; symbol < 2; ++symbol)
      padded[symbol] = std::max<std::uint64_t>(padded[symbol], 1);
  // Rare symbols are taken for less rare ones until none is too long.
  for (std::uint64_t least = 1;; least *= 2) {
    for (std::uint64_t& count : padded)
      if (count > 0) count = std::max(count, least);
    const CodeLengths lengths = huffman(padded);
    if (*std::max_element(lengths.begin(), lengths.end()) <= kMaxCodeBits) return lengths;
  }
}

bool is_complete(const CodeLengths& lengths) {
  std::uint32_t taken = 0;
  for (const std::uint8_t length : lengths) {
    if (length > kMaxCodeBits) return false;
    if (length > 0) taken += 1U << (kMaxCodeBits - length);
  }
  return taken == 1U << kMaxCodeBits;
}

Codes reversed_codes(const CodeLengths& lengths) {
  Codes codes{};
  std::uint32_t next = 0;
  for (int length = 1; length <= kMaxCodeBits; ++length, next <<= 1) {
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] != length) continue;
      std::uint32_t reversed = 0;
      for (int bit = 0; bit < length; ++bit) reversed |= (next >> bit & 1) << (length - 1 - bit);
      codes[symbol] = static_cast<std::uint16_t>(reversed);
      ++next;
    }
  }
  return codes;
}

}  // namespace vier::book
