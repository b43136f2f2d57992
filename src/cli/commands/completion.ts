import { Argument, type Command } from 'commander';
import { scripts, shells, type Shell } from '../completion/scripts.js';
import { furtherHelp } from '../help.js';
import type { CliInput, Run } from '../session.js';

const examples = `
Prints a script that completes commands, flags, types, names, namespaces and
contexts. Names come from the server that the flags select. Completion waits for
it for three seconds at most.

Examples:
  $ source <(kubeatlas completion bash)       in ~/.bashrc; zsh: in ~/.zshrc
  $ kubeatlas completion fish > ~/.config/fish/completions/kubeatlas.fish`;

/** Defines `completion`: prints the script for a shell. */
export function defineCompletion(command: Command, _run: Run, { stdout }: CliInput): void {
  command
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells))
    .addHelpText('after', furtherHelp(examples))
    .action((shell: Shell) => stdout.write(scripts[shell]));
}
