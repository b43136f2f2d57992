import { Option, type Command } from 'commander';
import { parseGroupVersion, type PartialObjectMetadata } from '../../index.js';
import {
  type DependentLink,
  type DependentsOf,
  type OwnerLink,
  type OwnersOf,
  type UnreadPart,
  createOwners,
} from '../../owners/index.js';
import { furtherHelp } from '../help.js';
import { formatDocument } from '../terminal/documents.js';
import { noteUnread, warnOfAlternatives } from './resolution-warnings.js';
import { noteLeftOut } from './note-left-out.js';
import { handleFor } from './object-targets.js';
import { oneLine } from '../terminal/one-line.js';
import { drawTree, type TreeLine } from '../terminal/owners-tree.js';
import type { Run, Session } from '../session.js';
import { UsageError } from '../errors.js';

interface Flags {
  readonly down?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly output?: 'json' | undefined;
}

const examples = `
Marks: ✓ present   the object exists, with the uid of the reference
       ✗ absent    the object is gone, or another object has its name
       ? unknown   the line says why; the exit code is 1

Examples:
  $ kubeatlas owners pod/front-7d4b9-x2x7f -n web
  $ kubeatlas owners deploy/front --down
  $ kubeatlas owners customresourcedefinition/oxen.shop.example.org --down -o json`;

/** Defines `owners`: draws the owners of an object or, with `--down`, its dependents, as a tree. */
export function defineOwners(command: Command, run: Run): void {
  command
    .argument('<object>', 'TYPE/NAME')
    .option('--down', 'draw the dependents instead, and their dependents')
    .option('--all', 'with --down, also read deprecated resources')
    .addOption(new Option('-o, --output <format>', 'instead of a tree').choices(['json']))
    .addHelpText('after', furtherHelp(examples))
    .action((word: string, flags: Flags, command: Command) =>
      run(command, async (session) => {
        const object = await readObject(session, word);
        await (flags.down === true ? showDependents(session, object, flags) : showOwners(session, object, flags));
      }),
    );
}

async function readObject(session: Session, word: string): Promise<PartialObjectMetadata> {
  const { client, calls } = session;
  if (!/^[^/,]+\/[^/]+$/.test(word)) throw new UsageError(`${JSON.stringify(word)} does not have the form TYPE/NAME.`);
  const resolution = await client.resolve(word, { verbs: ['get'], signal: calls.signal });
  await noteUnread(session, word, { resolutions: [resolution], unread: resolution.unread ?? [] });
  await warnOfAlternatives(session, word, resolution);
  const { mapping, name = '' } = resolution;
  return handleFor(session, mapping).as('PartialObjectMetadata').get(name, calls);
}

async function showOwners(session: Session, object: PartialObjectMetadata, { output }: Flags): Promise<void> {
  const found = await createOwners(session.client).ownersOf(object, session.calls);
  if (found.links.some(({ state }) => state === 'unknown')) session.fail();
  await session.print(output === 'json' ? formatDocument(found, 'json') : drawOwners(found));
}

function drawOwners({ object, links }: OwnersOf): string {
  const linesOf = grouped(links, ({ dependent }) => dependent);
  return drawTree(titleOf(object), object.uid, (uid) => (linesOf.get(uid) ?? []).map(ownerLine));
}

function ownerLine({ state, reason, message, reference }: OwnerLink): TreeLine {
  const name = nameOf(reference, reference);
  if (state === 'present') return { text: `✓ present ${name}`, to: reference.uid };
  if (state === 'absent') return { text: `✗ absent ${name} (${reason ?? ''})` };
  return { text: `? unknown ${name} (${reason ?? ''}): ${oneLine(message ?? '')}` };
}

async function showDependents(session: Session, object: PartialObjectMetadata, { output, all }: Flags): Promise<void> {
  const found = await createOwners(session.client).dependentsOf(object, {
    ...session.calls,
    deprecated: all === true,
  });
  if (found.unread.length > 0) session.fail();
  await session.print(output === 'json' ? formatDocument(found, 'json') : drawDependents(found));
  await noteLeftOut(session, 'read', found.leftOut);
}

function drawDependents({ object, links, unread }: DependentsOf): string {
  const linesOf = grouped(links, ({ owner }) => owner);
  const tree = drawTree(titleOf(object), object.uid, (uid) => (linesOf.get(uid) ?? []).map(dependentLine));
  if (unread.length === 0) return tree;
  return `${tree}\nCould not be read, so there may be more:\n${unread.map(unreadLine).join('')}`;
}

function dependentLine({ dependent, mismatch }: DependentLink): TreeLine {
  const name = nameOf(dependent, dependent);
  const to = dependent.uid === '' ? {} : { to: dependent.uid };
  if (mismatch === undefined) return { text: `✓ present ${name}`, ...to };
  return { text: `✗ present ${name} (its reference has another ${mismatch}, so its owner counts as absent)`, ...to };
}

function unreadLine({ message }: UnreadPart): string {
  return `? unknown ${oneLine(message)}\n`;
}

function titleOf(object: OwnersOf['object']): string {
  const { namespace } = object;
  return nameOf(object, object) + (namespace === undefined ? '' : ` in namespace ${oneLine(namespace)}`);
}

/** Formats a name: `replicaset.apps/front`. A reference may have any shape; the parts that make sense are shown. */
function nameOf(
  type: { readonly apiVersion: string; readonly kind: string } | null,
  named: { readonly name: string } | null,
): string {
  const { apiVersion, kind } = type ?? {};
  const group = typeof apiVersion === 'string' ? parseGroupVersion(apiVersion)?.group : undefined;
  const shown = typeof kind === 'string' && kind !== '' ? kind.toLowerCase() : 'nothing';
  const name: unknown = named?.name;
  return oneLine(`${shown}${group ? `.${group}` : ''}/${typeof name === 'string' ? name : ''}`);
}

function grouped<Link>(links: readonly Link[], keyOf: (link: Link) => string): ReadonlyMap<string, readonly Link[]> {
  const groups = new Map<string, Link[]>();
  for (const link of links) {
    const known = groups.get(keyOf(link));
    if (known === undefined) groups.set(keyOf(link), [link]);
    else known.push(link);
  }
  return groups;
}
