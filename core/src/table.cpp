#include "vier/table.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "search/worker.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace vier {
namespace {

constexpr std::size_t kEntryBytes = sizeof(std::uint64_t);
constexpr std::size_t kSmallestBytes = std::size_t{64} << 10;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::uint64_t kLastGeneration = 0xffff;

static_assert(kEntryBytes == 8, "an entry is one word that processors read and write whole");
static_assert(kSmallestBytes / kEntryBytes >= std::size_t{1} << search::kMinIndexBits,
              "the part of the hash that does not follow from the slot must fit into an entry");
static_assert((search::kHashFactor & 1) == 1 && search::kHashFactor < std::uint64_t{1}
                                                                          << search::kHashBits,
              "an odd factor makes the hash one-to-one");

}  // namespace

Table::Table(std::size_t bytes)
    : index_bits_(std::countr_zero(std::bit_floor(std::max(bytes, kSmallestBytes) / kEntryBytes))) {
  const std::size_t size = this->bytes();
#ifdef __linux__
  // Whole huge pages where they can be had: a search that jumps about in 4 KiB pages mostly waits
  // for address translations. The system hands the pages out zeroed and only when touched.
  if (size >= kHugePage) {
    void* const memory = std::aligned_alloc(kHugePage, size);
    if (memory == nullptr) throw std::bad_alloc();
    entries_.reset(static_cast<std::uint64_t*>(memory));
    madvise(memory, size, MADV_HUGEPAGE);
    // Memory the process used before is not zero; dropping it makes the system give zeroed pages.
    if (madvise(memory, size, MADV_DONTNEED) != 0) std::memset(memory, 0, size);
    return;
  }
#endif
  void* const memory = std::calloc(size / kEntryBytes, kEntryBytes);
  if (memory == nullptr) throw std::bad_alloc();
  entries_.reset(static_cast<std::uint64_t*>(memory));
}

void Table::Free::operator()(std::uint64_t* entries) const { std::free(entries); }

void Table::clear() {
  if (generation_ < kLastGeneration) {
    ++generation_;
    return;
  }
  std::memset(entries_.get(), 0, bytes());
  generation_ = 1;
}

}  // namespace vier
