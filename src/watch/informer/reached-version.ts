import { compareResourceVersions, isComparableVersion } from '../../core/model/resource-version.js';

/**
 * Creates the version that the state of an informer has reached, with those who wait for a later one: none at first. Versions
 * that do not compare are ignored.
 */
export function createReachedVersion() {
  let reached = '';
  const waiting = new Set<{ readonly version: string; readonly tell: () => void }>();
  const isReached = (version: string): boolean => (compareResourceVersions(reached, version) ?? -1) >= 0;
  const tell = (): void => {
    const due = [...waiting].filter((each) => isReached(each.version));
    for (const each of due.sort((a, b) => compareResourceVersions(a.version, b.version) ?? 0)) {
      waiting.delete(each);
      each.tell();
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
      if (waiting.size > 0) tell();
    },
    /** Calls `tell` once the version is reached, perhaps at once. Returns the function that ends the wait. */
    wait(version: string, tell: () => void): () => void {
      const mine = { version, tell };
      if (isReached(version)) tell();
      else waiting.add(mine);
      return () => {
        waiting.delete(mine);
      };
    },
  };
}
