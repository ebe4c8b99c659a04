// SPDX-License-Identifier: Apache-2.0
#ifndef FAULT_H
#define FAULT_H

// Whether the fault of this name is on.
int fault(const char* name);
// The same for a name that a program has.
int fault_named(const char* name);

#endif
