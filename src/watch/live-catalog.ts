import type { Catalog } from '../core/catalog/catalog.js';
import { diffCatalogs, type CatalogChanges } from '../core/catalog/changes.js';
import type { Client } from '../core/client.js';
import type { CatalogPart } from '../core/discovery/discovery.js';
import { isKubeError } from '../core/errors.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import { follow } from './follow.js';
import { abandonOnAbort, abortWith } from '../core/shared/abort.js';
import {
  requireClient,
  requireClock,
  requireFunction,
  requireKnownOptions,
  requireMilliseconds,
  requireSignal,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { deferred } from '../core/shared/concurrency.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { backoffMs, systemClock, type Clock } from '../core/shared/clock.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';

/** Options of {@link createLiveCatalog}. */
export interface LiveCatalogOptions {
  /** Ends the live catalog, as do `close()` and the client's `close()`; nothing else does. @default none */
  readonly signal?: AbortSignal | undefined;
  /** How often discovery is revalidated without a change, in milliseconds. @default 300_000 */
  readonly revalidateIntervalMs?: number | undefined;
  /** How often discovery is revalidated if definitions cannot be followed, in milliseconds. @default 30_000 */
  readonly pollIntervalMs?: number | undefined;
  /**
   * The pause between a change of a definition and the revalidation, in milliseconds: random, and at least a tenth of this,
   * so that many clients do not ask at once; up to eight times this while changes follow one another. @default 5000
   */
  readonly changeDelayMs?: number | undefined;
  /**
   * Called after each change of `catalog`, failures included, of `mode` or of `reason`; the iteration yields only
   * changes of endpoints. Errors that it throws are ignored.
   * @default none
   */
  readonly onChange?: (() => void) | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/**
 * A catalog that follows its server. Each iteration yields the differences between the catalog at its beginning and the
 * next one, and so on; changes between two reads of the iteration are merged.
 */
export interface LiveCatalog extends AsyncIterable<CatalogChanges> {
  /** The current catalog; undefined until the first one is learned. */
  readonly catalog: Catalog | undefined;
  /**
   * `watch` while definitions are followed; `poll` while they cannot be, and discovery is revalidated at an interval.
   */
  readonly mode: 'watch' | 'poll';
  /** Why it polls, if the server refused or a watch was lost: an `ApiError` with 403, for example. */
  readonly reason: unknown;
  /** Ends the live catalog and every iteration. */
  close(): void;
}

const definitions: readonly (readonly [string, DefinitionKind])[] = [
  ['apiextensions.k8s.io', 'customresourcedefinitions'],
  ['apiregistration.k8s.io', 'apiservices'],
];
const checks: OptionChecks<LiveCatalogOptions> = {
  signal: requireSignal,
  revalidateIntervalMs: requireMilliseconds,
  pollIntervalMs: requireMilliseconds,
  changeDelayMs: requireMilliseconds,
  onChange: requireFunction,
  clock: requireClock,
};
const longestDelayMs = 60_000;
/** The longest pause between two checks for expected changes. */
const longestLookMs = 10_000;
/**
 * How long to look for definitions that existed at the start. One whose backend is down or whose names are taken never
 * shows up in discovery.
 */
const lookForFirstMs = 15_000;

/**
 * Creates a catalog that follows its server from now on: `client.mapper()`, `client.resolve()` and the capabilities of
 * handles follow it too. It watches the metadata of CustomResourceDefinitions and APIServices, and revalidates
 * discovery after each change with a random delay of 0.5 to 5 seconds (`changeDelayMs`; longer if changes come one
 * after another), after each interruption, and at a slow interval, since a backend or an upgraded server may change
 * without touching either resource. If the user may not watch them, it revalidates at an interval; this costs two
 * answers without a body each time.
 *
 * @throws InvalidArgumentError for invalid options
 * @example
 * const live = createLiveCatalog(client);
 * for await (const { added, removed } of live) console.log(`${added.length} more, ${removed.length} less`);
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function createLiveCatalog(client: Client, options: LiveCatalogOptions = {}): LiveCatalog {
  requireClient(client);
  const { signal, clock = systemClock, onChange, ...intervals } = requireKnownOptions(options, checks);
  const { revalidateIntervalMs = 300_000, pollIntervalMs = 30_000, changeDelayMs = 5000 } = intervals;
  const ending = new AbortController();
  const followed = new Set<DefinitionKind>();
  const expectations = createExpectations();
  const alarm = createAlarm(clock, ending.signal);
  /** Fulfilled by the next change of the catalog. */
  let next = deferred<void>();
  let catalog: Catalog | undefined;
  let reason: unknown;
  let isClosed = false;
  /** The number of consecutive revalidations with an expected change. */
  let burst = 0;

  abortWith(ending, [signal, client.signal]);
  const tell = (): void => {
    if (onChange !== undefined) callQuietly(onChange);
  };
  const isFollowed = (): boolean => followed.size === definitions.length;
  const lookSoon = (): void => {
    alarm.within(changeDelayMs * (0.1 + Math.random() * 0.9) * 2 ** Math.min(burst, 3));
  };
  const revalidate = async (): Promise<void> => {
    const deleted = catalog === undefined ? [] : expectations.deletedParts(catalog);
    // For the first, a catalog that the client has just read will do.
    const notOlderThanMs = catalog === undefined ? 1000 : 0;
    const found = await client.discovery.refresh({ notOlderThanMs, deleted, signal: ending.signal });
    burst = expectations.isEmpty ? 0 : burst + 1;
    expectations.settle(found, clock.now());
    if (found === catalog) return;
    catalog = found;
    next.resolve();
    next = deferred();
    tell();
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; ;) {
      try {
        await revalidate();
        failures = 0;
        const every = isFollowed() ? revalidateIntervalMs : pollIntervalMs;
        alarm.within(every * (0.8 + Math.random() * 0.4));
        if (!expectations.isEmpty) alarm.within(backoffMs(burst, longestLookMs));
      } catch (error) {
        if (ending.signal.aborted || !isKubeError(error) || error.code === 'closed') throw error;
        alarm.within(backoffMs(failures, longestDelayMs));
        failures += 1;
      }
      await alarm.rung();
    }
  };
  /** A definition created a moment earlier may not have been in discovery yet when the catalog was read. */
  const lookForFirst = (kind: DefinitionKind, names: readonly string[]): void => {
    for (const name of names) expectations.add({ kind, name, change: 'added' }, clock.now(), lookForFirstMs);
    if (catalog === undefined) return;
    expectations.settle(catalog, clock.now());
    if (!expectations.isEmpty) lookSoon();
  };
  const followDefinitions = async (group: string, kind: DefinitionKind): Promise<void> => {
    const known = await client.discovery.catalog({ signal: ending.signal });
    const entry = known
      .resources({ group })
      .find(({ resource, verbs }) => resource === kind && verbs.includes('watch'));
    if (entry === undefined) return;
    const metadata = client.handle(mappingOf(entry)).as('PartialObjectMetadata');
    let hasSynced = false;
    const first: string[] = [];
    for await (const step of follow(metadata, { signal: ending.signal, clock })) {
      switch (step.type) {
        case 'interrupted':
          followed.delete(kind);
          reason = step.error;
          tell();
          alarm.within(pollIntervalMs * (0.8 + Math.random() * 0.4));
          break;
        case 'synced':
        case 'recovered':
          followed.add(kind);
          if (hasSynced) lookSoon();
          else lookForFirst(kind, first.splice(0));
          hasSynced = true;
          tell();
          break;
        default:
          if (!hasSynced) {
            first.push(step.object.metadata.name);
            break;
          }
          expectations.add({ kind, name: step.object.metadata.name, change: step.type }, clock.now());
          lookSoon();
      }
    }
  };
  const keepFollowing = async ([group, kind]: readonly [string, DefinitionKind]): Promise<void> => {
    for (let failures = 0; ;) {
      let isUnknown = false;
      try {
        await followDefinitions(group, kind);
      } catch (error) {
        if (ending.signal.aborted || !isKubeError(error) || error.code === 'closed') throw error;
        reason = error;
        // Without any discovery of the server it is unknown whether definitions can be followed.
        isUnknown = error.code === 'discovery';
      }
      failures = isUnknown ? failures + 1 : 0;
      followed.delete(kind);
      tell();
      alarm.within(pollIntervalMs * (0.8 + Math.random() * 0.4));
      const pauseMs = isUnknown ? backoffMs(failures, longestDelayMs) : revalidateIntervalMs;
      await clock.sleep(pauseMs * (0.8 + Math.random() * 0.4), ending.signal);
    }
  };
  for (const task of [run(), ...definitions.map(keepFollowing)]) task.catch((error: unknown) => ending.abort(error));

  async function* report(leaving: AbortSignal): AsyncGenerator<CatalogChanges, void, undefined> {
    let reported = catalog;
    while (!isClosed) {
      leaving.throwIfAborted();
      const [before, now] = [reported, catalog];
      reported = now;
      const changes = before && now && before !== now ? diffCatalogs(before, now) : undefined;
      if (changes === undefined) await abandonOnAbort(next.promise, leaving).catch(() => undefined);
      else if (Object.values(changes).some((list: readonly unknown[]) => list.length > 0)) yield changes;
    }
  }

  return {
    get catalog() {
      return catalog;
    },
    get mode() {
      return isFollowed() ? 'watch' : 'poll';
    },
    get reason() {
      return isFollowed() ? undefined : reason;
    },
    close() {
      isClosed = true;
      ending.abort(new DOMException('the live catalog was closed', 'AbortError'));
    },
    [Symbol.asyncIterator]: () => abortableIterator(report, isClosed ? [] : [ending.signal]),
  };
}

/** Creates an alarm for one moment in the future: of several that are asked for, the earliest counts. */
function createAlarm(clock: Clock, signal: AbortSignal) {
  let dueAt = Infinity;
  let pause = new AbortController();
  return {
    /** Sets the alarm to ring in `ms` milliseconds, unless it is already set to ring earlier. */
    within(ms: number): void {
      const at = clock.now() + ms;
      if (at >= dueAt) return;
      dueAt = at;
      pause.abort();
    },
    /** Waits until the alarm, which has to be set, rings, and resets it. Rejects with the signal's reason. */
    async rung(): Promise<void> {
      for (let now = clock.now(); now < dueAt; now = clock.now()) {
        const current = new AbortController();
        pause = current;
        const unfollow = abortWith(current, [signal]);
        await clock
          .sleep(dueAt - now, current.signal)
          .catch((error: unknown) => {
            // A failing clock throws: no later pause would work either.
            if (!current.signal.aborted) throw error;
          })
          .finally(unfollow);
        signal.throwIfAborted();
      }
      signal.throwIfAborted();
      dueAt = Infinity;
    },
  };
}

/** A change that discovery should show after a change of a definition. */
interface Expectation {
  readonly kind: DefinitionKind;
  /** `widgets.example.com` of a CustomResourceDefinition, `v1.example.com` of an APIService. */
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** The resources that define other resources, by their plural. */
type DefinitionKind = 'customresourcedefinitions' | 'apiservices';

/** Discovery follows a definition within seconds; a definition whose names are not accepted never appears. */
const lookForMs = 120_000;

/** Creates an empty set of the changes that discovery has yet to show, each with a time limit. */
function createExpectations() {
  const open = new Map<string, Expectation & { readonly until: number; isSettled: boolean }>();
  return {
    add(expectation: Expectation, now: number, forMs = lookForMs): void {
      open.set(`${expectation.kind}/${expectation.name}`, { ...expectation, until: now + forMs, isSettled: false });
    },
    /**
     * Settles the expectations that a catalog meets, and drops those whose time is over. A deletion stays noted until
     * then even if the catalog shows it, since discovery may still bring the deleted part back for a while.
     */
    settle(catalog: Catalog, now: number): void {
      for (const [key, expectation] of open) {
        expectation.isSettled = isShown(expectation, catalog);
        if (now < expectation.until && (!expectation.isSettled || expectation.change === 'removed')) continue;
        open.delete(key);
      }
    },
    get isEmpty(): boolean {
      return [...open.values()].every(({ isSettled }) => isSettled);
    },
    /** The parts of a catalog whose definition was seen being deleted. */
    deletedParts: (catalog: Catalog): readonly CatalogPart[] =>
      [...open.values()]
        .filter(({ change }) => change === 'removed')
        .flatMap((expectation) => definedBy(expectation, catalog).map(({ part }) => part)),
  };
}

/**
 * A `changed` is never known to be shown: metadata does not tell what changed, so it stays open until its time is over.
 */
function isShown(expectation: Expectation, catalog: Catalog): boolean {
  const defined = definedBy(expectation, catalog);
  if (expectation.change === 'removed') return defined.length === 0;
  return expectation.change === 'added' && defined.some(({ freshness }) => freshness === 'Current');
}

/** Returns the parts of a catalog that a definition is for. */
function definedBy(
  { kind, name }: Expectation,
  catalog: Catalog,
): readonly { readonly part: CatalogPart; readonly freshness: string }[] {
  const at = `${name}.`.indexOf('.');
  const [first, group] = [name.slice(0, at), name.slice(at + 1)];
  const versions = catalog.groups.find((each) => each.name === group)?.versions ?? [];
  return versions.flatMap(({ version, freshness, resources }) => {
    if (kind === 'apiservices') return version === first ? [{ part: { group, version }, freshness }] : [];
    const entry = resources.find(({ resource }) => resource === first);
    return entry === undefined ? [] : [{ part: { group, version, resource: first }, freshness: entry.freshness }];
  });
}
