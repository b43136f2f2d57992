import { Option, type Command } from 'commander';
import { formatGroupVersionResource, type EquivalenceClass, type EvidenceLink } from '../index.js';
import { formatDocument } from './documents.js';
import { referenceTo, type EndpointReference } from './names.js';
import { ownTable } from './own-table.js';
import type { Run } from './run.js';
import type { Session } from './session.js';

interface Flags {
  readonly evidence: 'catalog' | 'alike' | 'all';
  readonly output?: 'json' | undefined;
}

const examples = `
Evidence that only legacy documents carry is read for endpoints of one plural
(alike), for every group-version (all), or not at all (catalog).

Examples:
  $ kubeatlas aliases events
  $ kubeatlas aliases --evidence all`;

/** `aliases`: which endpoints serve the same objects, and how that is known. */
export function addAliases(program: Command, run: Run): void {
  program
    .command('aliases')
    .description('Tell which endpoints serve the same objects, and on what evidence.')
    .argument('[name]', 'a resource; without it all sets of more than one endpoint')
    .addOption(
      new Option('--evidence <what>', 'what to read for it').choices(['catalog', 'alike', 'all']).default('alike'),
    )
    .addOption(new Option('-o, --output <format>', 'instead of tables').choices(['json']))
    .addHelpText('after', examples)
    .action((name: string | undefined, flags: Flags, command: Command) =>
      run(command, (session) => (name === undefined ? allSets(session, flags) : aliasesOf(session, name, flags))),
    );
}

async function aliasesOf(session: Session, name: string, { evidence, output }: Flags): Promise<void> {
  const { client, calls, paint } = session;
  const aliases = await client.identity.aliasesOf(name, { evidence, signal: calls.signal });
  if (output === 'json') {
    return session.print(formatDocument({ ...describe(aliases), unknown: aliases.unknown.map(referenceTo) }, 'json'));
  }
  const sections = [paint.header(setTable([aliases]))];
  if (aliases.unknown.length > 0) {
    const rows = aliases.unknown.map((entry) => [formatGroupVersionResource(entry), entry.kind, entry.scope]);
    sections.push(
      `${paint.bold('Not known, so take them for others:')}\n${paint.header(ownTable(['Endpoint', 'Kind', 'Scope'], rows))}`,
    );
  }
  await session.print(sections.join('\n'));
}

async function allSets(session: Session, { evidence, output }: Flags): Promise<void> {
  const { client, calls, paint } = session;
  const classes = await client.identity.classes({ evidence, signal: calls.signal });
  const sets = classes.filter(({ endpoints }) => endpoints.length > 1);
  if (output === 'json') await session.print(formatDocument(sets.map(describe), 'json'));
  else if (sets.length > 0) await session.print(paint.header(setTable(sets)));
  else await session.note('No two endpoints are known to serve the same objects.');
}

/** The first endpoint of each set, and below it the others, each with what ties it to one that is in the set already. */
function setTable(sets: readonly EquivalenceClass[]): string {
  const rows = sets.flatMap((set, number) => {
    const ties = tiesOf(set);
    return set.endpoints.map((entry, index) => {
      const name = formatGroupVersionResource(entry);
      return [index === 0 ? number + 1 : '', name, entry.kind, entry.scope, ties.get(name) ?? ''];
    });
  });
  return ownTable(['Set', 'Endpoint', 'Kind', 'Scope', 'Same by'], rows);
}

/** Walks from the first endpoint along the links. They are one less than the endpoints, so each gives one tie. */
function tiesOf({ endpoints, evidence }: EquivalenceClass): ReadonlyMap<string, string> {
  const ties = new Map<string, string>();
  const links = evidence.map(({ kind, endpoints: pair }) => ({ kind, names: pair.map(formatGroupVersionResource) }));
  const reached = endpoints.slice(0, 1).map(formatGroupVersionResource);
  for (const from of reached) {
    for (const { kind, names } of links) {
      const to = names.find((name) => name !== from);
      if (to === undefined || !names.includes(from) || reached.includes(to)) continue;
      ties.set(to, `${kind}, with ${from}`);
      reached.push(to);
    }
  }
  return ties;
}

function describe({ endpoints, evidence }: EquivalenceClass): {
  readonly endpoints: readonly EndpointReference[];
  readonly evidence: readonly EvidenceLink[];
} {
  return { endpoints: endpoints.map(referenceTo), evidence };
}
