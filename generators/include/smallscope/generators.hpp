// The whole algebra of generators and orders in one include.
#pragma once

#include <smallscope/generators/alternatives.hpp>
#include <smallscope/generators/any.hpp>
#include <smallscope/generators/arrangements.hpp>
#include <smallscope/generators/atoms.hpp>
#include <smallscope/generators/bind.hpp>
#include <smallscope/generators/check.hpp>
#include <smallscope/generators/distinct.hpp>
#include <smallscope/generators/grammar.hpp>
#include <smallscope/generators/merge.hpp>
#include <smallscope/generators/order.hpp>
#include <smallscope/generators/partitions.hpp>
#include <smallscope/generators/product.hpp>
#include <smallscope/generators/recursive.hpp>
#include <smallscope/generators/renaming.hpp>
#include <smallscope/generators/selections.hpp>
#include <smallscope/generators/sequences.hpp>
#include <smallscope/generators/skeleton_text.hpp>
#include <smallscope/generators/transform.hpp>
#include <smallscope/generators/trees.hpp>
#include <smallscope/generators/walked_bind.hpp>
