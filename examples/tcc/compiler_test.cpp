#include "compiler_test.hpp"

namespace tcc {
namespace {

// No headers: reading them would take longer than everything else. The stack below main() is filled first, so
// that a compiler that forgets to initialise something shows it, and shows the same every time.
constexpr std::string_view prologue = "int printf(const char *, ...);\n";
constexpr std::string_view epilogue = R"(
static void fill_stack(void) {
  volatile unsigned char bytes[1024];
  int i;
  for (i = 0; i < 1024; i++) bytes[i] = 0x5a;
}
int main(void) {
  fill_stack();
  printf("%lld\n", test());
  return 0;
}
)";

}  // namespace

std::string filled(std::string_view text, char hole, std::string_view filling) {
  std::string result;
  for (const char character : text) {
    if (character == hole)
      result += filling;
    else
      result += character;
  }
  return result;
}

smallscope::subjects::Input to_input(const CompilerTest& test) {
  smallscope::subjects::Input input;
  std::string program{prologue};
  program += filled(test.code, '@', "test");
  program += epilogue;
  input.files.push_back({"test.c", std::move(program)});
  input.parameters.push_back({"expected", std::to_string(test.expected)});
  input.parameters.push_back({"construct", test.construct});
  // Parameters are a JSON object to a worker: each needs a name of its own.
  const auto add = [&](std::string_view kind, std::size_t number, std::string text) {
    input.parameters.push_back({std::string(kind) + " " + std::to_string(number), std::move(text)});
  };
  for (std::size_t i = 0; i < test.suspicions.size(); ++i) {
    const Suspicion& suspicion = test.suspicions[i];
    add("mistake", i, std::to_string(suspicion.value) + " " + suspicion.mistake);
  }
  for (std::size_t i = 0; i < test.lanes.size(); ++i) {
    const Lane& lane = test.lanes[i];
    add("lane", i, std::to_string(lane.shift) + " " + std::to_string(lane.bits) + " " + lane.holds);
  }
  return input;
}

}  // namespace tcc
