// SPDX-License-Identifier: Apache-2.0
// Nothing: a target that exists for its precompiled header needs a source all the same.
