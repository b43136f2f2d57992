/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/**
 * The completion scripts of the shells. Each calls `kubeatlas __complete WORDS...`, or in bash, which splits lines in
 * its own way, `kubeatlas __complete-line LINE PART`. Both print one candidate per line, optionally followed by a tab and
 * a description, and then `:0` if file names are possible or `:4` if not. No script evaluates the output.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of kubeatlas for bash. In ~/.bashrc: source <(kubeatlas completion bash)
_kubeatlas() {
  local answer="" directive=4 each=""
  local -a found=()
  COMPREPLY=()
  type kubeatlas >/dev/null 2>&1 || return 0
  if [[ "\${3-}" == *[\\<\\>]* ]]; then
    compopt -o bashdefault -o default 2>/dev/null
    return 0
  fi
  # The line as it is typed, and the part of its last word that bash replaces: it cuts words at colons and the like.
  answer="$(kubeatlas __complete-line "\${COMP_LINE:0:$COMP_POINT}" "\${2-}" 2>/dev/null </dev/null)" || return 0
  while IFS= read -r each; do
    case "$each" in
      :*) directive="\${each:1}" ;;
      ?*) found+=("\${each%%$'\\t'*}") ;;
    esac
  done <<< "$answer"
  if [[ \${#found[@]} -eq 0 ]]; then
    # Files: as where nothing completes words.
    if [[ "$directive" == 0 ]]; then compopt -o bashdefault -o default 2>/dev/null; fi
    return 0
  fi
  COMPREPLY=("\${found[@]}")
  if [[ \${#found[@]} -eq 1 && "\${found[0]}" == *[/=] ]]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -F _kubeatlas kubeatlas
`,
  zsh: `#compdef kubeatlas
# Completion of kubeatlas for zsh. In ~/.zshrc, after compinit: source <(kubeatlas completion zsh)
_kubeatlas() {
  local -a answer found
  local each name directive=4
  (( $+commands[kubeatlas] + $+functions[kubeatlas] + $+aliases[kubeatlas] )) || return 1
  answer=("\${(@f)$(kubeatlas __complete "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null </dev/null)}")
  for each in "\${answer[@]}"; do
    if [[ "$each" == :* ]]; then
      directive="\${each#:}"
    elif [[ -n "$each" ]]; then
      name="\${\${each%%$'\\t'*}//:/\\\\:}"
      if [[ "$each" == *$'\\t'* ]]; then found+=("$name:\${each#*$'\\t'}"); else found+=("$name"); fi
    fi
  done
  if (( \${#found} > 0 )); then
    if [[ \${#found} -eq 1 && "\${found[1]}" == *[/=] ]]; then
      _describe kubeatlas found -S ''
    else
      _describe kubeatlas found
    fi
  elif [[ "$directive" == 0 ]]; then
    if [[ "$PREFIX" == --*=* ]]; then compset -P 1 '*='; fi
    _files
  fi
}
if [[ "\${funcstack[1]}" == _kubeatlas ]]; then
  _kubeatlas "$@"
else
  compdef _kubeatlas kubeatlas
fi
`,
  fish: `# Completion of kubeatlas for fish. Once: kubeatlas completion fish > ~/.config/fish/completions/kubeatlas.fish
function __kubeatlas_complete
    set -g __kubeatlas_candidates
    type -q kubeatlas; or return 0
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -e words[1]
    set -l answer (kubeatlas __complete $words "$current" 2>/dev/null </dev/null)
    # Files: as where nothing completes words.
    test "$answer" = ':0'; and return 1
    set -g __kubeatlas_candidates (string match -v -- ':*' $answer)
    return 0
end
complete -c kubeatlas -n __kubeatlas_complete -f -a '$__kubeatlas_candidates'
`,
};
