import { Command, CommanderError } from 'commander';
import { addGlobalFlags, type GlobalFlags } from './global-flags.js';
import { furtherHelp, helpLayout, helpOfFlags, wholeHelpFlag } from './help.js';
import type { CliInput, Run } from './session.js';
import { oneLine } from './terminal/one-line.js';
import type { Output } from './terminal/output.js';

/** A command of the program. Its flags and its work are in a file that is loaded on demand. */
interface CommandEntry {
  readonly name: string;
  readonly about: string;
  readonly load: () => Promise<(command: Command, run: Run, input: CliInput) => void>;
}

const commandEntries: readonly CommandEntry[] = [
  {
    name: 'api-resources',
    about: 'List the resources of the server.',
    load: async () => (await import('./commands/api-resources.js')).defineApiResources,
  },
  {
    name: 'resolve',
    about: 'Show which resource a name means, and why.',
    load: async () => (await import('./commands/resolve.js')).defineResolve,
  },
  {
    name: 'get',
    about: 'Print objects as a table, as metadata, or whole.',
    load: async () => (await import('./commands/get.js')).defineGet,
  },
  {
    name: 'describe',
    about: 'Describe objects: owners, conditions, events and scale.',
    load: async () => (await import('./commands/describe.js')).defineDescribe,
  },
  {
    name: 'logs',
    about: 'Print the logs of containers.',
    load: async () => (await import('./commands/logs.js')).defineLogs,
  },
  {
    name: 'explain',
    about: 'Explain the fields of a resource.',
    load: async () => (await import('./commands/explain.js')).defineExplain,
  },
  {
    name: 'check',
    about: 'Check manifests against the schemas of the server.',
    load: async () => (await import('./commands/check.js')).defineCheck,
  },
  {
    name: 'apply',
    about: 'Apply the objects in files, and show what changed.',
    load: async () => (await import('./commands/apply.js')).defineApply,
  },
  {
    name: 'patch',
    about: 'Change parts of objects.',
    load: async () => (await import('./commands/patch.js')).definePatch,
  },
  {
    name: 'delete',
    about: 'Delete objects, and wait until they are gone.',
    load: async () => (await import('./commands/delete.js')).defineDelete,
  },
  {
    name: 'wait',
    about: 'Wait for a condition of objects, or until they are gone.',
    load: async () => (await import('./commands/wait.js')).defineWait,
  },
  {
    name: 'scale',
    about: 'Show or set the number of replicas of objects.',
    load: async () => (await import('./commands/scale.js')).defineScale,
  },
  {
    name: 'exec',
    about: 'Run a command in a container.',
    load: async () => (await import('./commands/exec.js')).defineExec,
  },
  {
    name: 'attach',
    about: 'Attach to the main process of a container.',
    load: async () => (await import('./commands/exec.js')).defineAttach,
  },
  {
    name: 'port-forward',
    about: 'Forward local ports to a pod.',
    load: async () => (await import('./commands/port-forward.js')).definePortForward,
  },
  {
    name: 'cp',
    about: 'Copy files to and from containers.',
    load: async () => (await import('./commands/cp.js')).defineCp,
  },
  {
    name: 'aliases',
    about: 'Show which endpoints serve the same objects, and why.',
    load: async () => (await import('./commands/aliases.js')).defineAliases,
  },
  {
    name: 'owners',
    about: 'Draw the owners or the dependents of an object.',
    load: async () => (await import('./commands/owners.js')).defineOwners,
  },
  {
    name: 'discovery',
    about: 'Show discovery: formats, failures and requests.',
    load: async () => (await import('./commands/discovery.js')).defineDiscovery,
  },
  {
    name: 'count',
    about: 'Count objects, each once.',
    load: async () => (await import('./commands/count.js')).defineCount,
  },
  {
    name: 'rules',
    about: 'Check the rules of webhooks and policies.',
    load: async () => (await import('./commands/rules.js')).defineRules,
  },
  {
    name: 'diff-apis',
    about: 'Compare what two servers or releases serve.',
    load: async () => (await import('./commands/diff-apis.js')).defineDiffApis,
  },
  {
    name: 'upgrade-check',
    about: 'Find what an upgrade would break.',
    load: async () => (await import('./commands/upgrade-check.js')).defineUpgradeCheck,
  },
  {
    name: 'migrate-storage',
    about: 'Migrate stored objects to the storage version.',
    load: async () => (await import('./commands/migrate-storage.js')).defineMigrateStorage,
  },
  {
    name: 'types',
    about: 'Write TypeScript types of what the server serves.',
    load: async () => (await import('./commands/types.js')).defineTypes,
  },
  {
    name: 'fake',
    about: 'Serve a fake API server, for tests in any language.',
    load: async () => (await import('./commands/fake.js')).defineFake,
  },
  {
    name: 'dashboard',
    about: 'Open a dashboard that shows and changes objects.',
    load: async () => (await import('./commands/dashboard.js')).defineDashboard,
  },
  {
    name: 'proxy',
    about: 'Connect pages in development to the server, with your credentials.',
    load: async () => (await import('./commands/proxy.js')).defineProxy,
  },
  {
    name: 'version',
    about: 'Print the version of this program and of the server.',
    load: async () => (await import('./commands/version.js')).defineVersion,
  },
  {
    name: 'completion',
    about: 'Print the completion script for a shell.',
    load: async () => (await import('./commands/completion.js')).defineCompletion,
  },
];

/** Commands of kubectl that are none here, and what to use instead. */
const ofKubectl: Readonly<Record<string, string>> = {
  annotate: "use 'patch --type merge', or 'apply'",
  'api-versions': "use 'discovery', or 'api-resources'",
  auth: "use 'kubectl auth', or canI and reviewAccess of the library",
  autoscale: "use 'apply' with a HorizontalPodAutoscaler",
  'cluster-info': "use 'version' and 'discovery'",
  config: "use 'kubectl config': kubeatlas reads the same kubeconfig",
  cordon: `use 'patch node/NAME -p '{"spec":{"unschedulable":true}}''`,
  create: "use 'apply -f'",
  debug: "use 'kubectl debug'",
  diff: "use 'apply --dry-run server -o yaml'",
  drain: "use 'kubectl drain'",
  edit: "use 'patch', 'apply', or the dashboard",
  events: "use 'get events', or 'describe'",
  expose: "use 'apply' with a Service",
  kustomize: "use 'apply -k DIR', or 'kubectl kustomize DIR' to see it",
  label: "use 'patch --type merge', or 'apply'",
  replace: "use 'apply'",
  rollout: "use 'wait --for=condition=Available' for its status, or 'kubectl rollout'",
  run: "use 'apply' with a Pod",
  set: "use 'patch'",
  taint: "use 'patch'",
  top: "use 'get pods.metrics.k8s.io'",
  uncordon: `use 'patch node/NAME -p '{"spec":{"unschedulable":null}}''`,
};

const about = 'Explore a Kubernetes API server, and read and change its objects.';
const examples = `
Exit codes: 0; 1 when the answer is no (not found, no match, refused, no
answer); 2 for a usage error; 130 after Ctrl-C.

Examples:
  $ kubeatlas discovery                       formats, failures and requests
  $ kubeatlas resolve deploy events ing       what these words mean
  $ kubeatlas get pods -n web -l app=front    a table, as small as possible
  $ kubeatlas get pods -n web -w              every change as it arrives
  $ kubeatlas logs deploy/front -n web -f     what its pod writes
  $ kubeatlas apply -f app.yaml               the objects in a file
  $ kubeatlas scale deploy/front --replicas 3
  $ kubeatlas count -n web                    every object once
  $ kubeatlas rules check webhook.yaml        which endpoints it misses
  $ kubeatlas --server http://127.0.0.1:8001 api-resources`;

/**
 * Runs one command line and returns the exit code. Never throws, and touches nothing but its input, so that tests need
 * no process.
 */
export async function runCli(input: CliInput): Promise<number> {
  let exitCode = 0;
  const output: { readonly to: Output; readonly text: string }[] = [];
  const run: Run = async (command, work, discovery, contextsWork) => {
    const flags = command.optsWithGlobals<GlobalFlags>();
    if (flags.contexts !== undefined || flags.allContexts === true) {
      exitCode = await (await import('./run-contexts.js')).runContexts(input, command, work, discovery, contextsWork);
      return;
    }
    const { runSession } = await import('./session.js');
    exitCode = await runSession(input, flags, work, discovery);
  };
  try {
    const program = createProgram(input, output);
    if (input.argv[0] === '__complete' || input.argv[0] === '__complete-line') {
      const request = (await import('./completion/context.js')).readCompletionRequest(input.argv);
      await addCommands(program, { names: request.words }, run, input);
      await (await import('./completion/complete.js')).complete(program, request, input);
      return 0;
    }
    await addCommands(program, selectCommands(input.argv), run, input);
    await program.parseAsync(wordsOfHelp(program, input.argv) ?? input.argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      exitCode = error.exitCode === 0 ? 0 : 2;
      const [, word = ''] = /^error: unknown command '([a-z-]+)'/.exec(error.message) ?? [];
      const instead = Object.hasOwn(ofKubectl, word) ? ofKubectl[word] : undefined;
      if (instead !== undefined) {
        const text = `error: '${word}' is a command of kubectl, which kubeatlas does not have: ${instead}.\n`;
        output.splice(0, output.length, { to: input.stderr, text });
      }
    } else {
      const { describeError, exitCodeOf } = await import('./failures.js');
      exitCode = exitCodeOf(error);
      output.push({ to: input.stderr, text: `${describeError(error, { verbose: false })}\n` });
    }
  }
  for (const { to, text } of output) {
    // It is not a failure if nobody reads the help.
    await to.write(text).catch(() => undefined);
  }
  return exitCode;
}

function createProgram(input: CliInput, output: { to: Output; text: string }[]): Command {
  const program = new Command('kubeatlas');
  program
    .description(about)
    .version(input.version ?? 'unknown', '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', furtherHelp(examples))
    .configureHelp(helpLayout)
    .configureOutput({
      writeOut: (text) => output.push({ to: input.stdout, text }),
      writeErr: (text) => output.push({ to: input.stderr, text }),
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
  const [first] = input.argv.filter((word) => !word.startsWith('-'));
  program.setOptionValue(wholeHelpFlag, first === 'help');
  return program;
}

/** Which commands to define: those with these names, all, or none. */
type CommandSelection = { readonly names: readonly string[] } | 'all' | 'none';

/**
 * Selects the commands to define. The called command is always one of the words; the help of the whole program needs
 * all of them.
 */
function selectCommands(words: readonly string[]): CommandSelection {
  const called = words.findIndex((word) => commandEntries.some(({ name }) => name === word));
  const before = called < 0 ? words : words.slice(0, called);
  if (before.includes('--version')) return 'none';
  const isWhole = called < 0 || before.includes('--help') || before.includes('-h');
  return isWhole ? 'all' : { names: words };
}

/**
 * Turns `help rules check` into `rules check --help`, with the full help: commander accepts only one word after `help`,
 * and for a word that is not a command prints the help of the whole program. An unknown command is a usage error here, as
 * it is without `help`.
 */
function wordsOfHelp(program: Command, [first, ...rest]: readonly string[]): readonly string[] | undefined {
  const [named] = rest;
  if (first !== 'help' || named === undefined || named.startsWith('-') || named === 'options') return undefined;
  let command: Command | undefined = program;
  for (const [at, word] of rest.entries()) {
    if (command.commands.length === 0 || word.startsWith('-')) break;
    command = command.commands.find((each) => each.name() === word);
    if (command === undefined) return rest.slice(0, at + 1);
  }
  return [...rest, '--help'];
}

async function addCommands(program: Command, selection: CommandSelection, run: Run, input: CliInput): Promise<void> {
  if (selection === 'none') return;
  for (const { name, about, load } of commandEntries) {
    const command = program.command(name).description(about);
    if (selection === 'all' || selection.names.includes(name)) (await load())(command, run, input);
  }
  program
    .command('options')
    .description('List the flags that all commands take.')
    .action(async () => input.stdout.write(helpOfFlags(program)));
}

/** Removes the value from the error for an unknown flag: it may be a misspelt `--token=...`. */
function withoutValue(text: string): string {
  return text.replace(/^(error: unknown option '[^'=]*)=.*?'(?=\n|$)/s, "$1'");
}
