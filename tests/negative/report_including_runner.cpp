// module: report
// expect: smallscope/runner/run.hpp: No such file or directory
// A report is written of a store, whoever ran it.
#include <smallscope/runner/run.hpp>
