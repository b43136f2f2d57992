import { Option, type Command } from 'commander';
import {
  AmbiguousMatchError,
  formatGroupVersionResource,
  GroupUnavailableError,
  isTie,
  NoMatchError,
  type Resolutions,
  type Resolution,
  type RESTMapping,
} from '../../index.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import { parseWords } from '../flag-values.js';
import { noteUnread, remainingFailures } from './resolution-warnings.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';

interface Flags {
  readonly verbs?: readonly string[] | undefined;
  readonly ambiguity?: 'first' | 'error' | undefined;
  readonly headers: boolean;
  readonly output?: 'json' | undefined;
}

/** The result for a word: one resolution, several for a category, or none. */
interface ResolvedWord extends Resolutions {
  readonly word: string;
  readonly error?: AmbiguousMatchError | GroupUnavailableError | NoMatchError;
}

const examples = `
A word is TYPE[.VERSION][.GROUP][/NAME], a category such as all, or several of
these, separated by commas. The first row for a word is its meaning. The other
rows are the other candidates, by rank.

Examples:
  $ kubeatlas resolve deploy ep events
  $ kubeatlas resolve deployments.v1.apps Deployment services.
  $ kubeatlas resolve all --verbs list,delete
  $ kubeatlas resolve volumes --ambiguity error`;

/** Defines `resolve`: what words mean on this server, and why. */
export function defineResolve(command: Command, run: Run): void {
  command
    .argument('<word...>', 'names as in kubectl')
    .option('--verbs <verbs>', 'only resources with all of these verbs', parseWords)
    .addOption(new Option('--ambiguity <what>', 'if only the order of the server decides').choices(['first', 'error']))
    .option('--no-headers', 'omit the line of column names')
    .addOption(new Option('-o, --output <format>', 'instead of a table').choices(['json']))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) =>
      run(command, (session) => resolve(session, words, flags)),
    );
}

async function resolve(session: Session, lists: readonly string[], flags: Flags): Promise<void> {
  const answers: ResolvedWord[] = [];
  for (const word of lists.flatMap((list) => list.split(','))) answers.push(await answer(session, word, flags));

  if (flags.output === 'json') await session.print(formatDocument(answers.flatMap(describe), 'json'));
  else {
    const rows = answers.flatMap(rowsOf);
    const text = ownTable(['Word', 'Resource', 'Kind', 'Scope', 'Reason'], rows, {
      header: flags.headers,
      pages: session.pages,
    });
    await session.print(flags.headers ? session.paint.header(text) : text);
  }
  for (const answered of answers) {
    const { word, error } = answered;
    await noteUnread(session, word, answered);
    if (error !== undefined) await session.attempt(() => Promise.reject(error));
  }
}

async function answer({ client, calls }: Session, word: string, { verbs, ambiguity }: Flags): Promise<ResolvedWord> {
  try {
    const { signal } = calls;
    return { word, ...(await client.resolveAll(word, { verbs, ambiguity, signal })) };
  } catch (error) {
    const isNegative =
      error instanceof NoMatchError || error instanceof GroupUnavailableError || error instanceof AmbiguousMatchError;
    if (!isNegative) throw error;
    return { word, resolutions: [], unread: [], error };
  }
}

function rowsOf({ word, resolutions }: ResolvedWord): readonly (readonly string[])[] {
  return resolutions.flatMap((resolution, index) => {
    const { mapping, candidates, reason } = resolution;
    return [
      rowOf(index === 0 ? word : '', mapping, isTie(resolution) ? `${reason}, a tie` : reason),
      ...candidates
        .filter((other) => other !== mapping)
        .map((other) => rowOf('', other, isVersionOf(mapping, other) ? 'another version' : reasonOf(reason))),
    ];
  });
}

function isVersionOf({ resource: a }: RESTMapping, { resource: b }: RESTMapping): boolean {
  return a.group === b.group && a.resource === b.resource;
}

/** Describes a candidate from another group or with another plural. */
function reasonOf(reason: Resolution['reason']): string {
  return reason === 'same objects' ? 'same objects' : 'fits as well';
}

function rowOf(word: string, { resource, kind, scope }: RESTMapping, reason: string): readonly string[] {
  return [word, formatGroupVersionResource(resource), kind.kind, scope, reason];
}

function describe({ word, resolutions, unread, error }: ResolvedWord): readonly object[] {
  if (error === undefined) {
    const hidden = remainingFailures({ resolutions, unread });
    const rows = resolutions.map((resolution) => ({ word, ...resolution }));
    return hidden.length === 0 ? rows : [...rows, { word, unread: hidden }];
  }
  const { code, message } = error;
  const more =
    error instanceof AmbiguousMatchError ? { candidates: error.candidates } : { suggestions: error.suggestions };
  return [{ word, error: { code, message, ...more } }];
}
