import {
  isKubeError,
  type ApplyOptions,
  type KubeObject,
  type PartialObjectMetadata,
  type ResourceHandle,
  type RESTMapping,
} from '../../index.js';
import { isFinal } from '../failures.js';
import { targetOfManifest } from '../manifests/manifest-target.js';
import type { ManifestEntry } from '../manifests/read-manifests.js';
import type { Session } from '../session.js';
import { withSortedKeys } from '../terminal/documents.js';
import { awaitDefinitions } from './await-definitions.js';
import { exactObjects } from './exact-objects.js';

/** What became of one object. */
export interface Applied {
  readonly mapping?: RESTMapping | undefined;
  readonly namespace?: string | undefined;
  /**
   * `applied` where it could not be read before, so that nobody knows whether it was there; `not known` while nothing has been
   * answered.
   */
  readonly result?: 'created' | 'configured' | 'unchanged' | 'applied' | 'not known' | undefined;
  readonly object?: KubeObject | undefined;
  readonly error?: unknown;
}

/** How to apply. */
export interface ApplySettings {
  readonly call: Pick<ApplyOptions, 'fieldManager' | 'force' | 'fieldValidation' | 'dryRun'>;
  /** What `-n` says. */
  /** How long to wait until what is defined is served. */
  readonly timeoutMs: number;
}

const atOnce = 8;

/**
 * Applies namespaces and definitions of custom resources, waits until these are served, and then applies the rest, several at
 * once; an object that stands there twice in the order of the files. What became of each is put into `results`, at its place.
 */
export async function applyManifests(
  session: Session,
  manifests: readonly ManifestEntry[],
  results: (Applied | undefined)[],
  settings: ApplySettings,
): Promise<void> {
  let done = 0;
  const all = manifests.map((manifest, index) => ({ manifest, index }));
  const applyAll = (some: readonly Place[]): Promise<void> =>
    inParallel(inTurns(some, session.namespace), async (turn) => {
      for (const { manifest, index } of turn) {
        results[index] = { result: 'not known' };
        results[index] = await applyOne(session, manifest, settings);
        done += 1;
        session.progress.show(`applied ${done} of ${manifests.length} objects`);
      }
    });

  await applyAll(all.filter(({ manifest }) => isFoundation(manifest)));
  if (settings.call.dryRun === undefined) {
    const definitions = results.flatMap((result) => (result?.object === undefined ? [] : [result.object]));
    await session.attempt(() => awaitDefinitions(session, definitions, settings.timeoutMs));
  }
  await applyAll(all.filter(({ manifest }) => !isFoundation(manifest)));
}

interface Place {
  readonly manifest: ManifestEntry;
  readonly index: number;
}

/** What other objects may need to be there. */
function isFoundation({ object: { apiVersion, kind } }: ManifestEntry): boolean {
  return (
    (apiVersion === 'v1' && kind === 'Namespace') ||
    (apiVersion.startsWith('apiextensions.k8s.io/') && kind === 'CustomResourceDefinition')
  );
}

async function applyOne(session: Session, manifest: ManifestEntry, settings: ApplySettings): Promise<Applied> {
  const { call } = settings;
  const found: { mapping?: RESTMapping; namespace?: string | undefined } = {};
  try {
    const { handle, namespace } = await targetOfManifest(session, manifest);
    Object.assign(found, { mapping: handle.mapping, namespace });
    const before = await readBefore(session, handle, manifest.object.metadata.name, call.dryRun !== undefined);
    const object = await handle.as(exactObjects).apply(manifest.object, { ...session.calls, ...call });
    return { ...found, object, result: resultOf(before, object, call.dryRun !== undefined) };
  } catch (error) {
    if (isFinal(error, session.calls.signal)) throw error;
    return { ...found, error };
  }
}

/** The object as it was, as much of it as is needed; `absent`, or `unknown` where it may not be read. */
async function readBefore(
  session: Session,
  handle: ResourceHandle,
  name: string,
  isDryRun: boolean,
): Promise<KubeObject | PartialObjectMetadata | 'absent' | 'unknown'> {
  try {
    const { calls } = session;
    const whole = handle.as(exactObjects);
    return isDryRun ? await whole.get(name, calls) : await handle.as('PartialObjectMetadata').get(name, calls);
  } catch (error) {
    if (isFinal(error, session.calls.signal)) throw error;
    return isKubeError(error) && error.code === 'api' && error.statusCode === 404 ? 'absent' : 'unknown';
  }
}

function resultOf(
  before: Awaited<ReturnType<typeof readBefore>>,
  after: KubeObject,
  isDryRun: boolean,
): Applied['result'] {
  if (before === 'unknown') return 'applied';
  if (before === 'absent' || before.metadata.uid !== after.metadata.uid) return 'created';
  // A dry run leaves the version as it is.
  const isSame = isDryRun
    ? textOf(before) === textOf(after)
    : before.metadata.resourceVersion === after.metadata.resourceVersion;
  return isSame ? 'unchanged' : 'configured';
}

/** What counts of an object, in any order of its keys: not its version, and not when its fields were taken. */
function textOf(object: KubeObject | PartialObjectMetadata): string {
  const { resourceVersion: _, managedFields = [], ...metadata } = object.metadata;
  const managers = (managedFields as readonly object[]).map((entry) => ({ ...entry, time: undefined }));
  return JSON.stringify(withSortedKeys({ ...object, metadata: { ...metadata, managers } }));
}

/** Those of one object together, in their order. */
function inTurns(places: readonly Place[], namespace: string): readonly (readonly Place[])[] {
  const turns = new Map<string, Place[]>();
  for (const place of places) {
    const { apiVersion, kind, metadata } = place.manifest.object;
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const key = JSON.stringify([group, kind, metadata.namespace ?? namespace, metadata.name]);
    const turn = turns.get(key);
    if (turn === undefined) turns.set(key, [place]);
    else turn.push(place);
  }
  return [...turns.values()];
}

/** After a failure nothing more is begun, and what is under way is waited for, so that all of it can be told. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined && failures.length === 0; item = waiting.pop()) {
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
