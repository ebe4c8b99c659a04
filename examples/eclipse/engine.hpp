// SPDX-License-Identifier: Apache-2.0
// Eclipse's refactoring engine as a subject: the worker of engine/, which docs/campaigns/eclipse.md describes.
#pragma once

#include <filesystem>
#include <memory>
#include <smallscope/subjects/subject.hpp>

namespace eclipse_campaigns {

/// A persistent worker. An input is a Java program, one file per compilation unit, with the mark `«` before the name of
/// the declaration to refactor; its parameters say how. Java is the first that exists of $SMALLSCOPE_JAVA,
/// $JAVA_HOME/bin/java and java. Opening a session throws SubjectUnavailable; the message names the missing Debian
/// packages. Immutable; may be shared by threads.
std::shared_ptr<const smallscope::subjects::Subject> engine();

/// Where the headless engine was built: `java @DIRECTORY/arguments.txt SCRATCH` is the worker.
std::filesystem::path engine_directory();

}  // namespace eclipse_campaigns
