import type { GroupEntry } from '../../catalog/entries.js';
import type { CatalogFailure } from '../../catalog/failures.js';
import { shareUnchanged } from '../../catalog/share-unchanged.js';
import { createAnswerBody, readJsonObject } from '../../media/answer-body.js';
import { deepFreeze } from '../../shared/deep-freeze.js';
import type { Root } from '../parse/read-document.js';
import { none } from '../parse/reading.js';
import type { DiscoveryClock } from '../read-documents.js';
import { nameOf, nothingKnown, type Doubt, type RootState, type ServerState } from '../reconcile.js';
import type { StoreCodec } from './discovery-store.js';
import { createStoreCalls, layout, type StoreCallsParts } from './store-records.js';

/** A codec as discovery uses it: opens a store for one server and user. */
export interface OpeningCodec extends StoreCodec {
  open(parts: OpenStoreParts): OpenStore;
}

/** Parameters of {@link OpeningCodec}. */
export interface OpenStoreParts extends Pick<StoreCallsParts, 'store' | 'scope' | 'onFailure'> {
  /** The Accept header of the roots, and their paths. */
  readonly accept: string;
  readonly prefixes: Readonly<Record<Root, string>>;
  readonly clock: DiscoveryClock;
}

/** A store as discovery uses it: it never throws, and no call takes longer than 2 seconds. */
export interface OpenStore {
  /** Returns what the store holds; undefined if it holds nothing that can be used. */
  load(): Promise<LoadedState | undefined>;
  /** Saves what is known, if it is new. Callers need not wait. */
  save(state: ServerState, isConfirmed: boolean): void;
  /** Resolves when everything is written, or at the first call that takes too long; the writes after it are dropped. */
  flush(): Promise<void>;
}

/** What a store knows of a server. */
export interface LoadedState extends ServerState {
  /** When the server confirmed all of it, in milliseconds since 1970; undefined if it did not. */
  readonly confirmed: number | undefined;
}

const codec: OpeningCodec = Object.freeze({ layout, open: openStore });

/**
 * Reads and writes what a {@link DiscoveryStore} of your own holds: one record for each server and user, with all that is
 * known of the server. Every store has it as its `codec`.
 */
export const storeCodec: StoreCodec = codec;

/** What a record says. Whoever may write to a store is trusted: a record that is whole is believed. */
interface StoredState {
  /** When the server confirmed all of it, in milliseconds since 1970. */
  readonly confirmed?: number | undefined;
  readonly api: StoredRoot;
  readonly apis: StoredRoot;
}

/** What is known of a root; the times of its doubts are in milliseconds since 1970. */
interface StoredRoot extends Pick<RootState, 'format' | 'known'> {
  /** The ETag of the newest document, with which the server confirms it. */
  readonly etag: string | undefined;
  /** What that lists. @default what is known, as nearly always */
  readonly listed?: readonly GroupEntry[] | undefined;
  readonly explained: readonly (readonly [name: string, failures: readonly CatalogFailure[]])[];
  readonly doubts: readonly Doubt[];
}

/** How long a confirmation is not written again, in milliseconds. */
const confirmationHoldsMs = 10_000;

function openStore({ accept, prefixes, clock, ...parts }: OpenStoreParts): OpenStore {
  const calls = createStoreCalls({ ...parts, date: clock.date });
  const words = [accept, prefixes.api, prefixes.apis];
  let written: { readonly what: readonly unknown[]; readonly date: number } | undefined;

  const toStore = ({ document, format, known, explained, doubts }: RootState): StoredRoot => {
    const listed = document?.content.groups;
    const dateOf = (time: number): number => clock.date() - (clock.now() - time);
    return {
      ...{ format, known, etag: document?.etag, listed: listed === known ? undefined : listed },
      ...{ explained: [...explained], doubts: [...doubts.values()].flatMap((doubt) => lackedOf(doubt, dateOf)) },
    };
  };
  const fromStore = ({ etag, format, known, listed = known, explained, doubts }: StoredRoot): RootState => {
    deepFreeze(known);
    const groups = listed === known ? known : shareUnchanged(known, deepFreeze(listed));
    const failures = explained.flatMap(([, each]) => deepFreeze(each));
    // A date that is still to come is of another clock.
    const timeOf = (date: number): number => clock.now() - Math.max(0, clock.date() - date);
    const doubted = doubts.flatMap((doubt) => lackedOf(doubt, timeOf));
    const state: RootState = {
      ...{ ...nothingKnown.api, format, known, groups: known, failures },
      explained: new Map(explained),
      doubts: new Map(doubted.map((doubt) => [nameOf(doubt), doubt])),
    };
    if (etag === undefined || format === undefined) return state;
    return { ...state, document: { etag, content: { format, groups, failures: state.explained.get('') ?? none } } };
  };
  return {
    async load() {
      const record = await calls.read(...words);
      if (record === undefined) return undefined;
      try {
        const stored = readJsonObject(createAnswerBody({ content: record.content })) as unknown as StoredState;
        const { confirmed } = stored;
        return { confirmed, api: fromStore(stored.api), apis: fromStore(stored.apis) };
      } catch (error) {
        calls.refuse(words, error instanceof Error ? error.message : String(error));
        return undefined;
      }
    },
    save({ api, apis }, isConfirmed) {
      const date = clock.date();
      const partsOf = ({ known, document, doubts }: RootState): readonly unknown[] => {
        return [known, document?.etag, doubts.size === 0 ? none : doubts];
      };
      const what = [isConfirmed, ...partsOf(api), ...partsOf(apis)];
      const isHeld = written !== undefined && date - written.date <= confirmationHoldsMs;
      if (isHeld && what.every((each, index) => each === written?.what[index])) return;
      written = { what, date };
      const state: StoredState = {
        ...(isConfirmed && { confirmed: date }),
        api: toStore(api),
        apis: toStore(apis),
      };
      void calls.write(words, {}, new TextEncoder().encode(JSON.stringify(state)));
    },
    flush: () => calls.flush(),
  };
}

/** Returns a doubt with other times, if documents lacked the part. Whether somebody serves it is found out anew. */
function lackedOf({ path: _path, notServedSince: _since, ...doubt }: Doubt, timeOf: (time: number) => number): Doubt[] {
  const { missingSince, lackedAt } = doubt;
  if (lackedAt === undefined) return [];
  return [{ ...doubt, missingSince: missingSince && timeOf(missingSince), lackedAt: timeOf(lackedAt) }];
}
