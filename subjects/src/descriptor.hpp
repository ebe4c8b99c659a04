// SPDX-License-Identifier: Apache-2.0
// Owned file descriptors. All of them are close-on-exec: parallel lanes must not leak pipes into each other's children.
//
// A descriptor belongs to one thread at a time.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <system_error>
#include <utility>

namespace smallscope::subjects {

[[noreturn]] inline void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}
[[noreturn]] inline void throw_errno(const char* what, const std::filesystem::path& path) {
  throw std::filesystem::filesystem_error(what, path, std::error_code(errno, std::generic_category()));
}

class Descriptor {
 public:
  Descriptor() = default;
  /// Takes ownership of `value`; throws std::system_error that names `what` if it is negative.
  Descriptor(int value, const char* what) : value_(value) {
    if (value < 0) throw_errno(what);
  }
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return value_; }
  void close() {
    if (value_ >= 0) ::close(std::exchange(value_, -1));
  }

 private:
  int value_ = -1;
};

/// The numbers of the descriptors that children inherit: 0 to 2, and a worker's requests and replies.
inline constexpr int inherited_descriptors = 5;

/// A descriptor whose number differs from those of the children, so setting up a child never overwrites a source.
inline Descriptor clear_of_inherited(Descriptor descriptor) {
  if (descriptor.get() >= inherited_descriptors) return descriptor;
  return {fcntl(descriptor.get(), F_DUPFD_CLOEXEC, inherited_descriptors), "fcntl"};
}

/// /dev/null, open for the life of the process.
inline int null_device() {
  static const Descriptor null = clear_of_inherited({open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null"});
  return null.get();
}

/// For a std::unique_ptr that owns a directory stream.
struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

inline Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_errno("pipe2");
  Descriptor read(ends[0], "pipe2"), write(ends[1], "pipe2");
  return {clear_of_inherited(std::move(read)), clear_of_inherited(std::move(write))};
}

/// Makes a stop request visible to poll(): becomes readable once the watched token has been stopped.
class StopEvent {
 public:
  StopEvent() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd") {}
  int descriptor() const { return event_.get(); }

  class Watch {
   public:
    Watch(StopEvent& event, const std::stop_token& token) : rearmed_(event.rearm()), callback_(token, Wake{&event}) {}

   private:
    struct Wake {
      StopEvent* event;
      void operator()() const {
        const std::uint64_t one = 1;
        event->fired_ = true;
        [[maybe_unused]] const auto written = write(event->descriptor(), &one, sizeof one);
      }
    };
    bool rearmed_;  // set before the callback is registered, which may call it at once
    std::stop_callback<Wake> callback_;
  };

 private:
  bool rearm() {
    if (!fired_.exchange(false)) return false;
    std::uint64_t count;
    [[maybe_unused]] const auto taken = read(event_.get(), &count, sizeof count);
    return true;
  }

  Descriptor event_;
  std::atomic<bool> fired_ = false;
};

}  // namespace smallscope::subjects
