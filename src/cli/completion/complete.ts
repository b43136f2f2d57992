import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { Command, Option } from 'commander';
import type { GlobalFlags } from '../global-flags.js';
import { OfferingOption } from '../offering-option.js';
import { runSession, type CliInput, type Session } from '../session.js';
import { kubeconfigNames, objectNames, typeNames } from './candidates.js';
import {
  optionsOf,
  readCursor,
  subcommand,
  unquoteWords,
  type CompletionRequest,
  type CursorContext,
} from './context.js';

/** A shell that waits longer seems to hang. */
const timeLimitMs = 3000;

/** The candidates at the cursor; `files` if file names are possible too. */
interface Completion {
  readonly candidates: readonly string[];
  readonly files?: boolean;
}

const noCompletion: Completion = { candidates: [] };

/**
 * Completes a command line for a shell: prints one candidate per line, then `:0` if file names are possible, or `:4`.
 * Ignores all failures and prints what it has within three seconds.
 */
export async function complete(
  program: Command,
  { words, keptPrefix }: CompletionRequest,
  input: CliInput,
): Promise<void> {
  const cursor = readCursor(program, unquoteWords(words, input.env));
  const completion = await candidatesAt(cursor, input).catch(() => noCompletion);
  const fitting = completion.candidates
    .filter((candidate) => candidate.startsWith(cursor.word))
    .filter((candidate) => isPlain(candidate.split('\t')[0] ?? '', completesFlags(cursor)))
    .map((candidate) => `${cursor.before}${candidate}`)
    .map((word) => `${word.startsWith(keptPrefix) ? word.slice(keptPrefix.length) : word}\n`);
  const directive = completion.files === true ? ':0' : ':4';
  await input.stdout.write(`${[...new Set(fitting)].join('')}${directive}\n`).catch(() => undefined);
}

/**
 * Reports whether a shell reads a candidate as a single word: names from servers and files end up on a command line. A
 * name that begins like a flag or like the last line of the output would be mistaken for one, and zsh takes `=ls` for
 * the path of a program.
 */
function isPlain(word: string, mayBeFlag: boolean): boolean {
  return /^[\p{L}\p{N}._:@%+,=/-]+$/u.test(word) && !(mayBeFlag ? /^[:=]/ : /^[-:=]/).test(word);
}

function completesFlags({ option, word }: CursorContext): boolean {
  return option === undefined && word.startsWith('-');
}

async function candidatesAt(cursor: CursorContext, input: CliInput): Promise<Completion> {
  const { command, option } = cursor;
  if (option !== undefined) return valuesOf(option, cursor, input);
  if (completesFlags(cursor)) return { candidates: optionsOf(command).flatMap(flagsOf) };
  if (command.commands.length > 0) return { candidates: commandsAt(cursor) };
  return operandsOf(cursor, input);
}

/**
 * Returns the commands at the cursor: none after a word that is not a command; after `help`, the commands that it
 * accepts.
 */
function commandsAt({ command, operands: [first, ...named] }: CursorContext): string[] {
  const isProgram = command.parent === null;
  if (first !== undefined && !(isProgram && first === 'help')) return [];
  const at = named.reduce<Command | undefined>((above, word) => above && subcommand(above, word), command);
  const candidates = (at?.commands ?? []).map((each) => `${each.name()}\t${each.description()}`);
  return isProgram && first === undefined ? [...candidates, 'help\tprint the help of a command'] : candidates;
}

function flagsOf({ long, short, description }: Option): string[] {
  const [about = ''] = description.split(/[:;]/);
  return [long, short].flatMap((name) => (name ? [`${name}\t${about}`] : []));
}

const entriesOf = { context: 'contexts', contexts: 'contexts', cluster: 'clusters', user: 'users' } as const;
const fileFlags = [
  'kubeconfig',
  'certificateAuthority',
  'clientCertificate',
  'clientKey',
  'cacheDir',
  'filename',
  'kustomize',
  'patchFile',
];

async function valuesOf(option: Option, cursor: CursorContext, input: CliInput): Promise<Completion> {
  const name = option.attributeName();
  if (fileFlags.includes(name)) return { candidates: [], files: true };
  if (option.argChoices !== undefined) return { candidates: option.argChoices };
  switch (name) {
    case 'context':
    case 'contexts':
    case 'cluster':
    case 'user':
      return { candidates: await kubeconfigNames(entriesOf[name], kubeconfigFiles(cursor, input), readerOf(input)) };
    case 'namespace':
      return { candidates: await query(cursor, input, (session) => objectNames(session, 'namespaces')) };
    case 'apiGroup':
      return {
        candidates: await query(cursor, input, async ({ client, calls }) =>
          (await client.discovery.catalog({ signal: calls.signal })).groups.map(({ name }) => name),
        ),
      };
    default:
      return { candidates: option instanceof OfferingOption ? option.offered : [] };
  }
}

/** The commands that take types, and those that take objects, with the verbs that they need. */
const aboutTypes = ['resolve', 'count', 'aliases'];
const aboutObjects: Readonly<Record<string, readonly string[]>> = {
  get: ['list'],
  describe: ['get'],
  patch: ['patch'],
  delete: ['delete'],
  wait: ['get'],
  scale: ['get'],
  owners: ['get'],
};

/** The commands that take a pod, or what leads to one. */
const aboutPods = ['logs', 'exec', 'attach', 'port-forward'];

async function operandsOf(cursor: CursorContext, input: CliInput): Promise<Completion> {
  const { command, operands, word } = cursor;
  const name = command.name();
  if (aboutPods.includes(name)) return podsAndTypes(cursor, input);
  if (name === 'completion') return { candidates: operands.length === 0 ? ['bash', 'zsh', 'fish'] : [] };
  if (name === 'check' || name === 'cp') return { candidates: [], files: true };
  const verbs = aboutObjects[name];
  if (verbs === undefined && !aboutTypes.includes(name)) return noCompletion;
  const [type = ''] = operands;
  const slash = word.indexOf('/');
  if (verbs !== undefined && slash > 0) {
    const own = word.slice(0, slash);
    return { candidates: (await namesOf(own, cursor, input)).map((each) => `${own}/${each}`) };
  }
  const isTyped = verbs !== undefined && operands.length > 0 && !type.includes('/');
  if (isTyped && name !== 'owners') return { candidates: await namesOf(type.split(',')[0] ?? '', cursor, input) };
  const start = word.slice(0, word.lastIndexOf(',') + 1);
  const types = await query(cursor, input, async ({ client, calls }) =>
    typeNames(await client.discovery.catalog({ signal: calls.signal }), verbs),
  );
  return { candidates: types.map((each) => `${start}${each}${name === 'owners' ? '/' : ''}`) };
}

/** The pods, and what has pods; after TYPE/ its names. */
async function podsAndTypes(cursor: CursorContext, input: CliInput): Promise<Completion> {
  const { operands, word } = cursor;
  if (operands.length > 0) return noCompletion;
  const slash = word.indexOf('/');
  const own = word.slice(0, slash);
  if (slash > 0) return { candidates: (await namesOf(own, cursor, input)).map((each) => `${own}/${each}`) };
  const types = ['deployments', 'statefulsets', 'daemonsets', 'replicasets', 'jobs', 'services', 'pods'];
  return { candidates: [...(await namesOf('pods', cursor, input)), ...types.map((type) => `${type}/`)] };
}

function namesOf(type: string, cursor: CursorContext, input: CliInput): Promise<readonly string[]> {
  const allNamespaces = cursor.flags['allNamespaces'] === true;
  return query(cursor, input, (session) => objectNames(session, type, { allNamespaces }));
}

/** Asks the server that the flags so far select; returns nothing if it does not answer in time. */
async function query(
  { flags }: CursorContext,
  input: CliInput,
  work: (session: Session) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const timeout = AbortSignal.timeout(timeLimitMs);
  const signal = input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout]);
  const silent = { write: () => Promise.resolve() };
  let found: readonly string[] = [];
  const quiet: CliInput = { ...input, signal, stdout: silent, stderr: silent, showsProgress: false };
  await runSession(quiet, readableFlags(flags), async (session) => {
    found = await work(session);
  });
  return found;
}

/** Returns the flags that select a server. */
function readableFlags(flags: CursorContext['flags']): GlobalFlags {
  const asGroup = flags['asGroup'];
  const { requestTimeout: _time, verbose: _verbose, ...others } = flags;
  return { ...others, ...(typeof asGroup === 'string' && { asGroup: [asGroup] }) };
}

function readerOf(input: CliInput): (file: string) => Promise<string> {
  return input.readInput ?? ((file) => readFile(file, 'utf8'));
}

function kubeconfigFiles({ flags }: CursorContext, { env }: CliInput): readonly string[] {
  const { kubeconfig } = flags;
  if (typeof kubeconfig === 'string') return [kubeconfig];
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  return listed.length > 0 || home === '' ? listed : [path.join(home, '.kube', 'config')];
}
