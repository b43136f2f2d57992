import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { Command, Option } from 'commander';
import type { GlobalFlags } from '../global-flags.js';
import { runSession, type CliInput, type Session } from '../session.js';
import { kubeconfigNames, objectNames, typeNames } from './candidates.js';
import { optionsOf, readCursor, subcommand, wordsAsRead, type AskedLine, type Place } from './context.js';

/** A shell that waits longer seems to hang. */
const patienceMs = 3000;

/** The candidates for a place on the command line; `files` if file names are possible too. */
interface Answer {
  readonly candidates: readonly string[];
  readonly files?: boolean;
}

const nothing: Answer = { candidates: [] };

/**
 * Completes a command line for a shell: prints one candidate per line, then `:0` if file names are possible, or `:4`.
 * Ignores all failures and prints what it has within three seconds.
 */
export async function complete(program: Command, { words, kept }: AskedLine, input: CliInput): Promise<void> {
  const place = readCursor(program, wordsAsRead(words, input.env));
  const answer = await candidatesAt(place, input).catch(() => nothing);
  const fitting = answer.candidates
    .filter((candidate) => candidate.startsWith(place.word))
    .filter((candidate) => isPlain(candidate.split('\t')[0] ?? '', asksForFlags(place)))
    .map((candidate) => `${place.before}${candidate}`)
    .map((word) => `${word.startsWith(kept) ? word.slice(kept.length) : word}\n`);
  const directive = answer.files === true ? ':0' : ':4';
  await input.stdout.write(`${[...new Set(fitting)].join('')}${directive}\n`).catch(() => undefined);
}

/**
 * Reports whether a shell reads a candidate as a single word: names from servers and files end up on a command line. A
 * name that begins like a flag or like the last line of the output would be mistaken for one.
 */
function isPlain(word: string, mayBeFlag: boolean): boolean {
  return /^[\p{L}\p{N}._:@%+,=/-]+$/u.test(word) && !(mayBeFlag ? /^:/ : /^[-:]/).test(word);
}

function asksForFlags({ option, word }: Place): boolean {
  return option === undefined && word.startsWith('-');
}

async function candidatesAt(place: Place, input: CliInput): Promise<Answer> {
  const { command, option } = place;
  if (option !== undefined) return valuesOf(option, place, input);
  if (asksForFlags(place)) return { candidates: optionsOf(command).flatMap(flagsOf) };
  if (command.commands.length > 0) return { candidates: commandsAt(place) };
  return operandsOf(place, input);
}

/**
 * Returns the commands at a place: none after a word that is not a command; after `help`, the commands that it accepts.
 */
function commandsAt({ command, operands: [first, ...named] }: Place): string[] {
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

const entriesOf = { context: 'contexts', cluster: 'clusters', user: 'users' } as const;
const fileFlags = [
  'kubeconfig',
  'certificateAuthority',
  'clientCertificate',
  'clientKey',
  'cacheDir',
  'filename',
  'patchFile',
];

async function valuesOf(option: Option, place: Place, input: CliInput): Promise<Answer> {
  const name = option.attributeName();
  if (fileFlags.includes(name)) return { candidates: [], files: true };
  if (option.argChoices !== undefined) return { candidates: option.argChoices };
  switch (name) {
    case 'context':
    case 'cluster':
    case 'user':
      return { candidates: await kubeconfigNames(entriesOf[name], kubeconfigFiles(place, input), readerOf(input)) };
    case 'namespace':
      return { candidates: await ask(place, input, (session) => objectNames(session, 'namespaces')) };
    case 'apiGroup':
      return {
        candidates: await ask(place, input, async ({ client, calls }) =>
          (await client.discovery.catalog({ signal: calls.signal })).groups.map(({ name }) => name),
        ),
      };
    default:
      // The descriptions of other options list their choices: `strict, warn, ignore`.
      return { candidates: choicesIn(option) };
  }
}

function choicesIn({ description, defaultValue, defaultValueDescription }: Option): readonly string[] {
  const listed = /(?:^|: )((?:[a-z-]+=?, )+[a-z-]+=?)/.exec(description.replaceAll('=…', '='))?.[1]?.split(', ') ?? [];
  const first = typeof defaultValue === 'string' ? (defaultValueDescription ?? defaultValue) : undefined;
  return listed.length === 0 || first === undefined ? listed : [first, ...listed];
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

async function operandsOf(place: Place, input: CliInput): Promise<Answer> {
  const { command, operands, word } = place;
  const name = command.name();
  if (name === 'completion') return { candidates: operands.length === 0 ? ['bash', 'zsh', 'fish'] : [] };
  if (name === 'check') return { candidates: [], files: true };
  const verbs = aboutObjects[name];
  if (verbs === undefined && !aboutTypes.includes(name)) return nothing;
  const [type = ''] = operands;
  const slash = word.indexOf('/');
  if (verbs !== undefined && slash > 0) {
    const own = word.slice(0, slash);
    return { candidates: (await namesOf(own, place, input)).map((each) => `${own}/${each}`) };
  }
  const isTyped = verbs !== undefined && operands.length > 0 && !type.includes('/');
  if (isTyped && name !== 'owners') return { candidates: await namesOf(type.split(',')[0] ?? '', place, input) };
  const start = word.slice(0, word.lastIndexOf(',') + 1);
  const types = await ask(place, input, async ({ client, calls }) =>
    typeNames(await client.discovery.catalog({ signal: calls.signal }), verbs),
  );
  return { candidates: types.map((each) => `${start}${each}${name === 'owners' ? '/' : ''}`) };
}

function namesOf(type: string, place: Place, input: CliInput): Promise<readonly string[]> {
  const allNamespaces = place.flags['allNamespaces'] === true;
  return ask(place, input, (session) => objectNames(session, type, { allNamespaces }));
}

/** Asks the server that the flags so far select; returns nothing if it does not answer in time. */
async function ask(
  { flags }: Place,
  input: CliInput,
  work: (session: Session) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const late = AbortSignal.timeout(patienceMs);
  const signal = input.signal === undefined ? late : AbortSignal.any([input.signal, late]);
  const silent = { write: () => Promise.resolve() };
  let found: readonly string[] = [];
  const quiet: CliInput = { ...input, signal, stdout: silent, stderr: silent, showsProgress: false };
  await runSession(quiet, readableFlags(flags), async (session) => {
    found = await work(session);
  });
  return found;
}

/** Returns the flags that select a server. */
function readableFlags(flags: Place['flags']): GlobalFlags {
  const asGroup = flags['asGroup'];
  const { requestTimeout: _time, verbose: _verbose, ...others } = flags;
  return { ...others, ...(typeof asGroup === 'string' && { asGroup: [asGroup] }) };
}

function readerOf(input: CliInput): (file: string) => Promise<string> {
  return input.readInput ?? ((file) => readFile(file, 'utf8'));
}

function kubeconfigFiles({ flags }: Place, { env }: CliInput): readonly string[] {
  const { kubeconfig } = flags;
  if (typeof kubeconfig === 'string') return [kubeconfig];
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  return listed.length > 0 || home === '' ? listed : [path.join(home, '.kube', 'config')];
}
