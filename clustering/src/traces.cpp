// SPDX-License-Identifier: Apache-2.0
// Frames are read by hand, not by regular expressions: traces of deep recursions are long, and this is linear.
#include <smallscope/clustering/traces.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>

namespace smallscope::clustering {

namespace {

/// So many frames tell faults apart; further ones tell apart how the subject came there.
constexpr std::size_t kept_frames = 3;

struct Frame {
  std::string function;
  std::string file;
  bool is_machinery = false;
  bool innermost_last = false;  ///< the trace is one of Python
  std::size_t lines = 1;
};

using TraceLines = std::span<const std::string_view>;

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool take_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(end);
  return end > 0;
}

/// Removes ":12" at the end.
bool drop_position(std::string_view& text) {
  const std::size_t colon = text.find_last_not_of("0123456789");
  if (colon == std::string_view::npos || colon + 1 == text.size() || text[colon] != ':') return false;
  text = text.substr(0, colon);
  return true;
}

std::string base_name(std::string_view path) { return std::string(path.substr(path.find_last_of("/\\") + 1)); }

bool begins_with_any(std::string_view text, std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool contains_any(std::string_view text, std::span<const std::string_view> parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

bool is_python_machinery(std::string_view path) {
  static constexpr std::array<std::string_view, 4> harness{"/_pytest/", "/pluggy/", "/unittest/", "<frozen "};
  if (contains_any(path, harness)) return true;
  // The standard library: lib/python3.11/json/decoder.py, but not what is installed in lib/python3.11/site-packages.
  const std::size_t library = path.find("/lib/python");
  return library != std::string_view::npos && path.find("-packages/", library) == std::string_view::npos;
}

/// `  File "/a/p.py", line 2, in g`, then lines that are indented further: the source and its marks.
std::optional<Frame> python_frame(TraceLines lines) {
  std::string_view text = lines[0].substr(indentation(lines[0]));
  if (!take(text, "File \"")) return std::nullopt;
  const std::string_view path = text.substr(0, text.find('"'));
  text.remove_prefix(path.size());
  if (!take(text, "\", line ") || !take_digits(text)) return std::nullopt;
  if (!text.empty() && !take(text, ", in ")) return std::nullopt;
  Frame frame{.function = std::string(text.empty() ? "<module>" : text),
              .file = base_name(path),
              .is_machinery = is_python_machinery(path),
              .innermost_last = true};
  const std::size_t indented = indentation(lines[0]);
  while (frame.lines < lines.size() &&
         (indentation(lines[frame.lines]) > indented ||
          lines[frame.lines].substr(indentation(lines[frame.lines])).starts_with("[Previous line repeated ")))
    ++frame.lines;
  return frame;
}

Frame java_frame(std::string_view function, std::string_view file) {
  static constexpr std::array<std::string_view, 12> machinery{
      "java.",  "javax.",     "jdk.",   "sun.",        "com.sun.",    "kotlin.",
      "junit.", "org.junit.", "scala.", "org.testng.", "org.gradle.", "org.apache.maven.surefire."};
  // The loader and the module, as in java.base/java.lang.Integer.parseInt and app//shop.Order.total.
  if (const std::size_t slash = function.find_last_of('/'); slash != std::string_view::npos)
    function.remove_prefix(slash + 1);
  const bool is_machinery = begins_with_any(function, machinery) || function.find("$$Lambda") != std::string_view::npos;
  // Lambdas are numbered in the order of the source: lambda$total$3.
  if (const std::size_t dollar = function.find_last_not_of("0123456789");
      dollar != std::string_view::npos && function[dollar] == '$' && function.find("lambda$") != std::string_view::npos)
    function = function.substr(0, dollar);
  const bool has_file = file != "Native Method" && file != "Unknown Source";
  return {.function = std::string(function),
          .file = has_file ? std::string(file) : std::string(),
          .is_machinery = is_machinery};
}

Frame node_frame(std::string_view function, std::string_view place) {
  static constexpr std::array<std::string_view, 5> machinery{"node:", "internal/", "<anonymous>", "native",
                                                             "module.js"};
  static constexpr std::array<std::string_view, 6> harness{"/node_modules/mocha/",  "/node_modules/jest",
                                                           "/node_modules/@jest/",  "/node_modules/jasmine",
                                                           "/node_modules/vitest/", "/node_modules/@vitest/"};
  return {.function = std::string(function.empty() ? "<anonymous>" : function),
          .file = base_name(place),
          .is_machinery = begins_with_any(place, machinery) || contains_any(place, harness)};
}

/// "	at shop.Order.total(Order.java:7)", "    at Shop.total (/a/shop.js:2:40)" or "    at /a/shop.js:2:57".
std::optional<Frame> java_or_node_frame(std::string_view text) {
  if (!take(text, "at ")) return std::nullopt;
  // Log4j and logback add where the class comes from: " ~[shop.jar:1.0]".
  if (text.ends_with(']')) text = text.substr(0, std::min(text.rfind(" ["), text.rfind(" ~[")));
  take(text, "async ");
  std::string_view function, place = text;
  if (text.ends_with(')')) {
    const std::size_t parenthesis = text.rfind('(');
    if (parenthesis == std::string_view::npos) return std::nullopt;
    function = text.substr(0, parenthesis);
    place = text.substr(parenthesis + 1, text.size() - parenthesis - 2);
  }
  const bool is_position = drop_position(place), has_column = is_position && drop_position(place);
  if (place == "<anonymous>" || has_column) {
    if (function.ends_with(' ')) function.remove_suffix(1);
    // "Shop.total [as sum]" is the method total.
    return node_frame(function.substr(0, function.find(" [as ")), place);
  }
  if (function.empty() || !(is_position || place == "Native Method" || place == "Unknown Source")) return std::nullopt;
  return java_frame(function, place);
}

bool is_native_machinery(std::string_view function, std::string_view place) {
  static constexpr std::array<std::string_view, 23> functions{
      "__GI_",          "__pthread_",   "__libc_",          "__assert",        "__interceptor_",
      "__asan_",        "__ubsan_",     "__sanitizer",      "__cxa_",          "__cxxabiv1",
      "__gnu_cxx::",    "__restore_rt", "__stack_chk_fail", "__fortify_fail",  "std::",
      "testing::",      "operator new", "operator delete",  "malloc_printerr", "malloc_consolidate",
      "pthread_create", "_int_",        "___interceptor_"};
  static constexpr std::array<std::string_view, 8> names{"raise",        "abort", "gsignal", "_start",
                                                         "start_thread", "clone", "clone3",  "??"};
  static constexpr std::array<std::string_view, 9> places{"/sysdeps/",      "/csu/",         "/nptl/",
                                                          "/libsanitizer/", "/compiler-rt/", "/include/c++/",
                                                          "./malloc/",      "./stdlib/",     "libc.so"};
  return begins_with_any(function, functions) || std::ranges::find(names, function) != names.end() ||
         contains_any(place, places) || place.find("libstdc++.so") != std::string_view::npos;
}

/// Removes the last word, and returns it.
std::string_view take_last_word(std::string_view& text) {
  const std::size_t space = text.rfind(' ');
  if (space == std::string_view::npos) return {};
  const std::string_view word = text.substr(space + 1);
  text = text.substr(0, space);
  return word;
}

/// gdb: "#8  0x0000555555555204 in dbl () at h.c:6", "#4  0x00007ffff7c9d919 in ?? () from /lib/libstdc++.so.6".
/// Sanitizers: "    #0 0x5565e223f2af in cmp /a/s.c:3:66", "    #3 0x56324534a100 in _start (/a/s+0x1100)"; that of
/// threads: "    #0 worker /a/t.c:3:31 (t+0xd0114)".
std::optional<Frame> native_frame(std::string_view text) {
  if (!take(text, "#") || !take_digits(text) || !take(text, " ")) return std::nullopt;
  text.remove_prefix(indentation(text));
  bool is_frame = text.starts_with("0x");  // "#3 is missing" is none
  if (is_frame) {
    text.remove_prefix(std::min(text.find(' '), text.size()));
    text.remove_prefix(indentation(text));
    take(text, "in ");
  }
  text = text.substr(0, text.find(" (BuildId: "));
  const std::size_t module = text.rfind(" (");
  if (module != std::string_view::npos && text.ends_with(')') && text.find("+0x", module) != std::string_view::npos) {
    text = text.substr(0, module);
    is_frame = true;
  }
  std::string_view function = text, place;
  if (const std::size_t at = text.rfind(" at "); at != std::string_view::npos) {
    place = text.substr(at + 4);
    function = text.substr(0, text.find(" ("));
  } else if (const std::size_t from = text.rfind(" from "); from != std::string_view::npos) {
    place = text.substr(from + 6);
    function = text.substr(0, text.find(" ("));
  } else if (text.ends_with(" ()")) {  // gdb, without symbols
    function = text.substr(0, text.size() - 3);
  } else if (!text.ends_with(')')) {
    place = take_last_word(function);
  }
  std::string_view file = place;
  if (drop_position(file)) {
    drop_position(file);
    is_frame = true;
  }
  if (!is_frame) return std::nullopt;
  return Frame{.function = std::string(function),
               .file = file == "<null>" ? std::string() : base_name(file),
               .is_machinery = is_native_machinery(function, place)};
}

bool is_rust_machinery(std::string_view function, std::string_view path) {
  static constexpr std::array<std::string_view, 14> functions{
      "std::",      "core::", "alloc::", "test::",   "__rustc::",    "backtrace::", "rust_begin_unwind",
      "rust_panic", "<std::", "<core::", "<alloc::", "__libc_start", "_start",      "<unknown>"};
  return begins_with_any(function, functions) || path.starts_with("/rustc/") || function == "main";
}

/// "   3: main::boom", then "             at ./main.rs:3:39" if that is known.
std::optional<Frame> rust_frame(TraceLines lines) {
  std::string_view text = lines[0].substr(indentation(lines[0]));
  if (!take_digits(text) || !take(text, ": ")) return std::nullopt;
  text.remove_prefix(indentation(text));
  if (text.starts_with("0x")) {
    const std::size_t dash = text.find(" - ");
    if (dash == std::string_view::npos) return std::nullopt;
    text.remove_prefix(dash + 3);
  }
  Frame frame;
  std::string_view place;
  if (lines.size() > 1) {
    place = lines[1].substr(indentation(lines[1]));
    if (take(place, "at ") && drop_position(place)) {
      drop_position(place);
      frame.lines = 2;
    } else {
      place = {};
    }
  }
  // RUST_BACKTRACE=full adds a hash of the crate: main::boom::h0123456789abcdef.
  const std::size_t hash = text.rfind("::h");
  if (hash != std::string_view::npos && text.size() - hash == 19) text = text.substr(0, hash);
  frame.function = text;
  frame.file = base_name(place);
  frame.is_machinery = is_rust_machinery(text, place);
  return frame;
}

std::optional<Frame> frame_at(TraceLines lines, bool in_rust) {
  if (in_rust) return rust_frame(lines);
  const std::string_view text = lines[0].substr(indentation(lines[0]));
  if (text.starts_with('#')) return native_frame(text);
  if (text.starts_with("at ")) return java_or_node_frame(text);
  return python_frame(lines);
}

/// "... 5 more" and "... 3 common frames omitted" follow the frames of a cause in Java.
bool is_rest_of_java(std::string_view line) {
  line.remove_prefix(indentation(line));
  return take(line, "... ") && take_digits(line) && (line == " more" || line == " common frames omitted");
}

/// Before its trace, Node prints the place, the line of source there, and marks below it.
bool is_source_of_node(TraceLines lines) {
  if (lines.size() < 3) return false;
  std::string_view place = lines[0];
  return drop_position(place) && place.find(' ') == std::string_view::npos &&
         lines[2].find_first_not_of(" \t^~") == std::string_view::npos && lines[2].ends_with('^');
}

void add_innermost(std::vector<std::string>& result, const std::vector<Frame>& trace) {
  std::vector<std::string> frames;
  for (const Frame& frame : trace) {
    if (frame.is_machinery) continue;
    std::string text = frame.file.empty() ? fmt::format("  at {}", frame.function)
                                          : fmt::format("  at {} ({})", frame.function, frame.file);
    // How deep a recursion is does not matter.
    if (frames.empty() || frames.back() != text) frames.push_back(std::move(text));
  }
  const std::size_t kept = std::min(frames.size(), kept_frames);
  if (!trace.empty() && trace.front().innermost_last)
    frames.erase(frames.begin(), frames.end() - static_cast<std::ptrdiff_t>(kept));
  frames.resize(kept);
  std::ranges::move(frames, std::back_inserter(result));
}

std::vector<std::string_view> lines_of(const std::vector<std::string>& messages) {
  std::vector<std::string_view> lines;
  for (std::string_view message : messages) {
    for (std::size_t end = message.find('\n'); end != std::string_view::npos; end = message.find('\n')) {
      lines.push_back(message.substr(0, end));
      message.remove_prefix(end + 1);
    }
    lines.push_back(message);
  }
  return lines;
}

}  // namespace

std::vector<std::string> reduced_traces(const std::vector<std::string>& messages) {
  const std::vector<std::string_view> lines = lines_of(messages);
  std::vector<std::string> result;
  std::vector<Frame> trace;
  bool in_rust = false;
  for (std::size_t i = 0; i < lines.size();) {
    const TraceLines rest = TraceLines(lines).subspan(i);
    if (std::optional<Frame> frame = frame_at(rest, in_rust)) {
      i += frame->lines;
      trace.push_back(*std::move(frame));
      continue;
    }
    const bool follows_frames = !trace.empty();
    add_innermost(result, trace);
    trace.clear();
    in_rust = lines[i] == "stack backtrace:";
    if (follows_frames && is_rest_of_java(lines[i])) {
      ++i;
    } else if (is_source_of_node(rest)) {
      i += 3;
    } else {
      result.emplace_back(lines[i++]);
    }
  }
  add_innermost(result, trace);
  return result;
}

}  // namespace smallscope::clustering
