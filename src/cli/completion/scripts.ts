/** The shells that have a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** One of {@link shells}. */
export type Shell = (typeof shells)[number];

/**
 * The completion scripts of the shells. Each calls `kubeatlas __complete WORDS...`, which prints one candidate per
 * line, optionally followed by a tab and a description, and then `:0` if file names are possible or `:4` if not. No
 * script evaluates the output.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of kubeatlas for bash. In ~/.bashrc: source <(kubeatlas completion bash)
_kubeatlas() {
  local line="\${COMP_LINE:0:$COMP_POINT}" cur="" answer="" directive=4 each="" prefix=""
  local -a words=() found=()
  IFS=$' \\t\\n' read -r -a words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  cur="\${words[\${#words[@]}-1]}"
  COMPREPLY=()
  answer="$(kubeatlas __complete "\${words[@]:1}" 2>/dev/null)" || return 0
  while IFS= read -r each; do
    case "$each" in
      :*) directive="\${each:1}" ;;
      ?*) found+=("\${each%%$'\\t'*}") ;;
    esac
  done <<< "$answer"
  if [[ \${#found[@]} -eq 0 ]]; then
    if [[ "$directive" == 0 ]]; then
      while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -f -- "\${cur#*=}")
      compopt -o filenames 2>/dev/null
    fi
    return 0
  fi
  # bash replaces only the text after the last of these.
  if [[ "$cur" == *[:=]* && "$COMP_WORDBREAKS" == *[:=]* ]]; then prefix="\${cur%"\${cur##*[:=]}"}"; fi
  for each in "\${found[@]}"; do COMPREPLY+=("\${each#"$prefix"}"); done
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
  answer=("\${(@f)$(kubeatlas __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
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
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -e words[1]
    set -l answer (kubeatlas __complete $words "$current" 2>/dev/null)
    for each in $answer
        switch $each
            case ':0'
                test (count $answer) -eq 1; and __fish_complete_path "$current"
            case ':*' ''
            case '*'
                echo $each
        end
    end
end
complete -c kubeatlas -f -a '(__kubeatlas_complete)'
`,
};
