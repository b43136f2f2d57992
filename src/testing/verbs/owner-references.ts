import type { ObjectMeta } from '../../core/model/kube-object.js';
import type { OwnerReference } from '../../core/model/owner-reference.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { badRequest, plainError, type Cause } from '../wire/refusals.js';

const texts = ['apiVersion', 'kind', 'name', 'uid'] as const;
const flags = ['controller', 'blockOwnerDeletion'] as const;
const known = new Set<string>([...texts, ...flags]);

/** Returns the first field of the wrong type in owner references, if there is one. */
export function mistypedOwnerField(owners: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  for (const owner of owners) {
    const isWrong = (field: string, type: string): boolean =>
      (owner[field] ?? undefined) !== undefined && typeof owner[field] !== type;
    const found = texts.find((field) => isWrong(field, 'string')) ?? flags.find((field) => isWrong(field, 'boolean'));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns owner references as a server keeps them, and the paths of dropped fields. With `ownerResource`, `resource` is
 * kept.
 */
export function knownOwners(
  owners: readonly OwnerReference[],
  { ownerResource = false }: { readonly ownerResource?: boolean | undefined },
): { readonly owners: OwnerReference[]; readonly unknown: readonly string[] } {
  const unknown: string[] = [];
  const kept = owners.map((owner, index) => {
    if (ownerResource) requireText(owner.resource);
    const entries = Object.entries(owner).filter(([field]) => {
      if (known.has(field) || (ownerResource && field === 'resource')) return true;
      unknown.push(`metadata.ownerReferences[${index}].${field}`);
      return false;
    });
    // An empty value is the same as none.
    return Object.fromEntries(
      entries.filter(([field, value]) => field !== 'resource' || Boolean(value)),
    ) as typeof owner;
  });
  return { owners: kept, unknown };
}

function requireText(resource: unknown): void {
  if (resource === undefined || resource === null || typeof resource === 'string') return;
  throw badRequest('json: OwnerReference.metadata.ownerReferences.resource has to be of type string');
}

/**
 * Throws 500 for an apply with `resource` in owner references, which no schema declares; other fields are not checked.
 */
export function refuseUndeclaredOwnerResource(applied: unknown): void {
  const { apiVersion, kind, metadata }: { apiVersion?: unknown; kind?: unknown; metadata?: unknown } = isJsonRecord(
    applied,
  )
    ? applied
    : {};
  const { name, namespace, ownerReferences }: Record<string, unknown> = isJsonRecord(metadata) ? metadata : {};
  const owners = Array.isArray(ownerReferences) ? ownerReferences.filter(isJsonRecord) : [];
  const problems = owners
    .filter((owner) => 'resource' in owner)
    .map(({ uid }) => `.metadata.ownerReferences[uid=${JSON.stringify(uid)}].resource: field not declared in schema`);
  if (problems.length === 0) return;
  const [group, version] = String(apiVersion).includes('/') ? String(apiVersion).split('/') : ['', String(apiVersion)];
  const shown = `(${typeof namespace === 'string' ? namespace : ''}/${String(name)}; ${group ?? ''}/${version ?? ''}, Kind=${String(kind)})`;
  const all = problems.length === 1 ? problems.join('') : ['errors:', ...problems].join('\n  ');
  throw plainError(`failed to create typed patch object ${shown}: ${all}`);
}

/** Returns the problems of owner references that every server refuses. */
export function ownerCauses({ ownerReferences = [] }: ObjectMeta): Cause[] {
  const causes = ownerReferences.flatMap((owner, index) => [
    ...(!owner.apiVersion || hasVersion(owner)
      ? []
      : [wrong(`[${index}].apiVersion`, owner.apiVersion, 'must be <group>/<version> or <version>')]),
    ...texts.flatMap((field) => (owner[field] ? [] : [required(`[${index}].${field}`)])),
    ...(isCoreEvent(owner) ? [wrong(`[${index}]`, owner, '/v1, Kind=Event is disallowed from being an owner')] : []),
  ]);
  const [first, second] = ownerReferences.filter(({ controller }) => controller === true);
  if (first === undefined || second === undefined) return causes;
  const names = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  const why = `Only one reference can have Controller set to true. Found "true" in references for ${names}`;
  return [...causes, wrong('', ownerReferences, why)];
}

function hasVersion({ apiVersion }: Partial<OwnerReference>): boolean {
  const parts = (apiVersion ?? '').split('/');
  return parts.length <= 2 && parts.at(-1) !== '';
}

function isCoreEvent({ apiVersion, kind }: OwnerReference): boolean {
  return kind === 'Event' && (apiVersion === 'v1' || apiVersion === '/v1');
}

function required(field: string): Cause {
  const message = 'Required value: must not be empty';
  return { field: `metadata.ownerReferences${field}`, reason: 'FieldValueRequired', message };
}

function wrong(field: string, value: unknown, why: string): Cause {
  const message = `Invalid value: ${JSON.stringify(value ?? '')}: ${why}`;
  return { field: `metadata.ownerReferences${field}`, reason: 'FieldValueInvalid', message };
}
