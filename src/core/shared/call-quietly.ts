/**
 * Calls an observer and ignores what it throws. An async function fits the type of an observer as well, and may return
 * a Promise of another realm.
 */
export function callQuietly(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(() => undefined);
  } catch {
    // Ignored, as above.
  }
}
