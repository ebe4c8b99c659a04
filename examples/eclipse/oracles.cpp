#include "oracles.hpp"
