// SPDX-License-Identifier: Apache-2.0
// Tasks of a study on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace smallscope::evaluation {

/// Calls task(i) for each i below `count`. The first exception is thrown again.
void on_threads(unsigned threads, std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace smallscope::evaluation
