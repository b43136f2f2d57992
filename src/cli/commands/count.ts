import { Option, type Command } from 'commander';
import { formatGroupVersionResource, type GroupVersionResource } from '../../index.js';
import { type CensusFailure, type Count, type CountedSet, createCensus } from '../../census/index.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import { parseSelector, parseTruth } from '../flag-values.js';
import type { GlobalFlags } from '../global-flags.js';
import { oneLine } from '../terminal/one-line.js';
import { ownTable } from '../terminal/own-table.js';
import type { Run, Session } from '../session.js';
import { noteLeftOut } from './note-left-out.js';

interface Flags {
  readonly apiGroup?: string | undefined;
  readonly namespaced?: boolean | undefined;
  readonly allNamespaces?: boolean | undefined;
  readonly selector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly evidence: 'catalog' | 'alike' | 'all';
  readonly empty?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly headers: boolean;
  readonly output?: 'wide' | 'json' | undefined;
}

const examples = `
Counts objects once, even if several endpoints serve them. Each number costs one
small request, because the server returns it with the first object. With a
selector, all pages are read. Without -n, all namespaces are counted. --evidence
says what to read to find out which endpoints serve the same objects. Deprecated
resources (endpoints) are counted only if you name them, or with --all.

If something cannot be counted, it is named and the exit code is 1.

Examples:
  $ kubeatlas count
  $ kubeatlas count deploy,sts events -n web
  $ kubeatlas count --api-group apps -l tier=front -o wide`;

/** Defines `count`: counts objects, each once. */
export function defineCount(command: Command, run: Run): void {
  command
    .argument('[type...]', 'only these types or categories')
    .option('--api-group <group>', "only this group; '' is the core group")
    .addOption(
      new Option('--namespaced [truth]', 'only namespaced resources; =false: only others').argParser(parseTruth),
    )
    .option('-A, --all-namespaces', 'count in all namespaces, as without -n')
    .option('-l, --selector <labels>', 'select by labels: app=front,tier!=cache', parseSelector)
    .option('--field-selector <fields>', 'select by fields: metadata.name=front', parseSelector)
    .addOption(new Option('--evidence <what>', 'what to read').choices(['catalog', 'alike', 'all']).default('alike'))
    .option('--empty', 'also list resources without objects')
    .option('--all', 'also count deprecated resources')
    .option('--no-headers', 'omit the line of column names')
    .addOption(new Option('-o, --output <format>', 'instead of a table').choices(['wide', 'json']))
    .addHelpText('after', furtherHelp(examples))
    .action((words: string[], flags: Flags, command: Command) => {
      const { namespace } = command.optsWithGlobals<GlobalFlags>();
      if (flags.allNamespaces === true && namespace !== undefined) {
        command.error("error: option '-A, --all-namespaces' cannot be used with option '-n, --namespace <name>'");
      }
      return run(command, (session) => count(session, words, flags, namespace));
    });
}

async function count(
  session: Session,
  words: readonly string[],
  flags: Flags,
  namespace: string | undefined,
): Promise<void> {
  const result = await createCensus(session.client).count({
    ...session.calls,
    resources: words.length === 0 ? undefined : words,
    group: flags.apiGroup,
    scope: flags.namespaced === undefined ? undefined : flags.namespaced ? 'Namespaced' : 'Cluster',
    namespace,
    labelSelector: flags.selector,
    fieldSelector: flags.fieldSelector,
    evidence: flags.evidence,
    deprecated: flags.all === true,
    onProgress: ({ done, of, total }) => {
      session.progress.show(`counted ${done} of ${of} resources, ${total} objects so far`);
    },
  });
  if (flags.output === 'json') await session.print(formatDocument(describe(result), 'json'));
  else await printTable(session, result, flags);
  for (const { message } of result.failures) await session.note(`error: ${oneLine(message)}`);
  await noteLeftOut(session, 'counted', result.leftOut);
  if (!result.complete) session.fail();
}

async function printTable(
  session: Session,
  { sets, total, unsettled }: Count,
  { empty, headers, output }: Flags,
): Promise<void> {
  const shown = sets.filter((set) => empty === true || set.count > 0);
  const rows = [...shown].sort((a, b) => b.count - a.count).map(rowOf);
  const columns = ['Objects', 'Resource', 'Scope', 'Also served at', { wide: 'Counted by' }];
  const text = ownTable(columns, [...rows, [total, 'total', '', '', '']], {
    wide: output === 'wide',
    header: headers,
    pages: session.pages,
  });
  await session.print(headers ? session.paint.header(text) : text);
  for (const endpoints of unsettled) {
    await session.note(`Unknown whether these are the same objects: ${endpoints.map(nameOf).join(', ')}.`);
  }
}

function rowOf({ count, resource, scope, alsoServedAt, by }: CountedSet): readonly unknown[] {
  return [count, nameOf(resource), scope, alsoServedAt.map(nameOf).join(', '), by];
}

function describe({ failures, ...count }: Count): object {
  return { ...count, failures: failures.map(describeFailure) };
}

function describeFailure({ message, resource, unread }: CensusFailure): object {
  return { message: oneLine(message), ...(resource && { resource }), ...(unread && { unread }) };
}

function nameOf(resource: GroupVersionResource): string {
  return formatGroupVersionResource(resource);
}
