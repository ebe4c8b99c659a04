// module: java
// expect: subjects/subject.hpp: No such file
#include <smallscope/subjects/subject.hpp>
