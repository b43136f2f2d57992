/** The ETag of an aggregated document: quoted SHA-512 in upper-case hex over what v2 and v2beta1 have in common. */
export async function etagOf(items: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ metadata: {}, items }));
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-512', bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `"${hex.toUpperCase()}"`;
}
