/** Programs for which servers indent their JSON, unless they are asked not to. */
const readers = /^(?:Mozilla\/5\.0|curl|Wget)/;

/** The name under which a browser sends its requests, whatever is asked for; undefined elsewhere. */
export function runtimeUserAgent(): string | undefined {
  const navigator: unknown = Reflect.get(globalThis, 'navigator');
  const name: unknown =
    typeof navigator === 'object' && navigator !== null ? Reflect.get(navigator, 'userAgent') : undefined;
  return typeof name === 'string' && name.startsWith('Mozilla/') ? name : undefined;
}

/** Whether a server would indent its answers for requests sent under this name or from this browser. */
export function getsIndentedJson(userAgent: string): boolean {
  return readers.test(runtimeUserAgent() ?? userAgent);
}
