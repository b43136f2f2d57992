/** Returns an ETag as servers compute it: quoted SHA-512 in upper-case hex. */
export async function etagOf(text: string): Promise<string> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (subtle === undefined) {
    throw new Error(
      'crypto.subtle is missing: browsers have it on https and on localhost, and the jsdom of Jest has none',
    );
  }
  const digest = new Uint8Array(await subtle.digest('SHA-512', new TextEncoder().encode(text)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `"${hex.toUpperCase()}"`;
}
