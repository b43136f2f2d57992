import type { Catalog } from '../catalog/catalog.js';
import { abandonOnAbort, reasonOf } from '../shared/abort.js';
import { requireAge, requireCallOptions } from '../shared/arguments.js';
import { createSlots, singleFlight, type SingleFlight } from '../shared/concurrency.js';
import { RecentMap } from '../shared/recent-map.js';
import type { Connection } from '../transport/connection.js';
import {
  innerKey,
  type CheckedParts,
  type CheckOptions,
  type DeletedResource,
  type InnerDiscovery,
} from './discovery.js';
import { openStore, type OpenStore } from './documents/open-store.js';
import { DiscoveryError } from './errors.js';
import { readEvidence, type EvidenceDocuments } from './evidence.js';
import { discoverySettings, type DiscoveryOptions } from './options.js';
import { none, type Root } from './parse-documents.js';
import type { DiscoverySource, RememberedDocument } from './read-documents.js';
import { doubtServed, nothingKnown, reconcile, type ServerState } from './reconcile.js';
import { mostAttempts, runRound, type Attempts, type Knowledge, type PartInDoubt, type RoundResult } from './round.js';

/** Dependencies of discovery besides its connection. */
export interface DiscoveryParts {
  /** The base URL of the server, for redirects and stores. @default one that no redirect leads to */
  readonly server?: string | undefined;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly date?: (() => number) | undefined;
}

/** How many legacy documents are requested at a time. */
const fanOut = 10;

/** Creates the {@link Discovery} of one connection. Sends nothing before the first call. */
export function createDiscovery(
  connection: Connection,
  options: DiscoveryOptions = {},
  parts: DiscoveryParts = {},
): InnerDiscovery {
  const { server = 'http://server.invalid', now = () => performance.now(), date = () => Date.now() } = parts;
  const clock = { now, date };
  const settings = discoverySettings(options);
  const store = openStore(options, settings, server, clock);
  const begin = (maxAgeMs: number): Session =>
    new Session({ connection, server, settings, store, clock, turns: createSlots(fanOut) }, store, maxAgeMs);
  let session = begin(settings.maxAgeMs);

  return Object.freeze<InnerDiscovery>({
    async catalog(asked = {}) {
      const { signal } = requireCallOptions(asked, { signal: true });
      const mine = session;
      if (mine.state.catalog === undefined) await mine.takeStored(signal);
      return mine.state.catalog ?? mine.flight.run(signal);
    },
    async refresh(asked = {}) {
      const checks = { notOlderThanMs: requireAge, deleted: true, signal: true } as const;
      const { notOlderThanMs = 0, deleted = none, signal } = requireCallOptions(asked, checks);
      return session.refresh(notOlderThanMs, deleted, signal);
    },
    async evidence(catalog, groupVersions, asked = {}) {
      const { signal } = requireCallOptions(asked, { signal: true });
      return readEvidence(session.source, session.evidenceOf(catalog), catalog, groupVersions, signal);
    },
    get current() {
      return session.state.catalog;
    },
    invalidate() {
      // A caller who distrusts the current catalog does not want it back from a store.
      session = begin(0);
    },
    [innerKey]: {
      check: (inDoubt, options) => session.check(inDoubt, options),
      flush: () => store?.flush(),
      doubt({ group, version, resource }, path) {
        session.state = doubtServed(session.state, { group, version, resource, path });
      },
    },
  });
}

/** A round that requests everything. */
interface WholeRound {
  readonly began: number;
  state: 'under way' | 'done' | 'failed';
  error?: unknown;
}

/** How long a failure is rethrown to callers that accept a slightly old catalog. */
const failureHoldsMs = 1000;

/**
 * What is known of a server, and what is under way, since the beginning or the last `invalidate()`. Rounds that began before
 * that answer their callers, and change nothing else.
 */
class Session implements Knowledge {
  state: ServerState = nothingKnown;
  readonly attempts: Attempts = new RecentMap(mostAttempts);
  recall: (() => void) | undefined;
  readonly flight = singleFlight((signal) => this.#learn(signal));
  /** When the round began that the current catalog is from. */
  #learned: number | undefined;
  #latest: WholeRound | undefined;
  #checking: SingleFlight<RoundResult> | undefined;
  #loading: Promise<number | undefined> | undefined;
  /** The documents in the store, until there are newer ones. */
  #stored: Readonly<Record<Root, RememberedDocument | undefined>> | undefined;
  /** Whether a caller asked for the current state, including documents that failed a short while ago. */
  #isDemanded = false;
  /** What callers saw being deleted since the last round began. */
  #deleted: readonly DeletedResource[] = none;
  /** Begins anew with each round: ids and hashes may differ even if the catalog is the same. */
  #evidence = new WeakMap<Catalog, EvidenceDocuments>();

  constructor(
    readonly source: DiscoverySource,
    private readonly store: OpenStore | undefined,
    private readonly maxAgeMs: number,
  ) {}

  /** Loads what the store holds, once. Returns when the server confirmed it. */
  #load(): Promise<number | undefined> | undefined {
    return (this.#loading ??= this.store?.load().then((stored) => {
      if (stored === undefined) return undefined;
      this.#stored = stored.documents;
      this.recall = () => {
        this.recall = undefined;
        this.state = { ...this.state, ...stored.state() };
      };
      return stored.confirmed;
    }));
  }

  remembered(root: Root): RememberedDocument | undefined {
    const { document } = this.state[root];
    if (document === undefined) return this.#stored?.[root];
    const { etag, content } = document;
    return etag === undefined ? undefined : { etag, content: () => content };
  }

  /** Takes what is stored if nothing is known yet, and it is new enough to be returned as is. */
  async takeStored(signal: AbortSignal | undefined): Promise<void> {
    if (this.maxAgeMs === 0) return;
    const confirmed = await abandonOnAbort(this.#load() ?? Promise.resolve(undefined), signal);
    const { clock } = this.source;
    const age = clock.date() - (confirmed ?? -Infinity);
    const isFirst = this.#learned === undefined && this.#latest === undefined;
    if (!isFirst || !(age >= 0 && age <= this.maxAgeMs)) return;
    this.recall?.();
    this.state = reconcile(this.state, {}, { at: 0, date: '' }, 'store');
    this.#learned = clock.now() - age;
  }

  /** Runs a round that requests everything. */
  async #learn(signal: AbortSignal): Promise<Catalog> {
    const request = { deleted: this.#deleted, backsOff: !this.#isDemanded };
    [this.#isDemanded, this.#deleted] = [false, none];
    const round: WholeRound = { began: this.source.clock.now(), state: 'under way' };
    this.#latest = round;
    try {
      if (this.#learned === undefined) await this.#load();
      // Parses the stored documents while waiting for the server.
      if (this.recall !== undefined) setTimeout(() => this.recall?.(), 0);
      const { catalog, isConfirmed } = await runRound(this, request, signal);
      round.state = 'done';
      this.#learned = round.began;
      this.store?.save(this.state, isConfirmed);
      this.#evidence = new WeakMap();
      return catalog;
    } catch (error) {
      round.state = 'failed';
      round.error = error;
      // Every caller left, which says nothing about the server.
      if (signal.aborted && this.#latest === round) this.#latest = undefined;
      throw error;
    }
  }

  /** Returns the catalog at hand, or a round under way, if it is new enough, or throws a failure that still holds; else asks. */
  refresh(
    notOlderThanMs: number,
    deleted: readonly DeletedResource[],
    signal: AbortSignal | undefined,
  ): Promise<Catalog> | Catalog {
    const time = this.source.clock.now();
    const isNew = (began: number): boolean => time - began <= notOlderThanMs;
    const [latest, learned] = [this.#latest, this.#learned];
    if (notOlderThanMs === 0) this.#isDemanded = true;
    this.#deleted = [...this.#deleted, ...deleted];
    if (notOlderThanMs === 0 || this.#deleted.length > 0) return this.flight.runAnew(signal);
    if (latest?.state === 'under way' && isNew(latest.began)) return this.flight.run(signal);
    if (learned !== undefined && isNew(learned) && this.state.catalog !== undefined) return this.state.catalog;
    const holds = latest?.state === 'failed' && isNew(latest.began) && time - latest.began <= failureHoldsMs;
    if (holds) throw latest.error;
    return this.flight.runAnew(signal);
  }

  /** Runs a round that requests only some parts, after any other. */
  async check(parts: readonly PartInDoubt[], { signal, ownOnly }: CheckOptions = {}): Promise<CheckedParts> {
    if (signal?.aborted === true) throw reasonOf(signal);
    // A round under way may cover just these parts.
    if (this.#learned !== undefined && this.#latest?.state === 'under way') await settle(this.flight, signal);
    while (this.#checking !== undefined) await settle(this.#checking, signal);
    const { catalog } = this.state;
    if (catalog === undefined) return { catalog: await this.flight.run(signal), ownPaths: new Map() };
    const round = singleFlight(async (ending) => {
      try {
        const result = await runRound(this, { parts, deleted: none, backsOff: true, ownOnly }, ending);
        if (result.catalog !== catalog) this.store?.save(this.state, false);
        return result;
      } finally {
        if (this.#checking === round) this.#checking = undefined;
      }
    });
    this.#checking = round;
    return (await settle(round, signal)) ?? { catalog: this.state.catalog ?? catalog, ownPaths: new Map() };
  }

  evidenceOf(catalog: Catalog): EvidenceDocuments {
    const nothing: EvidenceDocuments = new Map();
    const known = this.#evidence.get(catalog) ?? nothing;
    this.#evidence.set(catalog, known);
    return known;
  }
}

/** Waits for a round that others may have begun; undefined if nothing can be learned. */
async function settle<T>(round: SingleFlight<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await round.run(signal);
  } catch (error) {
    if (error instanceof DiscoveryError) return undefined;
    throw error;
  }
}
