import { callQuietly } from '../../shared/call-quietly.js';
import type { OpenStoreParts, StoreCallOptions, StoreFailure, StoreFailureKind } from './discovery-store.js';
import { keyOf, packRecord, unpackRecord, type RecordHead, type StoredRecord } from './stored-record.js';

/** The calls of a store: none throws, and none takes longer than 2 seconds. */
export interface StoreCalls {
  /** Returns the record under these words, or undefined if there is none that can be used. */
  read(...words: readonly string[]): Promise<StoredRecord | undefined>;
  /** Stores a record, whose content may be made after any earlier writes. Callers need not wait for it. */
  write(
    words: readonly string[],
    head: Omit<RecordHead, 'key' | 'date'>,
    content: Uint8Array | (() => Promise<Uint8Array>),
  ): Promise<void>;
  /** Reports a record as unusable after all, and deletes it. */
  refuse(words: readonly string[], problem: string): void;
  /** Resolves when everything is written, or at the first call that takes too long; the writes after it are dropped. */
  flush(): Promise<void>;
}

/** How long to wait for a call of the store. */
const patienceMs = 2000;

/** Creates the {@link StoreCalls} of one server and user. */
export function createStoreCalls({
  store,
  scope,
  onFailure,
  date,
}: Pick<OpenStoreParts, 'store' | 'scope' | 'onFailure' | 'date'>): StoreCalls {
  const reported = new Set<StoreFailureKind>();
  let writing: Promise<void> = Promise.resolve();
  let isEnding = false;
  let isAbandoned = false;

  const report = (failure: StoreFailure): void => {
    if (reported.has(failure.kind)) return;
    reported.add(failure.kind);
    callQuietly(() => onFailure?.(failure));
  };
  const call = async <T>(
    kind: 'unreadable' | 'unwritable',
    work: (options: StoreCallOptions) => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await patiently(work);
    } catch (cause) {
      if (cause instanceof TooSlow) {
        isAbandoned = isEnding;
        report({ kind: 'slow', message: cause.message });
      } else {
        const what = kind === 'unreadable' ? 'read' : 'written';
        report({ kind, message: `the discovery store cannot be ${what}: ${messageOf(cause)}`, cause });
      }
      return undefined;
    }
  };
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    writing = writing.then(async () => {
      if (!isAbandoned) await work();
    });
    return writing;
  };
  const refuse = (words: readonly string[], problem: string, cause?: unknown): void => {
    report({ kind: 'damaged', message: `the discovery store returned an unusable record: ${problem}`, cause });
    void inTurn(() =>
      call('unwritable', async (options) => {
        await store.delete(await keyOf(...scope, ...words), options);
      }),
    );
  };

  return {
    async read(...words) {
      let key = '';
      const found = await call('unreadable', async (options) => {
        key = await keyOf(...scope, ...words);
        const given: unknown = await store.get(key, options);
        return { given };
      });
      if (found === undefined || found.given === undefined) return undefined;
      try {
        return await unpackRecord(found.given, key);
      } catch (cause) {
        refuse(words, messageOf(cause), cause);
        return undefined;
      }
    },
    write: (words, head, content) =>
      inTurn(async () => {
        await call('unwritable', async (options) => {
          const bytes = typeof content === 'function' ? await content() : content;
          const key = await keyOf(...scope, ...words);
          await store.set(key, await packRecord({ ...head, key, date: date() }, bytes), options);
        });
      }),
    refuse,
    flush() {
      isEnding = true;
      return writing;
    },
  };
}

class TooSlow extends Error {}

async function patiently<T>(work: (options: StoreCallOptions) => Promise<T>): Promise<T> {
  const patience = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const slow = new TooSlow(`the discovery store took longer than ${patienceMs} ms`);
      patience.abort(slow);
      reject(slow);
    }, patienceMs);
  });
  try {
    return await Promise.race([work({ signal: patience.signal }), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
