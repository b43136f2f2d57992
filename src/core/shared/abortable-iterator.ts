import { abortWith } from './abort.js';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * Returns an iterator over a generator that can be left at any time: `return()` aborts the generator's signal, so that
 * it ends even while it waits for its next value, where a bare generator would keep waiting. The given signals abort it
 * as well, with their reason.
 *
 * @param begin called on the first request for a value; the generator that it promises after the end is never started
 */
export function abortableIterator<T>(
  begin: (signal: AbortSignal) => AsyncGenerator<T, void, undefined> | Promise<AsyncGenerator<T, void, undefined>>,
  signals: readonly (AbortSignal | undefined)[],
): AsyncIterator<T, undefined> {
  const controller = new AbortController();
  let unfollow = (): void => undefined;
  let begun: ReturnType<typeof begin> | undefined;
  let generator: AsyncGenerator<T, void, undefined> | undefined;
  let over = false;

  const end = (): void => {
    over = true;
    unfollow();
  };
  const isLeft = (): boolean => over;

  return {
    async next() {
      if (over) return done;
      try {
        if (begun === undefined) {
          unfollow = abortWith(controller, signals);
          controller.signal.throwIfAborted();
          begun = begin(controller.signal);
        }
        generator ??= await begun;
        if (isLeft()) return done;
        const result = await generator.next();
        if (isLeft()) return done;
        if (result.done !== true) return result;
        end();
        return done;
      } catch (error) {
        if (isLeft()) return done;
        end();
        throw error;
      }
    },
    async return() {
      end();
      controller.abort();
      // The generator may be waiting for something that ignores the signal: do not wait for it.
      generator?.return().catch(() => undefined);
      return Promise.resolve(done);
    },
  };
}
