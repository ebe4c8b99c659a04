// module: java
// expect: subjects/subject.hpp: No such file
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/subjects/subject.hpp>
