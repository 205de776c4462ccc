#include "checkpoint.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "vier/crc32.hpp"

namespace vier::tools {
namespace {

constexpr std::string_view kMagic = "VIERJOB1";

void put(std::vector<std::uint8_t>& bytes, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8)
    bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

std::uint32_t get(std::span<const std::uint8_t> bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

std::vector<std::uint8_t> beginning(const std::string& header) {
  std::vector<std::uint8_t> bytes(kMagic.begin(), kMagic.end());
  put(bytes, static_cast<std::uint32_t>(header.size()));
  bytes.insert(bytes.end(), header.begin(), header.end());
  put(bytes, crc32(std::span(bytes).subspan(kMagic.size() + 4)));
  return bytes;
}

// Index, length and checksum of a record.
constexpr std::size_t kRecordBytes = 12;

// The length of the result in the record there, were it one.
std::size_t length_at(std::span<const std::uint8_t> all, std::size_t at) {
  return at + kRecordBytes <= all.size() ? get(all.subspan(at + 4, 4)) : 0;
}

// Whether a record of that length was written there to its end and is as it was written.
bool is_whole(std::span<const std::uint8_t> all, std::size_t at, std::size_t length) {
  return at + kRecordBytes + length <= all.size() &&
         crc32(all.subspan(at, 8 + length)) == get(all.subspan(at + 8 + length, 4));
}

}  // namespace

Checkpoint::Checkpoint(const std::filesystem::path& path, const std::string& header)
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  const auto refuse = [&](const std::string& why) {
    if (file_ >= 0) ::close(file_);
    throw std::runtime_error(path_.string() + ": " + why);
  };
  if (file_ < 0) refuse(std::strerror(errno));
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
    refuse(errno == EWOULDBLOCK ? "another run is at work on this checkpoint"
                                : std::strerror(errno));
  try {
    struct stat status{};
    if (::fstat(file_, &status) != 0) throw std::runtime_error(std::strerror(errno));
    if (status.st_size == 0)
      append(beginning(header));
    else
      read(header);
  } catch (const std::runtime_error& error) {
    refuse(error.what());
  }
}

Checkpoint::~Checkpoint() { ::close(file_); }

void Checkpoint::read(const std::string& header) {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> part(1 << 20);
  for (;;) {
    const ssize_t count =
        ::pread(file_, part.data(), part.size(), static_cast<off_t>(bytes.size()));
    if (count < 0) throw std::runtime_error(std::strerror(errno));
    if (count == 0) break;
    bytes.insert(bytes.end(), part.begin(), part.begin() + count);
  }
  const std::vector<std::uint8_t> expected = beginning(header);
  const std::span<const std::uint8_t> all(bytes);
  if (all.size() < expected.size() || !std::equal(expected.begin(), expected.end(), all.begin()))
    throw std::runtime_error("this is not a checkpoint of the job " + header);
  size_ = expected.size();
  for (std::size_t at = size_; at < all.size();) {
    const std::size_t length = length_at(all, at);
    if (is_whole(all, at, length)) {
      finished_.insert(get(all.subspan(at, 4)));
      size_ = at + kRecordBytes + length;
    } else if (const std::size_t next = at + kRecordBytes + length;
               !is_whole(all, next, length_at(all, next))) {
      break;
    }
    at += kRecordBytes + length;
  }
  if (::ftruncate(file_, static_cast<off_t>(size_)) != 0)
    throw std::runtime_error(std::strerror(errno));
}

void Checkpoint::append(std::span<const std::uint8_t> bytes) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = ::pwrite(file_, bytes.data() + written, bytes.size() - written,
                                   static_cast<off_t>(size_ + written));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int reason = errno;
      if (::ftruncate(file_, static_cast<off_t>(size_)) != 0) {
        // A tail that is not whole is cut off when the file is opened next.
      }
      throw std::runtime_error(std::strerror(reason));
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += written;
}

void Checkpoint::add(std::uint32_t chunk, std::span<const std::uint8_t> result) {
  std::vector<std::uint8_t> record;
  record.reserve(result.size() + 12);
  put(record, chunk);
  put(record, static_cast<std::uint32_t>(result.size()));
  record.insert(record.end(), result.begin(), result.end());
  put(record, crc32(record));
  append(record);
  finished_.insert(chunk);
}

void Checkpoint::sync() {
  if (::fsync(file_) != 0) throw std::runtime_error(path_.string() + ": " + std::strerror(errno));
}

}  // namespace vier::tools
