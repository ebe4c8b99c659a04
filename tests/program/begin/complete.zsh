# SPDX-License-Identifier: Apache-2.0
# Types a line into an interactive zsh, presses tab, and prints in <> the arguments that the line then has. The working
# directory has the completion function _smallscope.
zmodload zsh/zpty
# Waits for a file, and lets the shell write meanwhile.
await() {
  local attempt seen
  for attempt in {1..200}; do
    [[ -s $1 ]] && return
    while zpty -r -t shell seen; do :; done
    sleep 0.05
  done
}
rm -f ready offered
zpty shell zsh -f -i
zpty -w shell 'PS1=; unset zle_bracketed_paste; fpath=($PWD $fpath); autoload -U compinit; compinit -u -D'
zpty -w shell 'smallscope() { print -r -- "<$*>" >offered }; print ready >ready'
await ready
sleep 0.2
zpty -w -n shell "$1"$'\t'
sleep 0.5
zpty -w -n shell $'\n'
await offered
cat offered
