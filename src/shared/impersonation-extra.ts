const prefix = 'impersonate-extra-';

/**
 * The header of a further field of an impersonated user. Names of headers allow few characters; the server undoes
 * percent-encoding, and takes keys in lower case anyway.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export function extraHeaderOf(key: string): string {
  return prefix + [...new TextEncoder().encode(key.toLowerCase())].map(escapeByte).join('');
}

function escapeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (/[!#$&'*+.^_`|~0-9a-z-]/.test(character)) return character;
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}
