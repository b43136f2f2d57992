/** What a call throws; undefined when it does not. */
export function errorOf(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}
