#include "file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "code.hpp"
#include "vier/book_file.hpp"
#include "vier/crc32.hpp"

namespace vier::book {
namespace {

[[noreturn]] void fail(Fault fault, const std::string& what) { throw BadBook(fault, what); }

[[noreturn]] void damaged() { fail(Fault::damaged, "the book is damaged: its parts do not fit"); }

// A file descriptor that closes itself.
class File {
 public:
  explicit File(const std::filesystem::path& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (number_ < 0) fail(Fault::unreadable, std::strerror(errno));
  }
  ~File() { ::close(number_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

BookFile::BookFile(const std::filesystem::path& path) {
  const File file(path);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) fail(Fault::unreadable, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail(Fault::unreadable, "it is no file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) fail(Fault::foreign, "the file is empty");
  mapped_ = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (mapped_ == MAP_FAILED) {
    mapped_ = nullptr;
    fail(Fault::unreadable, std::strerror(errno));
  }
  bytes_ = {static_cast<const std::uint8_t*>(mapped_), size};
  try {
    check_and_index();
  } catch (...) {
    ::munmap(mapped_, size);
    throw;
  }
}

BookFile::BookFile(std::vector<std::uint8_t> bytes) : owned_(std::move(bytes)) {
  bytes_ = owned_;
  check_and_index();
}

BookFile::~BookFile() {
  if (mapped_ != nullptr) ::munmap(mapped_, bytes_.size());
}

void BookFile::check_and_index() {
  if (bytes_.size() < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), bytes_.begin()))
    fail(Fault::foreign, "the file is no opening book: it does not begin with VIERBOOK");
  if (bytes_.size() < kRecordsAt) fail(Fault::truncated, "the book ends within its header");
  const auto version = read<std::uint32_t>(&bytes_[kVersionAt]);
  if (version != kVersion)
    fail(version > kVersion ? Fault::newer : Fault::damaged,
         "the book has version " + std::to_string(version) + "; this program reads version " +
             std::to_string(kVersion));
  const auto size = read<std::uint64_t>(&bytes_[kSizeAt]);
  if (bytes_.size() < size)
    fail(Fault::truncated, "the book has " + std::to_string(bytes_.size()) + " of its " +
                               std::to_string(size) + " bytes");
  if (bytes_.size() > size || crc32(bytes_.subspan(kSizeAt)) != checksum())
    fail(Fault::damaged, "the book is damaged: its checksum does not fit its contents");
  const std::size_t sections = read<std::uint32_t>(&bytes_[kSectionCountAt]);
  if (sections > views_.size() || kRecordsAt + kRecordBytes * sections > size) damaged();
  read_code();
  std::size_t end = kRecordsAt + kRecordBytes * sections;
  for (std::size_t i = 0; i < sections; ++i) check_section(kRecordsAt + kRecordBytes * i, end);
}

// A section begins no earlier than the one before ends, and none of its numbers leads out of it.
void BookFile::check_section(std::size_t record, std::size_t& end) {
  const auto plies = read<std::uint32_t>(&bytes_[record]);
  const auto offset = read<std::uint64_t>(&bytes_[record + 16]);
  if (plies > kLastPly || static_cast<int>(plies) <= last_ply_) damaged();
  const int stones = static_cast<int>(plies);
  View view;
  view.members = read<std::uint32_t>(&bytes_[record + 4]);
  view.places = read<std::uint32_t>(&bytes_[record + 8]);
  const std::size_t shapes = shape_count(stones);
  const std::size_t colourings = colouring_count(stones);
  const std::size_t blocks = (std::size_t{view.places} + kPlacesOfBlock - 1) / kPlacesOfBlock;
  const std::size_t tables = 4 * (shapes + blocks);
  if (offset < end || offset > bytes_.size() || bytes_.size() - offset < tables + kPadding)
    damaged();
  view.directory = &bytes_[offset];
  view.blocks = view.directory + 4 * shapes;
  view.codes = view.blocks + 4 * blocks;
  for (std::size_t rank = 0; rank < shapes; ++rank) {
    const std::size_t place = read<std::uint32_t>(view.directory + 4 * rank);
    if (place != kNotKept && place + colourings > view.places) damaged();
  }
  // The codes of a block, even of zeros, end within the padding of the book.
  const std::uint64_t bits = 8 * (bytes_.size() - offset - tables - kPadding);
  for (std::size_t block = 0; block < blocks; ++block)
    if (read<std::uint32_t>(view.blocks + 4 * block) > bits) damaged();
  end = offset + tables;
  last_ply_ = stones;
  views_[plies] = view;
}

void BookFile::read_code() {
  CodeLengths lengths;
  std::copy_n(&bytes_[kLengthsAt], lengths.size(), lengths.begin());
  if (!is_complete(lengths)) damaged();
  const Codes codes = reversed_codes(lengths);
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
    if (lengths[symbol] == 0) continue;
    for (std::size_t bits = codes[symbol]; bits < decoding_.size();
         bits += std::size_t{1} << lengths[symbol])
      decoding_[bits] = static_cast<std::uint16_t>(symbol << 4 | lengths[symbol]);
  }
}

std::uint32_t BookFile::checksum() const { return read<std::uint32_t>(&bytes_[kChecksumAt]); }

std::vector<BookFile::Section> BookFile::sections() const {
  std::vector<Section> sections;
  for (std::size_t plies = 0; plies < views_.size(); ++plies)
    if (const View& view = views_[plies]; view.directory != nullptr)
      sections.push_back({static_cast<int>(plies), view.members, view.places});
  return sections;
}

std::optional<int> BookFile::lookup(const Position& position) const noexcept {
  const int plies = position.ply();
  if (plies > last_ply_) return std::nullopt;
  const View& view = views_[static_cast<std::size_t>(plies)];
  if (view.directory == nullptr) return std::nullopt;
  const Place place = place_of(position);
  const auto first = read<std::uint32_t>(view.directory + std::size_t{4} * place.shape);
  if (first == kNotKept) return std::nullopt;  // not in a book that encode() made
  const std::uint32_t wanted = first + place.colouring;
  std::uint64_t bit = read<std::uint32_t>(view.blocks + std::size_t{4} * (wanted / kPlacesOfBlock));
  std::uint32_t left = wanted % kPlacesOfBlock;
  for (;;) {
    // 57 bits at least: four codes.
    std::uint64_t window = read<std::uint64_t>(view.codes + bit / 8) >> (bit % 8);
    for (int i = 0; i < 4; ++i) {
      const std::uint16_t found = decoding_[window & (decoding_.size() - 1)];
      if (left-- == 0) {
        const int symbol = found >> 4;
        if (symbol == kAbsent) return std::nullopt;
        return symbol - kSymbolOfDraw;
      }
      window >>= found & 15;
      bit += found & 15;
    }
  }
}

}  // namespace vier::book
