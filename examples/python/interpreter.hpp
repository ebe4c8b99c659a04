// SPDX-License-Identifier: Apache-2.0
// Workers that run in a Python interpreter which has the module under test.
#pragma once

#include <memory>
#include <smallscope/subjects/subject.hpp>
#include <string>

namespace python_programs {

/// A module under test and the Debian package that has it.
struct Module {
  std::string name;
  std::string package;
};

/// The first of $SMALLSCOPE_PYTHON, /usr/bin/python3 and python3 that can import the module. Each module is looked for
/// once. Throws subjects::SubjectUnavailable if none can. Threads may call it at the same time.
const std::string& interpreter_with(const Module& module);

/// The persistent worker that this script is. The interpreter is looked for when a session opens, so spaces can be
/// counted and shown without one. `description` names the worker in manifests: "rope worker 1".
std::shared_ptr<const smallscope::subjects::Subject> worker(Module module, std::string script, std::string description);

}  // namespace python_programs
