/** For each shell a script that asks `stowage completion` for what may follow, and names files where it knows nothing. */

/** Bash breaks words at `:`, `@` and `=`, and replaces what follows the last of them alone. */
const bash = `# stowage completion bash: put eval "$(stowage completion bash)" into ~/.bashrc
_stowage() {
  local line=\${COMP_LINE:0:COMP_POINT} last cut
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  last=\${words[\${#words[@]}-1]}
  cut=\${last%"\${last##*[@:=]}"}
  local IFS=$'\\n'
  COMPREPLY=($(stowage completion bash -- "\${words[@]:1}" 2> /dev/null))
  COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
  return 0
}
complete -o default -F _stowage stowage
`;

const zsh = `#compdef stowage
# stowage completion zsh: put eval "$(stowage completion zsh)" into ~/.zshrc, after compinit
_stowage() {
  local -a found end
  found=("\${(@f)$(stowage completion zsh -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    [[ "\${found[1]}" == *= ]] && end=(-S '')
    _describe stowage found "\${end[@]}"
  else
    _files
  fi
}
compdef _stowage stowage
`;

const fish = `# stowage completion fish: stowage completion fish > ~/.config/fish/completions/stowage.fish
function __stowage_complete
    set -l typed (commandline -opc)
    set -l last (commandline -ct)
    set -l found (stowage completion fish -- $typed[2..-1] "$last" 2> /dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$last"
    end
end
complete -c stowage -f -a '(__stowage_complete)'
`;

export const SCRIPTS = { bash, zsh, fish };
