// Nothing: the target smallscope_test_headers exists for its precompiled header, and a target needs a source.
