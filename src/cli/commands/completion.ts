import { Argument, type Command } from 'commander';
import { scripts, shells, type Shell } from '../completion/scripts.js';
import { furtherHelp } from '../help.js';
import type { CliInput, Run } from '../session.js';

const examples = `
Prints what a shell reads to complete commands, flags, types, names, namespaces
and contexts. Names are asked of the server that the words so far lead to, for
three seconds at most.

Examples:
  $ source <(kubeatlas completion bash)       in ~/.bashrc; zsh: in ~/.zshrc
  $ kubeatlas completion fish > ~/.config/fish/completions/kubeatlas.fish`;

/** `completion`: the script of a shell. */
export function defineCompletion(command: Command, _run: Run, { stdout }: CliInput): void {
  command
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells))
    .addHelpText('after', furtherHelp(examples))
    .action((shell: Shell) => stdout.write(scripts[shell]));
}
