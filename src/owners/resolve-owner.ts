import type { Catalog } from '../core/catalog/catalog.js';
import { GroupUnavailableError } from '../core/mapper/errors.js';
import type { RESTMapper } from '../core/mapper/rest-mapper.js';
import type { GroupVersion } from '../core/model/group-version.js';
import {
  honoredResource,
  readApiVersion,
  type HonoredField,
  type HonorsOption,
  type OwnerReference,
} from '../core/model/owner-reference.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { quote } from '../core/shared/quote.js';
import { searchOwner, type Finding, type OwnerSearch } from './search-owner.js';
import type { MetadataReader } from '../core/metadata/metadata-answer.js';
import type { CallOptions } from '../core/resource/options.js';
import { endpointsOfKind, endpointsOfResource, type OwnerEndpoints } from './owner-endpoints.js';
import type { OwnerResolution, UnknownOwner } from './owner-resolution.js';
import { validateOwnerReference } from './validate-owner-reference.js';

/** The mapper of the server, or why it could not be learned. */
export type LearnedMapper = { readonly mapper: RESTMapper } | { readonly mapper?: undefined; readonly message: string };

/** The dependencies of {@link resolveOwner}. */
export interface ResolveOwnerPorts {
  readonly read: MetadataReader['read'];
  /** Returns the catalog at hand; undefined if there is none. Sends no request. */
  readonly catalogAtHand: () => Catalog | undefined;
  /** Returns the mapper, learning it if there is none; with `anew`, after a refresh. */
  readonly learn: (options: {
    readonly anew: boolean;
    readonly signal: AbortSignal | undefined;
  }) => Promise<LearnedMapper>;
}

/** Where the dependent is, which field the server uses, and how to cancel. */
export interface ResolveOwnerOptions extends CallOptions, HonorsOption {
  /**
   * The namespace of the dependent. Leave it out (or empty) for a cluster-scoped one.
   * @default none: the dependent is cluster-scoped
   */
  readonly namespace?: string | undefined;
}

/**
 * Finds out whether the owner that a reference names exists. `kind` is mapped by the mapper: the exact version first, or
 * the other versions of the group if that is not served. With `honors: 'resource'`, a `resource` is authoritative and
 * needs no discovery.
 *
 * @throws InvalidArgumentError for null or undefined. A reference of any other shape gets an answer, because servers
 * do send them.
 */
export async function resolveOwner(
  reference: OwnerReference,
  ports: ResolveOwnerPorts,
  resolveOptions: ResolveOwnerOptions,
): Promise<OwnerResolution> {
  const { namespace, honors, ...options } = resolveOptions;
  const given: unknown = reference;
  if (given === null || given === undefined) {
    throw new InvalidArgumentError('reference', 'must be an owner reference');
  }
  options.signal?.throwIfAborted();
  const { valid } = validateOwnerReference(reference, { honors });
  const groupVersion = readApiVersion(reference.apiVersion);
  if (!valid || groupVersion === undefined) return invalidReference(reference, honors);
  const search = searchOwner(reference, namespace === '' ? undefined : namespace, ports.read, options);
  const resource = honoredResource(reference, honors);
  if (resource === undefined) return byKind(reference, groupVersion, search, ports, options.signal);

  const catalog = ports.catalogAtHand();
  const endpoints = catalog === undefined ? undefined : endpointsOfResource(catalog, { ...groupVersion, resource });
  const looked = endpoints === undefined ? undefined : await lookAt(endpoints, search);
  if (looked !== undefined) return conclude(reference, search, looked);
  const finding = await lookAtBothScopes({ ...groupVersion, resource, kind: reference.kind }, search, namespace);
  return conclude(reference, search, { finding, mappings: [] });
}

/** Returns the answer for a reference that no server accepts, or that cannot be followed. */
export function invalidReference(reference: OwnerReference, honors?: HonoredField): UnknownOwner {
  const { problems } = validateOwnerReference(reference, { honors });
  const message = problems.map((problem) => problem.message).join('; ');
  return unknown(reference, { asked: [], mappings: [] }, { reason: 'invalid-reference', message, problems });
}

async function byKind(
  reference: OwnerReference,
  groupVersion: GroupVersion,
  search: OwnerSearch,
  { learn }: ResolveOwnerPorts,
  signal: AbortSignal | undefined,
): Promise<OwnerResolution> {
  const type = { ...groupVersion, kind: reference.kind };
  const learned = await learn({ anew: false, signal });
  if (learned.mapper === undefined) {
    return unknown(reference, { ...search, mappings: [] }, { reason: 'discovery-failed', message: learned.message });
  }
  let endpoints = endpointsOfKind(learned.mapper, type);
  let looked = await lookAt(endpoints, search);
  if (looked === undefined || isNotServed(looked.finding)) {
    // The catalog at hand may be older than the kind, or than the removal of its version.
    const newer = await learn({ anew: true, signal });
    if (newer.mapper !== undefined && newer.mapper !== learned.mapper) {
      endpoints = endpointsOfKind(newer.mapper, type);
      looked = await lookAt(endpoints, search);
    }
  }
  if (looked !== undefined) return conclude(reference, search, looked);
  const reason = endpoints.unmatched instanceof GroupUnavailableError ? 'group-unavailable' : 'no-mapping';
  const message = endpoints.unmatched?.message ?? `no matches for kind ${quote(reference.kind)}`;
  return unknown(reference, { ...search, mappings: [] }, { reason, message });
}

interface Looked {
  readonly finding: Finding;
  readonly mappings: readonly RESTMapping[];
}

/** Looks at all endpoints in the exact version, or at those in other versions if none of these is served. */
async function lookAt(endpoints: OwnerEndpoints, search: OwnerSearch): Promise<Looked | undefined> {
  const { exact, others, isExactIncomplete, isIncomplete } = endpoints;
  const finding = await lookAtAll(exact, search);
  if (finding !== undefined && (others.length === 0 || !isNotServed(finding))) {
    if (finding.state !== 'absent' || !isExactIncomplete) return { finding, mappings: exact };
    const message =
      'it is missing at the known endpoints of its kind, but a part of its group-version could not be read';
    return { finding: { state: 'unknown', reason: 'group-unavailable', message }, mappings: exact };
  }
  const other = await lookAtAll(others, search);
  if (other === undefined) return undefined;
  const mappings = [...exact, ...others];
  if (other.state !== 'absent' || !isIncomplete) return { finding: other, mappings };
  const message = 'it is missing in the served versions, but a part of the group could not be read';
  return { finding: { state: 'unknown', reason: 'group-unavailable', message }, mappings };
}

/** Looks at all endpoints: present if one has the owner, unknown if one gives no answer, otherwise absent. */
async function lookAtAll(mappings: readonly RESTMapping[], search: OwnerSearch): Promise<Finding | undefined> {
  const findings: Finding[] = [];
  for (const mapping of mappings) {
    const finding = await search.at(mapping);
    if (finding.state === 'present') return finding;
    findings.push(finding);
  }
  const unknowns = findings.filter(({ state }) => state === 'unknown');
  if (unknowns.length > 0) return unknowns.find((finding) => !isNotServed(finding)) ?? unknowns[0];
  return findings.find((finding) => finding.state === 'absent' && finding.reason === 'other-uid') ?? findings[0];
}

/** Looks at both scopes, unknown without a catalog: the owner of a namespaced dependent may be of either. */
async function lookAtBothScopes(
  { group, version, resource, kind }: GroupVersion & { readonly resource: string; readonly kind: string },
  search: OwnerSearch,
  namespace: string | undefined,
): Promise<Finding> {
  const mapping = {
    resource: Object.freeze({ group, version, resource }),
    kind: Object.freeze({ group, version, kind }),
  };
  if (namespace !== undefined && namespace !== '') {
    const finding = await search.at({ ...mapping, scope: 'Namespaced' });
    if (!isNotServed(finding)) return finding;
  }
  return search.at({ ...mapping, scope: 'Cluster' });
}

function isNotServed(finding: Finding): boolean {
  return finding.state === 'unknown' && finding.reason === 'not-served';
}

function conclude(reference: OwnerReference, { asked }: OwnerSearch, { finding, mappings }: Looked): OwnerResolution {
  const requests = { asked, mappings };
  if (finding.state === 'unknown') return unknown(reference, requests, finding);
  const common = { reference, asked: Object.freeze([...asked]), mappings: Object.freeze([...mappings]) };
  if (finding.state === 'absent') return Object.freeze({ state: 'absent', reason: finding.reason, ...common });
  return Object.freeze({ state: 'present', owner: finding.owner, resource: finding.mapping.resource, ...common });
}

function unknown(
  reference: OwnerReference,
  { asked, mappings }: Pick<UnknownOwner, 'asked' | 'mappings'>,
  { reason, message, problems }: Pick<UnknownOwner, 'reason' | 'message' | 'problems'>,
): UnknownOwner {
  return Object.freeze({
    state: 'unknown',
    reason,
    message,
    ...(problems !== undefined && { problems }),
    reference,
    asked: Object.freeze([...asked]),
    mappings: Object.freeze([...mappings]),
  });
}
