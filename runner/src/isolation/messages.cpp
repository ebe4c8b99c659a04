// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>

namespace smallscope::runner {

namespace {

class Encoder {
 public:
  template <class Number>
  void number(Number value) {
    const auto word = static_cast<std::uint64_t>(value);
    bytes_.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  template <class Items, class Each>
  void list(const Items& items, const Each& each) {
    number(items.size());
    for (const auto& item : items) each(item);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t word = 0;
    std::memcpy(&word, take(sizeof word).data(), sizeof word);
    return word;
  }
  double real() { return std::bit_cast<double>(number()); }
  std::string text() { return std::string(take(number())); }
  /// A number below `end`.
  int choice(int end) {
    const std::uint64_t value = number();
    if (value >= static_cast<std::uint64_t>(end)) throw BadMessage("a number is out of its range");
    return static_cast<int>(value);
  }
  template <class Each>
  void list(const Each& each) {
    const std::uint64_t items = number();
    if (items > bytes_.size()) throw BadMessage("a list is longer than the message");  // each takes a byte at least
    for (std::uint64_t i = 0; i < items; ++i) each();
  }
  void end() const {
    if (!bytes_.empty()) throw BadMessage("the message is too long");
  }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) throw BadMessage("the message ends early");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::string_view bytes_;
};

void encode(Encoder& to, const oracles::Judgement& judgement) {
  to.text(judgement.oracle);
  to.number(static_cast<int>(judgement.verdict));
  to.list(judgement.messages, [&](const std::string& message) { to.text(message); });
}

oracles::Verdict verdict(Decoder& from) { return static_cast<oracles::Verdict>(from.choice(oracles::verdict_count)); }

oracles::Judgement judgement(Decoder& from) {
  oracles::Judgement read;
  read.oracle = from.text();
  read.verdict = verdict(from);
  from.list([&] { read.messages.push_back(from.text()); });
  return read;
}

void encode(Encoder& to, const Outcome& outcome) {
  to.number(outcome.index);
  to.number(static_cast<int>(outcome.verdict));
  to.list(outcome.judgements, [&](const oracles::Judgement& each) { encode(to, each); });
  to.real(outcome.seconds);
  to.list(outcome.observed, [&](const subjects::NamedText& each) {
    to.text(each.name);
    to.text(each.text);
  });
}

Outcome outcome(Decoder& from) {
  Outcome read;
  read.index = from.number();
  read.verdict = verdict(from);
  from.list([&] { read.judgements.push_back(judgement(from)); });
  read.seconds = from.real();
  from.list([&] {
    subjects::NamedText& text = read.observed.emplace_back();
    text.name = from.text();
    text.text = from.text();
  });
  return read;
}

}  // namespace

std::string encode(const Request& request) {
  Encoder to;
  to.number(request.part.level);
  to.list(request.part.ordinals, [&](Ordinal ordinal) { to.number(ordinal); });
  to.list(request.part.ranges, [&](const OrdinalRange& range) {
    to.number(range.first);
    to.number(range.second);
  });
  to.number(request.part.stop_at_failure);
  to.list(request.part.again, [&](bool each) { to.number(each); });
  to.number(request.part.patience);
  to.number(request.part.ends_at_time_out);
  to.number(request.selection.has_value());
  if (request.selection)
    to.list(*request.selection,
            [&](const std::vector<Ordinal>& kept) { to.list(kept, [&](Ordinal each) { to.number(each); }); });
  to.text(request.coverage);
  return to.take();
}

Request decode_request(std::string_view bytes) {
  Decoder from(bytes);
  Request read;
  read.part.level = from.choice(1 << 20);
  from.list([&] { read.part.ordinals.push_back(from.number()); });
  from.list([&] {
    const Ordinal first = from.number();
    read.part.ranges.emplace_back(first, from.number());
  });
  read.part.stop_at_failure = from.choice(2) != 0;
  from.list([&] { read.part.again.push_back(from.choice(2) != 0); });
  read.part.patience = static_cast<unsigned>(from.choice(1 << 20));
  read.part.ends_at_time_out = from.choice(2) != 0;
  if (from.choice(2) != 0) {
    Selection& selection = read.selection.emplace();
    from.list([&] {
      std::vector<Ordinal>& kept = selection.emplace_back();
      from.list([&] { kept.push_back(from.number()); });
    });
  }
  read.coverage = from.text();
  from.end();
  return read;
}

std::string encode(const Reply& reply) {
  Encoder to;
  to.number(static_cast<int>(reply.kind));
  to.number(static_cast<std::uint32_t>(reply.status));
  to.text(reply.text);
  to.number(reply.result.visited);
  to.list(reply.result.outcomes, [&](const Outcome& each) { encode(to, each); });
  to.list(reply.result.filtered, [&](const std::pair<Ordinal, Ordinal>& range) {
    to.number(range.first);
    to.number(range.second);
  });
  to.list(std::vector<oracles::Tally>(reply.result.tallies.begin(), reply.result.tallies.end()),
          [&](const oracles::Tally& tally) {
            to.text(tally.oracle);
            for (const std::int64_t count : tally.counts) to.number(count);
          });
  return to.take();
}

Reply decode_reply(std::string_view bytes) {
  Decoder from(bytes);
  Reply read;
  read.kind = static_cast<Reply::Kind>(from.choice(4));
  read.status = static_cast<int>(from.number());
  read.text = from.text();
  read.result.visited = from.number();
  from.list([&] { read.result.outcomes.push_back(outcome(from)); });
  from.list([&] {
    const Ordinal first = from.number();
    read.result.filtered.emplace_back(first, from.number());
  });
  from.list([&] {
    const std::string oracle = from.text();
    for (int number = 0; number < oracles::verdict_count; ++number)
      read.result.tallies.add(oracle, static_cast<oracles::Verdict>(number), static_cast<std::int64_t>(from.number()));
  });
  from.end();
  return read;
}

bool send_message(int socket, std::string_view bytes) {
  const std::uint64_t size = bytes.size();
  std::string all(reinterpret_cast<const char*>(&size), sizeof size);
  all += bytes;
  for (std::size_t sent = 0; sent < all.size();) {
    const ssize_t count = send(socket, all.data() + sent, all.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> receive_message(int socket) {
  const auto receive = [&](char* to, std::size_t size) {
    while (size > 0) {
      const ssize_t count = read(socket, to, size);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      to += count;
      size -= static_cast<std::size_t>(count);
    }
    return true;
  };
  std::uint64_t size = 0;
  if (!receive(reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
  std::string bytes(size, '\0');
  if (!receive(bytes.data(), bytes.size())) return std::nullopt;
  return bytes;
}

}  // namespace smallscope::runner
