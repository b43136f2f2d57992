import type { Catalog } from '../catalog/catalog.js';
import type { GroupVersion } from '../model/group-version.js';
import { abandonOnAbort, reasonOf } from '../shared/abort.js';
import { requireKnownOptions, requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { singleFlight, type SingleFlight } from '../shared/single-flight.js';
import type { Connection } from '../transport/connection.js';
import { noteChecked, planOf, requireParts, type CheckPlan } from './check-parts.js';
import type { Discovery } from './discovery.js';
import { DiscoveryError } from './errors.js';
import { createEvidenceReader } from './evidence.js';
import { learnCatalog, type LearnedCatalog } from './learn.js';
import type { StoreAccess } from './documents/store-access.js';
import { discoverySettings, storeAccess, type DiscoveryOptions } from './options.js';
import { wholeRound } from './plan.js';
import { clearSource, createDiscoverySource } from './read-documents.js';
import { createKnowledgeWriter, recallKnowledge, type StoredKnowledge } from './stored-knowledge.js';

/** Dependencies of discovery besides its connection. */
export interface DiscoveryParts {
  /** The base URL of the server, for redirects and stores. @default one that no redirect leads to */
  readonly server?: string | undefined;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly date?: (() => number) | undefined;
  /** Receives the store named in the options, so that the caller can flush it. @default nothing is called */
  readonly onStore?: ((store: StoreAccess) => void) | undefined;
}

/** The discovery that began last. */
interface Round {
  readonly began: number;
  state: 'under way' | 'done' | 'failed';
  error: unknown;
}

const nothing = Promise.resolve(undefined);

/** What was learned, and when the discovery began. */
type Learned = LearnedCatalog & { readonly began: number };

/** How long a failure is rethrown to callers that accept a slightly old catalog. */
const failureHoldsMs = 1000;

/** Creates the {@link Discovery} of one connection. Sends nothing before the first call. */
export function createDiscovery(
  connection: Connection,
  options: DiscoveryOptions = {},
  parts: DiscoveryParts = {},
): Discovery {
  const { server = 'http://server.invalid', now = () => performance.now(), date = () => Date.now() } = parts;
  const settings = discoverySettings(options);
  const store = storeAccess(options, server, date);
  if (store !== undefined) parts.onStore?.(store);
  const source = createDiscoverySource(connection, server, settings, store, { now, date });
  const remember = store && createKnowledgeWriter(source, store);
  const evidence = createEvidenceReader(source);
  let learned: Learned | undefined;
  let latest: Round | undefined;
  let flight = newFlight();
  let checking: SingleFlight<Catalog> | undefined;
  let recalling: Promise<StoredKnowledge | undefined> | undefined;
  let maxAgeMs = settings.maxAgeMs;
  /** Whether a caller insists on the current state, including documents that failed a short while ago. */
  let isDemanded = false;

  /** Has to be called again after each wait. */
  const learnedNow = (): Learned | undefined => learned;
  const recall = (): Promise<StoredKnowledge | undefined> =>
    (recalling ??= store && recallKnowledge(source, store)) ?? nothing;

  /** Takes the stored knowledge if it is new enough to be returned as is. */
  async function recallFresh(): Promise<void> {
    const flightThen = flight;
    const known = maxAgeMs > 0 ? await recall() : undefined;
    const age = date() - (known?.confirmed ?? -Infinity);
    if (known === undefined || !(age >= 0 && age <= maxAgeMs)) return;
    if (learned === undefined && flight === flightThen) learned = { ...known.learned, began: now() - age };
  }

  function newFlight(): SingleFlight<Catalog> {
    const mine: SingleFlight<Catalog> = singleFlight(async (signal) => {
      const plan = wholeRound(!isDemanded);
      isDemanded = false;
      const round: Round = { began: now(), state: 'under way', error: undefined };
      // Rounds begun before an invalidate() answer their callers, but are not kept.
      const isKept = (): boolean => flight === mine;
      if (isKept()) latest = round;
      try {
        const stored = learned === undefined && store ? (await recall())?.learned : undefined;
        // Evaluated late: parts may be checked while the round is under way.
        const learning = learnCatalog(source, () => (isKept() ? learned : undefined) ?? stored, plan, signal);
        // Parses the stored catalog while waiting for the server.
        if (stored !== undefined) setTimeout(() => stored.catalog, 0);
        const result = await learning;
        round.state = 'done';
        if (isKept()) {
          remember?.(result);
          learned = { ...result, began: round.began };
          evidence.renew();
        }
        return result.catalog;
      } catch (error) {
        round.state = 'failed';
        round.error = error;
        // Every caller left, which says nothing about the server.
        if (signal.aborted && latest === round) latest = undefined;
        throw error;
      }
    });
    return mine;
  }

  /** Creates a round that requests only some parts. Anything else learned in the meantime is newer, and stays. */
  function newCheck(start: Learned, plan: CheckPlan): SingleFlight<Catalog> {
    const mine: SingleFlight<Catalog> = singleFlight(async (signal) => {
      try {
        const result = await learnCatalog(source, () => start, plan, signal);
        noteChecked(source, plan, result);
        if (learned === start) {
          learned = { ...result, began: start.began };
          remember?.(result);
        }
        return learned?.catalog ?? result.catalog;
      } finally {
        if (checking === mine) checking = undefined;
      }
    });
    return mine;
  }

  /** Returns the catalog at hand, or a round under way, if it is new enough; throws a failure that still holds. */
  function atHand(notOlderThanMs: number, signal: AbortSignal | undefined): Promise<Catalog> | Catalog | undefined {
    const time = now();
    const isNew = ({ began }: { readonly began: number }): boolean => time - began <= notOlderThanMs;
    if (notOlderThanMs === 0) return undefined;
    if (latest?.state === 'under way' && isNew(latest)) return flight.run(signal);
    if (learned !== undefined && isNew(learned)) return learned.catalog;
    const holds = latest?.state === 'failed' && isNew(latest) && time - latest.began <= failureHoldsMs;
    if (holds) throw latest?.error;
    return undefined;
  }

  return Object.freeze<Discovery>({
    async catalog(asked = {}) {
      const { signal } = requireKnownOptions(asked, { signal: true });
      if (signal?.aborted === true) throw reasonOf(signal);
      if (learned === undefined && maxAgeMs > 0) await abandonOnAbort(recallFresh(), signal);
      return learned?.catalog ?? flight.run(signal);
    },
    async refresh(asked = {}) {
      const { notOlderThanMs = 0, signal } = requireKnownOptions(asked, { notOlderThanMs: true, signal: true });
      if (typeof notOlderThanMs !== 'number' || !(notOlderThanMs >= 0)) {
        throw new InvalidArgumentError('notOlderThanMs', 'must be a number of milliseconds, 0 or more');
      }
      if (signal?.aborted === true) throw reasonOf(signal);
      if (notOlderThanMs === 0) isDemanded = true;
      return atHand(notOlderThanMs, signal) ?? flight.runAnew(signal);
    },
    async recheck(parts, asked = {}) {
      const { signal, sawDeleted = false } = requireKnownOptions(asked, { signal: true, sawDeleted: true });
      const doubtful = requireParts(parts);
      if (signal?.aborted === true) throw reasonOf(signal);
      if (learned === undefined) return flight.run(signal);
      // A round under way may cover just these parts. It ends before a check begins, so that none of them is lost.
      if (latest?.state === 'under way') await wait(flight, learned.catalog, signal);
      while (checking !== undefined) await wait(checking, learned.catalog, signal);
      const start = learnedNow();
      if (start === undefined) return flight.run(signal);
      const plan = planOf(source, start, doubtful, sawDeleted);
      if (plan === undefined) return start.catalog;
      checking = newCheck(start, plan);
      return wait(checking, start.catalog, signal);
    },
    async evidence(catalog, groupVersions, asked = {}) {
      if (typeof requireObject('catalog', catalog).version !== 'function') {
        throw new InvalidArgumentError('catalog', 'must be a catalog');
      }
      const { signal } = requireKnownOptions(asked, { signal: true });
      return evidence.read(catalog, requireGroupVersions(groupVersions), signal);
    },
    get current() {
      return learned?.catalog;
    },
    invalidate() {
      learned = undefined;
      latest = undefined;
      clearSource(source);
      evidence.renew();
      flight = newFlight();
      checking = undefined;
      recalling = undefined;
      // A caller who distrusts the current catalog does not want it back from a store.
      maxAgeMs = 0;
    },
  });
}

/** Waits for a round that others may have begun; if nothing can be learned, returns the catalog at hand. */
async function wait(round: SingleFlight<Catalog>, atHand: Catalog, signal: AbortSignal | undefined): Promise<Catalog> {
  try {
    return await round.run(signal);
  } catch (error) {
    if (error instanceof DiscoveryError) return atHand;
    throw error;
  }
}

function requireGroupVersions(groupVersions: readonly GroupVersion[]): readonly GroupVersion[] {
  if (isGroupVersions(groupVersions)) return groupVersions;
  throw new InvalidArgumentError('groupVersions', 'must be a list of objects with group and version');
}

function isGroupVersions(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((each: Partial<GroupVersion> | null | undefined) => {
    return typeof each?.group === 'string' && typeof each.version === 'string';
  });
}
