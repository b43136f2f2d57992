import { Option, type Command } from 'commander';
import {
  createCatalog,
  describeFailure,
  formatGroupVersionResource,
  isNotFound,
  KubeError,
  type Catalog,
  type Client,
  type KubeObject,
  type ResourceEntry,
} from '../../index.js';
import {
  compareDefinitions,
  compareServers,
  type DefinitionChange,
  type EndpointField,
  type ServerComparison,
} from '../../upgrade/index.js';
import { UsageError } from '../errors.js';
import type { GlobalFlags } from '../global-flags.js';
import { furtherHelp } from '../help.js';
import { inputOf, type CliInput, type Run, type Session } from '../session.js';
import { formatDocument } from '../terminal/documents.js';
import { oneLine } from '../terminal/one-line.js';
import { createPaint } from '../terminal/output.js';
import { ownTable } from '../terminal/own-table.js';
import { catalogOfSource, connectToContext, readApiSource, type ApiSource } from './api-source.js';

interface Flags {
  readonly added: boolean;
  readonly output?: 'json' | undefined;
}

const examples = `
A and B are each a release (1.29 to 1.38), a file or folder with
CustomResourceDefinitions, or a context of the kubeconfig. Without B, the server
of the current context is compared with A. If the other side is a server, a
release means that server after an upgrade, with its other groups unchanged, and
definitions mean that server after they are applied.

If a part of a server cannot be read, the exit code is 1 and the output lists
what is uncertain.

Examples:
  $ kubeatlas diff-apis 1.37
  $ kubeatlas diff-apis 1.29 1.37 --no-added
  $ kubeatlas diff-apis charts/new/crds/
  $ kubeatlas diff-apis staging production -o json`;

/** Defines `diff-apis`: what two servers, releases or sets of definitions serve differently. */
export function defineDiffApis(command: Command, run: Run, input: CliInput): void {
  command
    .argument('<a>', 'a release, a folder of definitions, or a context')
    .argument('[b]', 'the same; default: the current context')
    .option('--no-added', 'do not list additions')
    .addOption(new Option('-o, --output <format>', 'instead of a table').choices(['json']))
    .addHelpText('after', furtherHelp(examples))
    .action(async (a: string, b: string | undefined, flags: Flags, command: Command) => {
      const first = await readApiSource(a, inputOf(input));
      const second = b === undefined ? undefined : await readApiSource(b, inputOf(input));
      const { contexts, allContexts } = command.optsWithGlobals<GlobalFlags>();
      if (second !== undefined && (contexts !== undefined || allContexts === true)) {
        throw new UsageError('Specify only A with --contexts: each context is compared with it.');
      }
      // Without a server there is nothing to connect to.
      if (first.by !== 'context' && second !== undefined && second.by !== 'context') {
        const nothing = createCatalog({ groups: [], failures: [], provenance: { api: undefined, apis: undefined } });
        const sides = { before: catalogOfSource(first, nothing), after: catalogOfSource(second, nothing) };
        const definitions = compareAll(definitionsOf(first), definitionsOf(second));
        const paint = createPaint(input.isTTY, input.env);
        const print = async (text: string | Uint8Array): Promise<void> => void (await input.stdout.write(text));
        return report({ ...sides, definitions }, flags, { print, paint });
      }
      return run(command, async (session) => {
        const clients: Client[] = [];
        const open = async (context: string): Promise<Client> => {
          const client = await connectToContext(context, command.optsWithGlobals<GlobalFlags>(), input);
          clients.push(client);
          return client;
        };
        try {
          const one = second === undefined ? session.client : await opened(first, open);
          const sides = await catalogsOf(one, await opened(second ?? first, open), session.calls.signal);
          await report(sides, flags, session);
          for (const failure of [...sides.before.failures, ...sides.after.failures]) {
            await session.note(`error: ${oneLine(describeFailure(failure))}`);
            session.fail();
          }
        } finally {
          await Promise.all(clients.map((client) => client.close()));
        }
      });
    });
}

type Side = Exclude<ApiSource, { by: 'context' }> | Client;

async function opened(source: ApiSource | '' | undefined, open: (context: string) => Promise<Client>): Promise<Side> {
  if (!source) throw new TypeError('there is no source');
  return source.by === 'context' ? open(source.context) : source;
}

interface Sides {
  readonly before: Catalog;
  readonly after: Catalog;
  readonly definitions: readonly DefinitionChange[];
}

/** Reads the catalogs of two sides, at least one of them a server. */
async function catalogsOf(one: Side, other: Side, signal: AbortSignal | undefined): Promise<Sides> {
  const read = (side: Side) => ('by' in side ? undefined : side.discovery.catalog({ signal }));
  const [before, after] = await Promise.all([read(one), read(other)]);
  const define = async (side: Side, beside: Side) => {
    if ('by' in side) return definitionsOf(side);
    return 'by' in beside ? readDefinitions(side, definitionsOf(beside), signal) : [];
  };
  const definitions = compareAll(await define(one, other), await define(other, one));
  const made = (side: Side, base: Catalog | undefined): Catalog => {
    if (!('by' in side) || base === undefined) throw new TypeError('one of the sides is a server');
    return catalogOfSource(side, base);
  };
  return { before: before ?? made(one, after), after: after ?? made(other, before), definitions };
}

function definitionsOf(source: ApiSource): readonly KubeObject[] {
  return source.by === 'definitions' ? source.definitions : [];
}

/** Reads the definitions of the same names from a server; those that it does not have are missing. */
async function readDefinitions(
  client: Client,
  named: readonly KubeObject[],
  signal: AbortSignal | undefined,
): Promise<readonly KubeObject[]> {
  const handle = client.resource('customresourcedefinitions.v1.apiextensions.k8s.io');
  const found: KubeObject[] = [];
  for (const { metadata } of named) {
    try {
      found.push(await handle.get(metadata.name ?? '', { signal }));
    } catch (error) {
      if (!(error instanceof KubeError && isNotFound(error))) throw error;
    }
  }
  return found;
}

function compareAll(before: readonly KubeObject[], after: readonly KubeObject[]): readonly DefinitionChange[] {
  const byName = new Map(before.map((each) => [each.metadata.name, each]));
  return after.flatMap((newer) => {
    const older = byName.get(newer.metadata.name);
    return older === undefined ? [] : compareDefinitions(older, newer);
  });
}

type Printer = Pick<Session, 'print' | 'paint'> & Partial<Pick<Session, 'pages'>>;

async function report(
  { before, after, definitions }: Sides,
  { added, output }: Flags,
  { print, paint, pages }: Printer,
): Promise<void> {
  const comparison = compareServers(before, after);
  const shown = added ? comparison : { ...comparison, added: [] };
  if (output === 'json') return print(formatDocument({ ...shown, definitions }, 'json'));
  await print(`${paint.bold(summaryOf(shown, definitions))}\n`);
  const rows = rowsOf(shown, definitions, after);
  if (rows.length > 0) await print(paint.header(ownTable(['Change', 'What', 'How'], rows, { pages })));
}

function summaryOf(
  { gone, added, changed, lost, uncertain }: ServerComparison,
  definitions: readonly unknown[],
): string {
  const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);
  const parts = [
    ...counted(gone.length, gone.length === 1 ? 'endpoint is gone' : 'endpoints are gone'),
    ...counted(added.length, 'added'),
    ...counted(changed.length, 'changed'),
    ...counted(definitions.length, 'changes of definitions'),
    ...counted(uncertain.length, 'uncertain'),
  ];
  if (parts.length === 0) return 'No difference.';
  const sets = lost.length === 0 ? 'No set' : lost.length === 1 ? '1 set' : `${lost.length} sets`;
  return `${parts.join(', ')}. ${sets} of objects ${lost.length > 1 ? 'lose their' : 'loses its'} last endpoint.`;
}

function rowsOf(
  { gone, lost, changed, words, added, uncertain }: ServerComparison,
  definitions: readonly DefinitionChange[],
  after: Catalog,
): readonly (readonly string[])[] {
  const last = new Set(lost.flatMap(({ endpoints }) => endpoints));
  const name = formatGroupVersionResource;
  return [
    ...gone.map((entry) => {
      const served = after.resources({ group: entry.group }).filter(({ resource }) => resource === entry.resource);
      const others = served.map(({ version }) => version).join(', ');
      const still = others === '' ? '' : `its objects are served in ${others}`;
      return ['gone', name(entry), last.has(entry) ? 'the last endpoint of its objects' : still];
    }),
    ...changed.flatMap(({ before, after, fields }) =>
      fields.map((field) => ['changed', name(after), `${field}: ${difference(before[field], after[field])}`]),
    ),
    ...definitions.map(({ definition, message }) => ['definition', oneLine(definition), oneLine(message)]),
    ...words.map(({ word, change, before, after }) => {
      const means = `${name(before.resource)} -> ${name(after.resource)}`;
      return ['word', oneLine(word), change === 'tie' ? `several groups have it: ${name(after.resource)}` : means];
    }),
    ...added.map((entry) => ['added', name(entry), '']),
    ...uncertain.map(({ entry }) => ['uncertain', name(entry), 'a part of the server could not be read']),
  ];
}

type FieldValue = ResourceEntry[EndpointField];

/** Shows both of two words, and what is added to or removed from a list. */
function difference(before: FieldValue, after: FieldValue): string {
  if (typeof before === 'string' || typeof after === 'string')
    return oneLine(`${before as string} -> ${after as string}`);
  const [older, newer] = [before, after].map((list) =>
    list.map((each) => (typeof each === 'string' ? each : each.subresource)),
  );
  const added = newer?.filter((word) => older?.includes(word) === false) ?? [];
  const removed = older?.filter((word) => newer?.includes(word) === false) ?? [];
  const words = [...added.map((word) => `+${word}`), ...removed.map((word) => `-${word}`)];
  return words.length === 0 ? 'the kinds or verbs differ' : oneLine(words.join(' '));
}
