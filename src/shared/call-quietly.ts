/**
 * Calls somebody who is only told of something: what he throws is his own affair. An async function fits the type of an
 * observer as well, and may come from another realm, with a Promise of its own.
 */
export function callQuietly(call: () => unknown): void {
  try {
    Promise.resolve(call()).catch(() => undefined);
  } catch {
    // As above.
  }
}
