import {
  isObjectNotFound,
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

/** The outcome for one object. */
export interface AppliedObject {
  readonly mapping?: RESTMapping | undefined;
  readonly namespace?: string | undefined;
  /**
   * `applied` if the object could not be read before, so that it is not known whether it existed; `not known` until
   * there is an answer.
   */
  readonly result?: 'created' | 'configured' | 'unchanged' | 'applied' | 'not known' | undefined;
  readonly object?: KubeObject | undefined;
  readonly error?: unknown;
}

export interface ApplySettings {
  readonly call: Pick<ApplyOptions, 'fieldManager' | 'force' | 'fieldValidation' | 'dryRun'>;
  /** How long to wait until newly defined resources are served. */
  readonly timeoutMs: number;
}

const maxConcurrent = 8;

/**
 * Applies namespaces and definitions of custom resources, waits until the defined resources are served, and then
 * applies the rest, several at once; an object that occurs twice is applied in the order of the files. Puts the outcome
 * of each object into `results`, at its index.
 */
export async function applyManifests(
  session: Session,
  manifests: readonly ManifestEntry[],
  results: (AppliedObject | undefined)[],
  settings: ApplySettings,
): Promise<void> {
  let done = 0;
  const all = manifests.map((manifest, index) => ({ manifest, index }));
  const applyAll = (some: readonly IndexedManifest[]): Promise<void> =>
    inParallel(groupByObject(some, session.namespace), async (sameObject) => {
      for (const { manifest, index } of sameObject) {
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

interface IndexedManifest {
  readonly manifest: ManifestEntry;
  readonly index: number;
}

/** Reports whether other objects may depend on an object. */
function isFoundation({ object: { apiVersion, kind } }: ManifestEntry): boolean {
  return (
    (apiVersion === 'v1' && kind === 'Namespace') ||
    (apiVersion.startsWith('apiextensions.k8s.io/') && kind === 'CustomResourceDefinition')
  );
}

async function applyOne(session: Session, manifest: ManifestEntry, settings: ApplySettings): Promise<AppliedObject> {
  const { call } = settings;
  const found: { mapping?: RESTMapping; namespace?: string | undefined } = {};
  try {
    const { mapping, handle, namespace } = await targetOfManifest(session, manifest);
    Object.assign(found, { mapping, namespace });
    const before = await readBefore(session, handle, manifest.object.metadata.name, call.dryRun !== undefined);
    const object = await handle.as(exactObjects).apply(manifest.object, { ...session.calls, ...call });
    return { ...found, object, result: resultOf(before, object, call.dryRun !== undefined) };
  } catch (error) {
    if (isFinal(error, session.calls.signal)) throw error;
    return { ...found, error };
  }
}

/** Reads the object, or for a real apply its metadata, as it is before; `absent`, or `unknown` if it cannot be read. */
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
    return isObjectNotFound(error) ? 'absent' : 'unknown';
  }
}

function resultOf(
  before: Awaited<ReturnType<typeof readBefore>>,
  after: KubeObject,
  isDryRun: boolean,
): AppliedObject['result'] {
  if (before === 'unknown') return 'applied';
  if (before === 'absent' || before.metadata.uid !== after.metadata.uid) return 'created';
  // A dry run does not change the resourceVersion.
  const isSame = isDryRun
    ? textOf(before) === textOf(after)
    : before.metadata.resourceVersion === after.metadata.resourceVersion;
  return isSame ? 'unchanged' : 'configured';
}

/**
 * Formats an object for comparison, with sorted keys, without its resourceVersion and the times of its managed fields.
 */
function textOf(object: KubeObject | PartialObjectMetadata): string {
  const { resourceVersion: _, managedFields = [], ...metadata } = object.metadata;
  const managers = (managedFields as readonly object[]).map((entry) => ({ ...entry, time: undefined }));
  return JSON.stringify(withSortedKeys({ ...object, metadata: { ...metadata, managers } }));
}

/** Groups the manifests of the same object, in their order. */
function groupByObject(
  manifests: readonly IndexedManifest[],
  namespace: string,
): readonly (readonly IndexedManifest[])[] {
  const groups = new Map<string, IndexedManifest[]>();
  for (const indexed of manifests) {
    const { apiVersion, kind, metadata } = indexed.manifest.object;
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const key = JSON.stringify([group, kind, metadata.namespace ?? namespace, metadata.name]);
    const sameObject = groups.get(key);
    if (sameObject === undefined) groups.set(key, [indexed]);
    else sameObject.push(indexed);
  }
  return [...groups.values()];
}

/** After a failure, starts no more work but waits for what is in progress, so that all of it can be reported. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined && failures.length === 0; item = waiting.pop()) {
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  if (failures.length > 0) throw failures[0];
}
