import { Command, CommanderError } from 'commander';
import { addAliases } from './aliases.js';
import { addApiResources } from './api-resources.js';
import { addCount } from './count.js';
import { addDiscovery } from './discovery.js';
import { describeError } from './failures.js';
import { addGet } from './get.js';
import { addGlobalFlags, type GlobalFlags } from './global-flags.js';
import { oneLine } from './one-line.js';
import type { Output } from './output.js';
import { addOwners } from './owners.js';
import { addResolve } from './resolve.js';
import { addRules } from './rules.js';
import type { Run } from './run.js';
import { addScale } from './scale.js';
import { runSession, type CliInput } from './session.js';

const about = 'Ask a Kubernetes API server what it serves, what a name means there, and for its objects.';
const examples = `
Exit codes: 0; 1 when the answer is no (not found, no match, refused, no
answer); 2 for wrong use.

Examples:
  $ kubeatlas discovery                       how the server is learned
  $ kubeatlas resolve deploy events volumes   what words mean there
  $ kubeatlas get pods -n web -l app=front    a table, as light as it can be
  $ kubeatlas scale deploy/front --replicas 3
  $ kubeatlas count -n web                    every object once
  $ kubeatlas rules check webhook.yaml        which requests pass it by
  $ kubeatlas --server http://127.0.0.1:8001 api-resources`;

/**
 * Runs one command line and answers the exit code. It touches nothing but its input, so that tests need no process,
 * and never throws.
 */
export async function runCli(input: CliInput): Promise<number> {
  let exitCode = 0;
  const said: { readonly to: Output; readonly text: string }[] = [];
  const run: Run = async (command, work, discovery) => {
    exitCode = await runSession(input, command.optsWithGlobals<GlobalFlags>(), work, discovery);
  };
  try {
    await createProgram(input, said, run).parseAsync(input.argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      exitCode = 1;
      said.push({ to: input.stderr, text: `${describeError(error, { verbose: false })}\n` });
    }
  }
  for (const { to, text } of said) {
    // Nobody who reads the help is no failure.
    await to.write(text).catch(() => undefined);
  }
  return exitCode;
}

function createProgram(input: CliInput, said: { to: Output; text: string }[], run: Run): Command {
  const program = new Command('kubeatlas');
  program
    .description(about)
    .version(input.version ?? 'unknown', '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => said.push({ to: input.stdout, text }),
      writeErr: (text) => said.push({ to: input.stderr, text }),
      getOutHelpWidth: () => input.columns ?? 80,
      getErrHelpWidth: () => input.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      outputError: (text, write) => {
        write(`${oneLine(withoutValue(text))}\n`);
      },
    })
    .exitOverride();
  addGlobalFlags(program);
  for (const add of [
    addApiResources,
    addResolve,
    addGet,
    addScale,
    addAliases,
    addOwners,
    addDiscovery,
    addCount,
    addRules,
  ])
    add(program, run);
  return program;
}

/** A flag that nobody knows is told without its value: it may be a misspelt `--token=...`. */
function withoutValue(text: string): string {
  return text.replace(/^(error: unknown option '[^'=]*)=.*?'(?=\n|$)/s, "$1'");
}
