import { Command, CommanderError } from 'commander';
import { addGlobalFlags, type GlobalFlags } from './global-flags.js';
import type { CliInput, Run } from './session.js';
import { oneLine } from './terminal/one-line.js';
import type { Output } from './terminal/output.js';

/** A command of the program. Its flags, and what it does, are in a file that is loaded when they are wanted. */
interface CommandPlace {
  readonly name: string;
  readonly about: string;
  readonly load: () => Promise<(command: Command, run: Run) => void>;
}

const places: readonly CommandPlace[] = [
  {
    name: 'api-resources',
    about: 'List the resources of the server, each in its preferred version.',
    load: async () => (await import('./commands/api-resources.js')).defineApiResources,
  },
  {
    name: 'resolve',
    about: 'Tell which resource a name means, why, and what else it could mean.',
    load: async () => (await import('./commands/resolve.js')).defineResolve,
  },
  {
    name: 'get',
    about: 'Print objects: as a table, their metadata, or as a whole.',
    load: async () => (await import('./commands/get.js')).defineGet,
  },
  {
    name: 'describe',
    about: 'Tell about objects: owners, conditions, events and scale.',
    load: async () => (await import('./commands/describe.js')).defineDescribe,
  },
  {
    name: 'apply',
    about: 'Apply the objects of files on the server, and tell what changed.',
    load: async () => (await import('./commands/apply.js')).defineApply,
  },
  {
    name: 'patch',
    about: 'Change a part of objects.',
    load: async () => (await import('./commands/patch.js')).definePatch,
  },
  {
    name: 'delete',
    about: 'Delete objects, and wait until they are gone.',
    load: async () => (await import('./commands/delete.js')).defineDelete,
  },
  {
    name: 'wait',
    about: 'Wait until a condition holds of objects, or they are there or gone.',
    load: async () => (await import('./commands/wait.js')).defineWait,
  },
  {
    name: 'scale',
    about: 'Show how many replicas objects have, or set it.',
    load: async () => (await import('./commands/scale.js')).defineScale,
  },
  {
    name: 'aliases',
    about: 'Tell which endpoints serve the same objects, and on what evidence.',
    load: async () => (await import('./commands/aliases.js')).defineAliases,
  },
  {
    name: 'owners',
    about: 'Draw what an object is owned by, up to the roots, or everything that it owns.',
    load: async () => (await import('./commands/owners.js')).defineOwners,
  },
  {
    name: 'discovery',
    about: 'Show how the server was learned: formats, counts, failures and requests.',
    load: async () => (await import('./commands/discovery.js')).defineDiscovery,
  },
  {
    name: 'count',
    about: 'Count objects, each once, whatever the number of endpoints that serve it.',
    load: async () => (await import('./commands/count.js')).defineCount,
  },
  {
    name: 'rules',
    about: 'Look at the rules of webhooks and policies.',
    load: async () => (await import('./commands/rules.js')).defineRules,
  },
];

const about = 'Ask a Kubernetes API server what it serves, what a name means there, and for its objects; change them.';
const examples = `
Exit codes: 0; 1 when the answer is no (not found, no match, refused, no
answer); 2 for wrong use; 130 after Ctrl-C.

Examples:
  $ kubeatlas discovery                       how the server is learned
  $ kubeatlas resolve deploy events volumes   what words mean there
  $ kubeatlas get pods -n web -l app=front    a table, as light as it can be
  $ kubeatlas get pods -n web -w              every change, as it comes
  $ kubeatlas apply -f app.yaml               what a file wants
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
    const { runSession } = await import('./session.js');
    exitCode = await runSession(input, command.optsWithGlobals<GlobalFlags>(), work, discovery);
  };
  try {
    const program = createProgram(input, said);
    await addCommands(program, input.argv, run);
    await program.parseAsync(input.argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? 0 : 2;
    else {
      exitCode = 1;
      const { describeError } = await import('./failures.js');
      said.push({ to: input.stderr, text: `${describeError(error, { verbose: false })}\n` });
    }
  }
  for (const { to, text } of said) {
    // Nobody who reads the help is no failure.
    await to.write(text).catch(() => undefined);
  }
  return exitCode;
}

function createProgram(input: CliInput, said: { to: Output; text: string }[]): Command {
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
  return program;
}

/**
 * Names all commands, and defines those whose names are among the words: the one that is called is always one of them.
 * All are defined for the help of the whole program, which shows their arguments.
 */
async function addCommands(program: Command, words: readonly string[], run: Run): Promise<void> {
  const called = words.findIndex((word) => places.some(({ name }) => name === word));
  const before = called < 0 ? words : words.slice(0, called);
  const isWhole = called < 0 || before.includes('--help') || before.includes('-h');
  if (before.includes('--version')) return;
  for (const { name, about, load } of places) {
    const command = program.command(name).description(about);
    if (isWhole || words.includes(name)) (await load())(command, run);
  }
}

/** A flag that nobody knows is told without its value: it may be a misspelt `--token=...`. */
function withoutValue(text: string): string {
  return text.replace(/^(error: unknown option '[^'=]*)=.*?'(?=\n|$)/s, "$1'");
}
