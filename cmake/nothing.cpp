// Nothing: a target that exists for its precompiled header needs a source all the same.
