// The checkpoint of a long job: which of its chunks are finished, and their results.
//
// One file, all numbers little-endian:
//   8 bytes  magic: VIERJOB1
//   4 bytes  length of the header, then the header: JSON that tells the job, in canonical form
//   4 bytes  CRC-32 of the header
//   and for each finished chunk
//   4 bytes  its index
//   4 bytes  length of the result, then the result
//   4 bytes  CRC-32 of index, length and result
// The Python package reads and writes the same (viergewinnt.jobs).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace vier::tools {

class Checkpoint {
 public:
  // Opens or begins the checkpoint of this job and locks it against others. A record that was not
  // written to its end is cut off; a damaged one is passed over when a whole one follows it, and
  // does not count. Throws std::runtime_error when the file is in use, belongs to another job, or
  // cannot be written.
  Checkpoint(const std::filesystem::path& path, const std::string& header);
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  bool has(std::uint32_t chunk) const { return finished_.contains(chunk); }
  std::size_t finished() const { return finished_.size(); }

  // Adds a finished chunk. A write that fails leaves what was there before, and throws.
  void add(std::uint32_t chunk, std::span<const std::uint8_t> result);

  // Returns when everything added has reached the disk.
  void sync();

 private:
  void read(const std::string& header);
  void append(std::span<const std::uint8_t> bytes);

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;  // up to the end of the last whole record
  std::set<std::uint32_t> finished_;
};

}  // namespace vier::tools
