import { compareResourceVersions, isComparableVersion } from '../../core/model/resource-version.js';

interface Waiting {
  readonly version: string;
  readonly tell: () => void;
}

/**
 * Creates the version that the state of an informer has reached, with those who wait for a later one: none at first. Versions
 * that do not compare are ignored.
 */
export function createReachedVersion() {
  let reached = '';
  /** The earliest version first. */
  const waiting: Waiting[] = [];
  const isReached = (version: string): boolean => (compareResourceVersions(reached, version) ?? -1) >= 0;
  const tell = (): void => {
    for (let [first] = waiting; first !== undefined && isReached(first.version); [first] = waiting) {
      waiting.shift();
      first.tell();
    }
  };
  return {
    /** The whole state is that of a version, which may be an earlier one after a restore of the server. */
    is(version: string): void {
      reached = version;
      tell();
    },
    /** The state has reached a version, or a later one before. */
    reach(version: string | undefined): void {
      if (!isComparableVersion(version) || (compareResourceVersions(reached, version) ?? -1) >= 0) return;
      reached = version;
      if (waiting.length > 0) tell();
    },
    /** Calls `tell` once the version is reached, perhaps at once. Returns the function that ends the wait. */
    wait(version: string, tell: () => void): () => void {
      if (isReached(version)) {
        tell();
        return () => undefined;
      }
      const mine = { version, tell };
      const before = waiting.findLastIndex((each) => (compareResourceVersions(each.version, version) ?? 0) <= 0);
      waiting.splice(before + 1, 0, mine);
      return () => {
        const index = waiting.indexOf(mine);
        if (index !== -1) waiting.splice(index, 1);
      };
    },
  };
}
