import { humanAge } from '../core/representation/print/age.js';
import { createView, type LiveView } from './view.js';

/** Follows the clock with one timer for all its subscribers: milliseconds since 1970, each second. */
const clockView: LiveView<number> = /* @__PURE__ */ createView(0, (changed) => {
  const timer = setInterval(changed, 1000);
  return {
    read: () => Date.now(),
    end() {
      clearInterval(timer);
    },
  };
});

/**
 * Returns a {@link LiveView} of the age of a timestamp, as kubectl prints it: `3m20s`. Thousands of them share one timer, and
 * only those whose text changes announce it.
 *
 * @param timestamp of a manifest: `metadata.creationTimestamp`
 * @example
 * const age = viewAge(object.metadata.creationTimestamp);
 * age.subscribe(() => console.log(age.getSnapshot()));
 */
export function viewAge(timestamp: string | null | undefined): LiveView<string> {
  // Before the first frame the clock has not been read.
  const read = (): string => humanAge(timestamp, clockView.getSnapshot() || Date.now());
  return {
    subscribe(listener) {
      let shown = read();
      return clockView.subscribe(() => {
        const now = read();
        if (now === shown) return;
        shown = now;
        listener();
      });
    },
    getSnapshot: read,
  };
}
