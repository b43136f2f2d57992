const loopback = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[::1\])$/;

/**
 * What is wrong with the Host of a request: there is not exactly one (`malformed`), or it is another server's
 * (`foreign`); undefined when nothing is. Only names of loopback are taken, and `allowed` ones: a web page whose name was
 * made to point at 127.0.0.1 (DNS rebinding) would otherwise read what only tests are meant to read. Letter case, the port
 * and the dot at the end of a full name make no difference.
 */
export function hostProblem(given: readonly string[], allowed: readonly string[]): 'malformed' | 'foreign' | undefined {
  const [header] = given;
  if (header === undefined || given.length > 1) return 'malformed';
  const name = nameIn(header);
  const isAllowed = loopback.test(name) || (name !== '' && allowed.some((each) => nameIn(each) === name));
  return isAllowed ? undefined : 'foreign';
}

/** The name alone, in lower case. An IPv6 address may stand without its brackets where no port follows. */
function nameIn(host: string): string {
  const lower = host.toLowerCase();
  if (/^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/.test(lower)) return `[${lower}]`;
  const name = lower.replace(/:\d*$/, '');
  // An address is no name: with a dot behind it, it would be looked up.
  return /^(?=.*[a-z])[^[\]]+[^.]\.$/.test(name) ? name.slice(0, -1) : name;
}
