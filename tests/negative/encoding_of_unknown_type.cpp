// module: generators
// expect: static assertion failed: encoding: this type is not known; give it an overload
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>

class Opaque {
 public:
  explicit Opaque(int value) : value_(value) {}

 private:
  int value_;
};
void add(smallscope::generators::Encoding& encoding) { encoding.add(Opaque(1)); }
