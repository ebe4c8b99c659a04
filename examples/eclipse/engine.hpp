// Eclipse's refactoring engine as a subject: the worker of engine/, which docs/campaigns/eclipse.md describes.
#pragma once

#include <memory>
#include <smallscope/subjects/subject.hpp>

namespace eclipse_campaigns {

/// A persistent worker. An input is a Java program, one file a compilation unit, with the mark `«` before the name of the
/// declaration that is refactored; its parameters say how. Java is the first there is of $SMALLSCOPE_JAVA,
/// $JAVA_HOME/bin/java and java. Opening a session throws SubjectUnavailable that names the Debian packages that are
/// missing. Immutable; may be shared by threads.
std::shared_ptr<const smallscope::subjects::Subject> engine();

}  // namespace eclipse_campaigns
