import type { Command } from 'commander';
import { attach, exec, type ExecSession } from '../../connect/index.js';
import { isKubeError } from '../../index.js';
import { ImpossibleError, UsageError } from '../errors.js';
import { parseWord } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import type { CliInput, Run, Session } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import { findContainer, findTarget, phaseOf } from './find-container.js';

interface Flags {
  readonly container?: string | undefined;
  readonly stdin?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

const execExamples = `
Everything after -- is the command; no shell reads it. For a service or a
workload, one of its pods is used, if possible a ready one. The exit code is
that of the command. With -t, all keys go to the container, Ctrl-C included.

Examples:
  $ kubeatlas exec front-0 -n web -- date
  $ kubeatlas exec -it deploy/front -c main -- sh
  $ kubeatlas exec -i front-0 -- tar xf - < files.tar`;

const attachExamples = `
Shows the output of the main process from now on. With -i, the process gets
standard input, if its container has stdin: true.

Examples:
  $ kubeatlas attach front-0 -n web
  $ kubeatlas attach -it deploy/front -c main`;

/** Defines `exec`: runs a command in a container. */
export function defineExec(command: Command, run: Run, input: CliInput): void {
  addFlags(command.argument('<pod>', 'POD, or TYPE/NAME').argument('[command...]', 'the command, after --'))
    .addHelpText('after', furtherHelp(execExamples))
    .action((pod: string, words: string[], flags: Flags, command: Command) =>
      run(command, async (session) => {
        const dashes = input.argv.indexOf('--');
        if (words.length === 0) throw new UsageError('Specify the command to run: POD -- COMMAND.');
        if (dashes < 0 || input.argv.length - dashes - 1 !== words.length) {
          throw new UsageError('The command must follow --: POD -- COMMAND.');
        }
        await runIn(session, pod, flags, words);
      }),
    );
}

/** Defines `attach`: connects to the main process of a container. */
export function defineAttach(command: Command, run: Run): void {
  addFlags(command.argument('<pod>', 'POD, or TYPE/NAME'))
    .addHelpText('after', furtherHelp(attachExamples))
    .action((pod: string, flags: Flags, command: Command) => run(command, (session) => attachTo(session, pod, flags)));
}

function addFlags(command: Command): Command {
  return command
    .option('-c, --container <name>', 'the container (default: as kubectl chooses)', parseWord)
    .option('-i, --stdin', 'pass standard input to the container')
    .option('-t, --tty', 'standard input is a terminal')
    .option('-q, --quiet', 'print only what the container prints');
}

async function runIn(session: Session, word: string, flags: Flags, words: readonly string[]): Promise<void> {
  const { pods, pod } = await findTarget(session, word);
  refuseCompleted('exec into', phaseOf(pod));
  const { name: container } = await findContainer(session, pod, flags);
  const tty = await useTerminal(session, flags, flags.tty === true);
  const { stdin = false } = flags;
  const { signal } = session.calls;
  const opened = await exec(pods, pod.metadata.name, { command: words, container, stdin, tty, signal });
  await converse(session, opened, { stdin, tty });
}

async function attachTo(session: Session, word: string, flags: Flags): Promise<void> {
  const { pods, pod } = await findTarget(session, word);
  refuseCompleted('attach', phaseOf(pod));
  const { name: container, tty: hasTerminal } = await findContainer(session, pod, flags);
  const { stdin = false, quiet = false } = flags;
  if (flags.tty === true && !hasTerminal && !quiet) {
    await session.note(oneLine(`error: Unable to use a TTY - container ${container} did not allocate one`));
  }
  const tty = await useTerminal(session, flags, hasTerminal);
  if (!quiet) {
    await session.note(
      'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.',
    );
    await session.note("If you don't see a command prompt, try pressing enter.");
  }
  const opened = await attach(pods, pod.metadata.name, { container, stdin, tty, signal: session.calls.signal });
  await converse(session, opened, { stdin, tty, redraws: true });
  if (stdin && tty && !quiet) {
    const { name, namespace = '' } = pod.metadata;
    const again = `attach ${name} -c ${container} -n ${namespace} -i -t`;
    await session.print(`${oneLine(`Session ended, resume using 'kubeatlas ${again}' command`)}\n`);
  }
}

function refuseCompleted(what: string, phase: string): void {
  if (phase === 'Succeeded' || phase === 'Failed') {
    throw new ImpossibleError(`cannot ${what} a container in a completed pod; current phase is ${phase}`);
  }
}

/** A terminal needs standard input, and that it is one. */
async function useTerminal(
  session: Session,
  { stdin = false, quiet = false }: Flags,
  wanted: boolean,
): Promise<boolean> {
  if (!wanted || !stdin) return false;
  if (session.stdin.isTTY) return true;
  if (!quiet) await session.note('Unable to use a TTY - input is not a terminal or the right kind of file');
  return false;
}

interface Conversation {
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Whether the other side draws its screen anew, which it does after a change of the size. */
  readonly redraws?: boolean;
}

/** Passes everything on, in both directions, until the command has ended, and takes its exit code. */
async function converse(
  session: Session,
  opened: ExecSession,
  { stdin, tty, redraws = false }: Conversation,
): Promise<void> {
  await session.progress.clear();
  const cleanUp: (() => void)[] = [];
  try {
    if (tty) {
      const tell = (more = 0): void => {
        const size = session.stdin.size();
        if (size === undefined) return;
        opened.resize({ columns: size.columns + more, rows: size.rows + more }).catch(() => undefined);
      };
      cleanUp.push(session.stdin.makeRaw());
      cleanUp.push(session.stdin.onResize(() => tell()));
      if (redraws) tell(1);
      tell();
    }
    const noEnd = new Promise<never>((_, reject) => {
      if (!stdin) return;
      const writer = opened.stdin.getWriter();
      writer.closed.catch(() => undefined);
      // A command that waits for an end that cannot be told would never end.
      const end = (): void => void writer.close().catch((error: unknown) => isUnsupported(error) && reject(error));
      cleanUp.push(session.stdin.read({ write: (bytes) => writer.write(bytes), end }));
    });
    const output = Promise.all([
      opened.stdout.pipeTo(new WritableStream({ write: (bytes) => session.print(bytes) })),
      opened.stderr.pipeTo(new WritableStream({ write: (bytes) => session.printError(bytes) })),
    ]);
    await Promise.race([output, noEnd]);
  } finally {
    for (const undo of cleanUp.reverse()) undo();
  }
  await tellEnd(session, opened);
}

/** Whether a server cannot end the input of a command. */
export function isUnsupported(error: unknown): error is Error {
  return isKubeError(error) && error.code === 'unsupported';
}

/** Says how a command ended, unless it succeeded, and takes its exit code. Returns whether it succeeded. */
export async function tellEnd(session: Session, { done }: ExecSession): Promise<boolean> {
  const { exitCode, status } = await done;
  if (exitCode === 0) return true;
  session.fail(exitCode);
  if (exitCode === undefined) await session.note(`error: ${oneLine(status.message ?? 'the command was not run')}`);
  else await session.note(`command terminated with exit code ${exitCode}`);
  return false;
}
