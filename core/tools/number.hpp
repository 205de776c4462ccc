// Numbers on the command lines of the core's programs.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vier::tools {

// Throws std::invalid_argument when the text is anything but a number of this kind.
template <class Number>
Number number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::invalid_argument("not a number: " + std::string(text));
  return value;
}

}  // namespace vier::tools
