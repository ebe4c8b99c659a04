// SPDX-License-Identifier: Apache-2.0
// Orders: the sequence in which a pass visits the ordinals of a space.
//
// Every order is a bijection of [0, N), from positions to ordinals and back. So a pass can stop anywhere, a shard is a
// range of positions, and a later pass never repeats a test. Orders are immutable and may be shared by threads.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/generators/factor.hpp>
#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

/// Half-open.
using OrdinalRange = std::pair<Ordinal, Ordinal>;

/// Laws: position(at(p)) == p and at(position(o)) == o; both throw std::out_of_range from size() on.
class Order {
 public:
  virtual ~Order() = default;
  Ordinal size() const { return size_; }
  virtual Ordinal at(Ordinal position) const = 0;
  virtual Ordinal position(Ordinal ordinal) const = 0;
  /// Replaces `ordinals` by those at the positions [first, last). Amortised O(1) each for every order here.
  virtual void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const;
  /// Whether the ordinals at the positions [first, last) are known to ascend, so that ranges() of them can be walked.
  /// Then those of every part ascend. For [0, size()): at(p) == p.
  virtual bool ascends(Ordinal /*first*/, Ordinal /*last*/) const { return false; }
  /// If ascends(first, last): replaces `ranges` by the ordinals at these positions, ascending. Amortised O(1) for each
  /// range.
  virtual void ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& ranges) const;
  /// The least position from which the ordinals ascend to the end; size() if there is none.
  virtual Ordinal sparse_size() const { return size_; }

 protected:
  explicit Order(Ordinal size) : size_(size) {}

 private:
  Ordinal size_;
};

/// What determines an order of a space of a given size. Stored with every pass.
struct OrderSpecification {
  std::string name =
      "pairwise";  ///< pairwise (why: docs/decisions/0001-default-order.md), golden, jump, shuffle, dense or listed
  Ordinal jump_limit = 20;   ///< of jump: the greatest jump
  std::uint64_t seed = 1;    ///< of jump and shuffle
  std::size_t strength = 2;  ///< of pairwise: how many factors are combined; 2 is pairwise
  /// For pairwise: the factors of the space (see nested_factors()), whose levels multiply to its size; an empty list
  /// means one factor.
  std::vector<Factor> factors = {};
  /// Distinct ordinals. For listed: they come first, and the others follow in ascending order. For unlisted-jump and
  /// its like: they come last, and the others in the order that the name says. Copies share the list, because it may
  /// be long; null means none.
  std::shared_ptr<const std::vector<Ordinal>> listed = {};
  /// Whether both determine the same order. Parameters that an order does not depend on (order_kinds.hpp) are ignored.
  friend bool operator==(const OrderSpecification& a, const OrderSpecification& b);
};

/// The names of all orders, in the order in which help texts list them: the rows of order_kinds.hpp.
const std::vector<std::string>& order_names();

/// The order of this specification for a space of `size` inputs. GeneratorError for an unknown name (the message lists
/// the known ones), for a jump limit or a strength of 0, for factors that do not multiply to `size`, and for listed
/// ordinals that are not of the space or not distinct.
std::shared_ptr<const Order> make_order(const OrderSpecification& specification, Ordinal size);

/// The generator's own order.
std::shared_ptr<const Order> dense(Ordinal size);

/// The sparse pass of FASE 2009, section 4: uniform random jumps of 1..limit from -1 on until the end, followed by all
/// unvisited ordinals in ascending order. The exhaustive part replays the seeded jumps in lock step. Jump number j is a
/// hash of (seed, j), so any part can be replayed from a checkpoint. Checkpoints are 256 jumps apart and are made on
/// demand: about one byte per 340 ordinals. `at` and `position` replay at most 256 jumps. For an `uncounted` space only
/// the sparse pass is available; the ordinals that it does not visit have the position uncounted - 1.
class JumpOrder : public Order {
 public:
  JumpOrder(Ordinal size, Ordinal limit, std::uint64_t seed);
  ~JumpOrder() override;
  Ordinal at(Ordinal position) const override;
  Ordinal position(Ordinal ordinal) const override;
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const override;
  bool ascends(Ordinal first, Ordinal last) const override;
  void ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& ranges) const override;
  /// How many positions the sparse pass has. The first call replays all jumps.
  Ordinal sparse_size() const override;

 private:
  class Jumps;
  std::unique_ptr<Jumps> jumps_;
};

/// The first `tests` positions of `sparse`, then the rest in ascending order, which can be walked. With at least as
/// many tests as inputs it equals `sparse`. Keeps 32 bytes per test; `at` and `position` are O(log tests).
std::shared_ptr<const Order> then_dense(std::shared_ptr<const Order> sparse, Ordinal tests);

/// A keyed pseudo-random permutation without a table: a Feistel network over the next even power of two, with cycle
/// walking (Black and Rogaway 2002). O(1): at most four rounds of the network are expected.
std::shared_ptr<const Order> shuffle(Ordinal size, std::uint64_t seed);

/// Multiples, modulo the size, of the stride nearest to size / phi that is coprime to the size. Every prefix is spread
/// evenly over the whole space, and over most of its sub-generators.
std::shared_ptr<const Order> golden(Ordinal size);

}  // namespace smallscope::generators
