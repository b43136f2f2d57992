import { expect } from 'vitest';
import type { FollowStep, Informer, ResourceHandle } from '../../../src/index.js';
import { waitUntil } from './wait-until.js';

type Versions = ReadonlyMap<string, string>;

interface Tracked {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly uid: string;
    readonly resourceVersion?: string | undefined;
  };
}

/** An informer under test, and the state that results from its steps alone. */
export interface InformedSet {
  readonly informer: Informer<unknown>;
  /** Maps `namespace/name` to `uid@version`, according to the store. */
  versions(): Versions;
  /** The same, computed from the steps alone. */
  told(): Versions;
  /** The types of the steps so far. */
  readonly types: readonly string[];
  /** Violations: an object reported twice, an object removed without having been added, ... */
  readonly faults: readonly string[];
  /** Lists the objects on the server. */
  list(): Promise<Versions>;
}

/** Options of {@link watchOver}. */
export interface InformedSetOptions {
  /** A handle for the same objects, in a form that has metadata. */
  readonly source: ResourceHandle;
  readonly labelSelector?: string | undefined;
}

/** Observes an informer: its steps have to be consistent, and result in the contents of its store. */
export function watchOver(informer: Informer<unknown>, { source, labelSelector }: InformedSetOptions): InformedSet {
  const told = new Map<string, string>();
  const gone = new Set<string>();
  const faults: string[] = [];
  const types: string[] = [];

  informer.on((step) => {
    types.push(step.type);
    if (step.type !== 'added' && step.type !== 'changed' && step.type !== 'removed') return;
    const object = objectOf((step as FollowStep<unknown> & { readonly object: unknown }).object);
    const { uid } = object.metadata;
    const key = keyOf(object);
    const before = told.get(key);
    const now = identity(object);
    if (step.type === 'added' && before !== undefined) faults.push(`${key} was added twice: ${before}, ${now}`);
    if (step.type !== 'added' && before === undefined) faults.push(`${key} was ${step.type} before it was added`);
    const isSame = step.type === 'changed' && before === now && apiVersionOf(step.before) === apiVersionOf(step.object);
    if (isSame) faults.push(`${key} was changed to what it was: ${now}`);
    if (step.type === 'changed' && before?.split('@')[0] !== uid) faults.push(`${key} was changed to another object`);
    // With a selector an object may disappear and return; otherwise a removed uid never does.
    if (labelSelector === undefined && gone.has(uid)) faults.push(`${key}, ${uid}, was ${step.type} when it was gone`);
    if (step.type === 'removed') {
      told.delete(key);
      gone.add(uid);
    } else told.set(key, now);
  });
  return {
    informer,
    versions: () =>
      new Map(
        informer.store.list().map((item) => {
          const object = objectOf(item);
          return [keyOf(object), identity(object)];
        }),
      ),
    told: () => told,
    types,
    faults,
    async list() {
      const { items } = await source.as('PartialObjectMetadata').list({ labelSelector });
      return new Map(items.map((item) => [keyOf(item), identity(item)]));
    },
  };
}

/** Waits until each store has the state of the server, and expects the steps to result in the same state. */
export async function expectStoresToAgree(sets: readonly InformedSet[], limitMs: number): Promise<void> {
  const wanted = await Promise.all(sets.map((set) => set.list()));
  const agree = (): true | undefined =>
    sets.every((set, place) => same(set.versions(), wanted[place] ?? new Map())) || undefined;
  await waitUntil('all stores agree', agree, { limitMs }).catch(() => undefined);
  for (const [place, set] of sets.entries()) {
    const server = Object.fromEntries(wanted[place] ?? []);
    expect(Object.fromEntries(set.versions())).toEqual(server);
    expect(Object.fromEntries(set.told())).toEqual(server);
    expect(set.faults).toEqual([]);
    expect(set.informer.store.size).toBe(wanted[place]?.size);
    expect(set.informer.getSnapshot()).toHaveLength(wanted[place]?.size ?? NaN);
  }
}

/** Returns the object itself, or that of a row. */
function objectOf(item: unknown): Tracked {
  return item !== null && typeof item === 'object' && 'cells' in item
    ? (item as unknown as { object: Tracked }).object
    : (item as Tracked);
}

/** Returns the apiVersion: a state is reported again if it arrives in another version of the API. */
function apiVersionOf(item: unknown): unknown {
  return (objectOf(item) as { readonly apiVersion?: unknown }).apiVersion;
}

function keyOf({ metadata: { namespace = '', name } }: Tracked): string {
  return `${namespace}/${name}`;
}

function identity({ metadata }: Tracked): string {
  return `${metadata.uid}@${metadata.resourceVersion ?? ''}`;
}

function same(left: Versions, right: Versions): boolean {
  return left.size === right.size && [...left].every(([key, version]) => right.get(key) === version);
}
