import { UsageError } from '../errors.js';
import { oneLine } from '../terminal/one-line.js';
import type { Session } from '../session.js';
import { findManifests } from './find-manifest-files.js';
import type { ManifestFlags } from './manifest-flags.js';
import { readMembers, type YamlMember } from './read-exact-yaml.js';
import { isRecord } from '../is-record.js';

/** An object as it is in a file. */
export interface ManifestObject extends Record<string, unknown> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined } & Record<string, unknown>;
}

/** One object of a file. */
export interface ManifestEntry {
  readonly object: ManifestObject;
  /** The file and the line, for messages. */
  readonly location: string;
}

/**
 * Reads the objects of all files in order, the items of a List one by one. If a file cannot be read, or contains
 * anything other than objects with names, the whole call is a usage error, so that nothing is done halfway.
 * @throws {UsageError} and what discovery throws
 */
export async function readManifests(session: Session, flags: ManifestFlags): Promise<readonly ManifestEntry[]> {
  const manifests: ManifestEntry[] = [];
  for (const source of await findManifests(flags, session)) {
    manifests.push(...(await readMembers(source)).map(manifestOf));
  }
  if (manifests.length === 0) throw new UsageError('No objects found in the files.');
  // Reports a server that does not answer once, and not for each object.
  await session.client.discovery.catalog({ signal: session.calls.signal });
  return manifests;
}

function manifestOf({ object, location }: YamlMember): ManifestEntry {
  const problem = (what: string): UsageError => new UsageError(`${location}: ${what}.`);
  const { apiVersion, kind, metadata } = object;
  if (typeof apiVersion !== 'string' || apiVersion === '') throw problem('an object has no apiVersion');
  if (typeof kind !== 'string' || kind === '') throw problem('an object has no kind');
  if (!isRecord(metadata)) throw problem(`a ${oneLine(kind)} has no metadata`);
  const { name, namespace } = metadata;
  const notText = (field: string): UsageError =>
    problem(`metadata.${field} of a ${oneLine(kind)} is not a string: quote it`);
  if (name !== undefined && name !== null && typeof name !== 'string') throw notText('name');
  if (name === undefined || name === null || name === '') {
    const generated = 'generateName' in metadata ? ', and objects with generateName have none yet' : '';
    throw problem(`a ${oneLine(kind)} has no metadata.name${generated}`);
  }
  if (namespace !== undefined && namespace !== null && typeof namespace !== 'string') {
    throw notText('namespace');
  }
  return { object: object as ManifestObject, location };
}
