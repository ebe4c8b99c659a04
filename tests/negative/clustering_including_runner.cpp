// module: clustering
// expect: runner/run.hpp: No such file
#include <smallscope/runner/run.hpp>
