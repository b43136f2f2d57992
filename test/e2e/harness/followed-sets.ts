import { expect } from 'vitest';
import { follow, type FollowOptions, type FollowStep, type ResourceHandle } from '../../../src/index.js';
import { waitUntil } from './wait-until.js';

type Versions = ReadonlyMap<string, string>;

interface Tracked {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion?: string | undefined };
}

/** A follower under test, and the state that results from its steps alone. */
export interface FollowedSet {
  /** Maps names to `uid@version`, according to the state of the follower. */
  versions(): Versions;
  /** The same, computed from its steps alone. */
  told(): Versions;
  readonly interruptions: number;
  /** Violations: an object reported twice, an object removed without having been added, ... */
  readonly faults: readonly string[];
  readonly ended: Promise<void>;
}

/** Follows a set until the signal is aborted, and checks that its steps are consistent. */
export function followSet(
  handle: ResourceHandle,
  options: Omit<FollowOptions<unknown>, 'state' | 'transform'> & { readonly signal: AbortSignal },
): FollowedSet {
  const state = new Map<string, Tracked>();
  const told = new Map<string, string>();
  const faults: string[] = [];
  let interruptions = 0;

  const check = (step: FollowStep<Tracked>): void => {
    if (step.type === 'interrupted') interruptions += 1;
    if (step.type !== 'added' && step.type !== 'changed' && step.type !== 'removed') return;
    const { name } = step.object.metadata;
    const before = told.get(name);
    const now = identity(step.object);
    if (step.type === 'added' && before !== undefined) faults.push(`${name} was added twice: ${before}, ${now}`);
    if (step.type !== 'added' && before === undefined) faults.push(`${name} was ${step.type} before it was added`);
    if (step.type === 'changed' && before === now) faults.push(`${name} was changed to what it was: ${now}`);
    if (step.type === 'removed') told.delete(name);
    else told.set(name, now);
  };
  const run = async (): Promise<void> => {
    const steps = follow(handle, { ...options, state: state as never }) as AsyncIterable<FollowStep<Tracked>>;
    try {
      for await (const step of steps) check(step);
    } catch (error) {
      if (error !== options.signal.reason) throw error;
    }
  };
  return {
    versions: () => new Map([...state.values()].map((object) => [object.metadata.name, identity(object)])),
    told: () => told,
    get interruptions() {
      return interruptions;
    },
    faults,
    ended: run(),
  };
}

/** Waits until every follower has the state of the server, and expects its steps to result in the same state. */
export async function expectToAgree(
  sets: readonly FollowedSet[],
  handle: ResourceHandle,
  limitMs: number,
): Promise<void> {
  const { items } = await handle.as('PartialObjectMetadata').list();
  const server = new Map(items.map((item) => [item.metadata.name, identity(item)]));
  const agree = (): true | undefined => (sets.every((set) => same(set.versions(), server)) ? true : undefined);
  await waitUntil('all followers agree', agree, { limitMs }).catch(() => undefined);
  for (const set of sets) {
    expect(Object.fromEntries(set.versions())).toEqual(Object.fromEntries(server));
    expect(Object.fromEntries(set.told())).toEqual(Object.fromEntries(server));
    expect(set.faults).toEqual([]);
  }
}

function identity({ metadata }: Tracked): string {
  return `${metadata.uid}@${metadata.resourceVersion ?? ''}`;
}

function same(left: Versions, right: Versions): boolean {
  return left.size === right.size && [...left].every(([name, version]) => right.get(name) === version);
}
