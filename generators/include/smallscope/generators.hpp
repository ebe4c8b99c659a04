// The whole algebra of generators and orders in one include.
#pragma once

#include <smallscope/generators/alternatives.hpp>
#include <smallscope/generators/any.hpp>
#include <smallscope/generators/arrangements.hpp>
#include <smallscope/generators/atoms.hpp>
#include <smallscope/generators/bind.hpp>
#include <smallscope/generators/choose.hpp>
#include <smallscope/generators/covering.hpp>
#include <smallscope/generators/covering_order.hpp>
#include <smallscope/generators/indexed_search.hpp>
#include <smallscope/generators/merge.hpp>
#include <smallscope/generators/mixed_radix.hpp>
#include <smallscope/generators/object_graphs.hpp>
#include <smallscope/generators/order.hpp>
#include <smallscope/generators/product.hpp>
#include <smallscope/generators/sequences.hpp>
#include <smallscope/generators/transform.hpp>
