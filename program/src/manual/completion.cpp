// SPDX-License-Identifier: Apache-2.0
// completion: a script by which a shell completes the command line.
#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "manual/command_tree.hpp"
#include "manual/shell_scripts.hpp"

namespace smallscope::program {

void add_completion(CLI::App* command, const Context&, Action& action) {
  using Script = std::string (*)(const CommandEntry&);
  auto script = std::make_shared<Script>(nullptr);
  add_choice<Script>(*command, "shell", *script,
                     {{"bash", &bash_completion}, {"zsh", &zsh_completion}, {"fish", &fish_completion}}, "The shell")
      ->required();
  command->footer(
      "The package installs these scripts. Without it:\n"
      "  bash  source <(smallscope completion bash)                                      in ~/.bashrc\n"
      "  zsh   smallscope completion zsh > _smallscope                                   in a folder of $fpath\n"
      "  fish  smallscope completion fish > ~/.config/fish/completions/smallscope.fish");
  command->callback([=, &action] {
    action = [=] {
      write_visible((*script)(whole_tree(*command)));
      return static_cast<int>(nothing_failed);
    };
  });
}

}  // namespace smallscope::program
