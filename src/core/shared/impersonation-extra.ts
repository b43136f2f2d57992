const prefix = 'impersonate-extra-';

/**
 * Returns the header of an extra field of an impersonated user. Header names allow few characters; the server decodes
 * percent-encoding, and lower-cases the keys anyway.
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
