/**
 * Reports the end of an informer or a controller once, like any rejected promise: before the sync by `synced`, later by
 * `ended`, and always by `ended` to one who has read nothing else. So nobody has to await both. Read them through it.
 */
export function createEndReport(promises: { readonly synced: Promise<void>; readonly ended: Promise<void> }) {
  const read = { synced: false, ended: false };
  return {
    get synced(): Promise<void> {
      read.synced = true;
      return promises.synced;
    },
    get ended(): Promise<void> {
      read.ended = true;
      return promises.ended;
    },
    /** Marks as handled, before they reject, the promises that do not report; both if the end came from outside. */
    end({ isReported, hasSynced }: { readonly isReported: boolean; readonly hasSynced: boolean }): void {
      const by = !isReported ? undefined : hasSynced || (read.ended && !read.synced) ? 'ended' : 'synced';
      for (const each of ['synced', 'ended'] as const) if (each !== by) promises[each].catch(() => undefined);
    },
  };
}
