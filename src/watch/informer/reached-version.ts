import { compareResourceVersions, isComparableVersion } from '../../core/model/resource-version.js';

/** The version that the state of an informer has reached, and those who wait for a later one. */
export interface ReachedVersion {
  /** The whole state is that of a version, which may be an earlier one after a restore of the server. */
  is(version: string): void;
  /** The state has reached a version, or a later one before. */
  reach(version: string | undefined): void;
  /** Calls `tell` once the version is reached, perhaps at once. Returns the function that ends the wait. */
  wait(version: string, tell: () => void): () => void;
}

interface Waiting {
  readonly version: string;
  readonly tell: () => void;
}

/** Creates the {@link ReachedVersion} of a new informer, which has none. Versions that do not compare are ignored. */
export function createReachedVersion(): ReachedVersion {
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
    is(version) {
      reached = version;
      tell();
    },
    reach(version) {
      if (!isComparableVersion(version) || (compareResourceVersions(reached, version) ?? -1) >= 0) return;
      reached = version;
      if (waiting.length > 0) tell();
    },
    wait(version, tell) {
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
