// SPDX-License-Identifier: Apache-2.0
// All generators and orders in one include. Generators are immutable and may be shared by threads.
#pragma once

#include <smallscope/generators/any.hpp>
#include <smallscope/generators/check.hpp>
#include <smallscope/generators/composition/alternatives.hpp>
#include <smallscope/generators/composition/arrangements.hpp>
#include <smallscope/generators/composition/atoms.hpp>
#include <smallscope/generators/composition/bind.hpp>
#include <smallscope/generators/composition/distinct.hpp>
#include <smallscope/generators/composition/partitions.hpp>
#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/composition/selections.hpp>
#include <smallscope/generators/composition/sequences.hpp>
#include <smallscope/generators/composition/transform.hpp>
#include <smallscope/generators/composition/walked_bind.hpp>
#include <smallscope/generators/declared_attribute.hpp>
#include <smallscope/generators/factor.hpp>
#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/orders/covering.hpp>
#include <smallscope/generators/orders/covering_order.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <smallscope/generators/recursion/grammar.hpp>
#include <smallscope/generators/recursion/recursive.hpp>
#include <smallscope/generators/recursion/renaming.hpp>
#include <smallscope/generators/recursion/skeleton_text.hpp>
#include <smallscope/generators/recursion/trees.hpp>
#include <smallscope/generators/rings.hpp>
#include <smallscope/generators/search/choose.hpp>
#include <smallscope/generators/search/indexed_search.hpp>
#include <smallscope/generators/search/object_graphs.hpp>
#include <smallscope/generators/search/uncounted_search.hpp>
