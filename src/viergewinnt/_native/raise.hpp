// Errors for people, which Python makes: so all of them read alike.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

// Raises what this function of viergewinnt.errors makes of the arguments.
template <class... Arguments>
[[noreturn]] void raise(const char* maker, Arguments... arguments) {
  const nanobind::object error =
      nanobind::module_::import_("viergewinnt.errors").attr(maker)(std::move(arguments)...);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nanobind::python_error();
}
