import type { ServedResource } from './served.js';

/** The names that a resource accepts: DNS subdomains, DNS labels, or any path segment. */
export type Naming = 'subdomain' | 'label' | 'segment';

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/**
 * Returns the naming of a resource: labels for namespaces and services, any path segment for RBAC, otherwise
 * subdomains.
 */
export function namingOf({ group, resource, custom }: ServedResource): Naming {
  if (custom) return 'subdomain';
  if (group === 'rbac.authorization.k8s.io') return 'segment';
  return group === '' && (resource === 'namespaces' || resource === 'services') ? 'label' : 'subdomain';
}

/**
 * Returns the problem with a name; undefined if it is valid.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 */
export function problemOfName(name: string, naming: Naming): string | undefined {
  switch (naming) {
    case 'segment':
      if (name === '.' || name === '..') return `may not be '${name}'`;
      return ['/', '%'].flatMap((character) => (name.includes(character) ? [`may not contain '${character}'`] : []))[0];
    case 'label':
      if (name.includes('.')) return 'must not contain dots';
      if (name.length > 63) return 'must be no more than 63 bytes';
      return label.test(name) ? undefined : 'must be a DNS label of lower-case letters, digits and dashes';
    case 'subdomain':
      if (name.length > 253) return 'must be no more than 253 bytes';
      return name.split('.').every((part) => label.test(part))
        ? undefined
        : 'must be a DNS subdomain of lower-case letters, digits, dashes and dots';
  }
}
