import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import type { HonorsOption, OwnerReference } from '../core/model/owner-reference.js';
import { honoredResource, readApiVersion } from '../core/model/owner-reference.js';
import type { Served } from '../core/representation/shapes.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { MetadataAnswer, MetadataReader, UnreadReason } from '../core/metadata/create-metadata-reader.js';
import type { OwnerReferenceProblem, OwnerEndpoints } from './owner-references.js';
import { validateOwnerReference, endpointsOfKind, endpointsOfResource } from './owner-references.js';
import { quote } from '../core/shared/quote.js';
import type { CallOptions } from '../core/resource/options.js';
import type { Catalog } from '../core/catalog/catalog.js';
import { GroupUnavailableError } from '../core/mapper/errors.js';
import type { RESTMapper } from '../core/mapper/create-mapper.js';

/**
 * Why it is unknown whether an owner exists, for `switch`. Besides the reasons for a failed request:
 *
 * - `invalid-reference`: the reference is invalid, see `problems`. No request was sent.
 * - `no-mapping`: discovery knows no such kind in the group.
 * - `group-unavailable`: discovery could not read the group, wholly or in part.
 * - `discovery-failed`: discovery learned nothing at all.
 * - `wrong-scope`: the owner is namespaced and the dependent is not, so there is no namespace to look in.
 * - `no-uid`: the object that was found has no uid to compare.
 */
export type UnknownOwnerReason =
  | UnreadReason
  | 'invalid-reference'
  | 'no-mapping'
  | 'group-unavailable'
  | 'discovery-failed'
  | 'wrong-scope'
  | 'no-uid';

/** One request to the server and its result. */
export interface AskedForOwner {
  /** The endpoint of the request. */
  readonly resource: GroupVersionResource;
  /** Absent for the URL of a cluster-scoped object. */
  readonly namespace?: string | undefined;
  /** The requested name. */
  readonly name: string;
  /** The result: found, not found, found with another uid or without one, or why it could not be read. */
  readonly outcome: 'present' | 'not-found' | 'other-uid' | 'no-uid' | UnreadReason;
  /** The HTTP status of the response, if it was an error. */
  readonly statusCode?: number | undefined;
}

/** The common fields of every {@link OwnerResolution}. */
export interface ResolvedReference {
  /** The reference, as it was passed in. */
  readonly reference: OwnerReference;
  /** Where the owner was looked for, in order: exactly the requests that were sent. */
  readonly asked: readonly AskedForOwner[];
  /**
   * The endpoints that the reference can mean according to the catalog; a kind may have several. Empty if no catalog was
   * needed, or if the catalog has none.
   */
  readonly mappings: readonly RESTMapping[];
}

/**
 * The owner exists: the object with that name has that uid.
 *
 * @typeParam Owner the metadata of the owner, by the option `managedFields`
 */
export interface PresentOwner<Owner = Served<PartialObjectMetadata>> extends ResolvedReference {
  readonly state: 'present';
  /** The owner, as metadata. */
  readonly owner: Owner;
  /** The endpoint at which it was found. */
  readonly resource: GroupVersionResource;
}

/** The owner is gone for good: the server has no object of that name, or another one has its name now. */
export interface AbsentOwner extends ResolvedReference {
  readonly state: 'absent';
  /** `not-found`: there is no object of that name. `other-uid`: another object has its name now. */
  readonly reason: 'not-found' | 'other-uid';
}

/**
 * It is unknown whether the owner exists. Never treat this as absent: a garbage collector that did would delete objects
 * in use.
 */
export interface UnknownOwner extends ResolvedReference {
  readonly state: 'unknown';
  /** Why it is unknown, for programs. */
  readonly reason: UnknownOwnerReason;
  /** The human-readable message. */
  readonly message: string;
  /** The problems of the reference, for `invalid-reference`. */
  readonly problems?: readonly OwnerReferenceProblem[] | undefined;
}

/**
 * Whether the owner that a reference names exists. Switch on `state`, and then on the literal `reason`.
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export type OwnerResolution<Owner = Served<PartialObjectMetadata>> = PresentOwner<Owner> | AbsentOwner | UnknownOwner;

/** What is found out about an owner, without how it was asked for. */
type Finding<Reason = UnknownOwnerReason> =
  | Omit<PresentOwner, keyof ResolvedReference>
  | Omit<AbsentOwner, keyof ResolvedReference>
  | (Omit<UnknownOwner, keyof ResolvedReference> & { readonly reason: Reason });

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
  { read, catalogAtHand, learn }: ResolveOwnerPorts,
  { namespace: given, honors, ...options }: ResolveOwnerOptions,
): Promise<OwnerResolution> {
  const { signal } = options;
  signal?.throwIfAborted();
  const namespace = given === '' ? undefined : given;
  const asked: AskedForOwner[] = [];

  const conclude = (finding: Finding, mappings: readonly RESTMapping[] = []): OwnerResolution =>
    Object.freeze({ ...finding, reference, asked: Object.freeze([...asked]), mappings: Object.freeze([...mappings]) });
  const unknown = (reason: UnknownOwnerReason, message: string): Finding => ({ state: 'unknown', reason, message });

  const { valid, problems } = validateOwnerReference(reference, { honors });
  const groupVersion = valid ? readApiVersion(reference.apiVersion) : undefined;
  if (groupVersion === undefined) {
    const message = problems.map((problem) => problem.message).join('; ');
    return conclude({ state: 'unknown', reason: 'invalid-reference', message, problems });
  }
  const { kind, name } = reference;

  /** Looks at one endpoint. For a cluster-scoped dependent, a namespaced endpoint gets no request. */
  const lookAt = async (mapping: RESTMapping): Promise<Finding> => {
    const { resource } = mapping;
    const isNamespaced = mapping.scope === 'Namespaced';
    if (isNamespaced && namespace === undefined) {
      const message = `a cluster-scoped object cannot have an owner of ${quote(resource.resource)}, which are namespaced`;
      return unknown('wrong-scope', message);
    }
    const place = { ...(isNamespaced && { namespace }), name };
    const answer = await read({ mapping, ...place }, options);
    const finding = findingOf(answer, resource, reference);
    const outcome = finding.state === 'present' ? 'present' : finding.reason;
    const { statusCode } = answer.state === 'unknown' ? answer : {};
    asked.push(Object.freeze({ resource, ...place, outcome, ...(statusCode !== undefined && { statusCode }) }));
    return finding;
  };

  /** Looks at all endpoints: present if one has the owner, unknown if one gives no answer, otherwise absent. */
  const lookAtAll = async (mappings: readonly RESTMapping[]): Promise<Finding | undefined> => {
    const findings: Finding[] = [];
    for (const mapping of mappings) {
      const finding = await lookAt(mapping);
      if (finding.state === 'present') return finding;
      findings.push(finding);
    }
    const unknowns = findings.filter(({ state }) => state === 'unknown');
    if (unknowns.length > 0) return unknowns.find((finding) => !isNotServed(finding)) ?? unknowns[0];
    return findings.find((finding) => finding.state === 'absent' && finding.reason === 'other-uid') ?? findings[0];
  };

  /** Looks at all endpoints in the exact version, or at those in other versions if none of these is served. */
  const resolveAt = async (endpoints: OwnerEndpoints): Promise<OwnerResolution | undefined> => {
    const { exact, others, isExactIncomplete, isIncomplete } = endpoints;
    const finding = await lookAtAll(exact);
    if (finding !== undefined && (others.length === 0 || !isNotServed(finding))) {
      if (finding.state !== 'absent' || !isExactIncomplete) return conclude(finding, exact);
      const message =
        'it is missing at the known endpoints of its kind, but part of its group-version could not be read';
      return conclude(unknown('group-unavailable', message), exact);
    }
    const other = await lookAtAll(others);
    if (other === undefined) return undefined;
    const mappings = [...exact, ...others];
    if (other.state !== 'absent' || !isIncomplete) return conclude(other, mappings);
    const message = 'it is missing in the served versions, but part of the group could not be read';
    return conclude(unknown('group-unavailable', message), mappings);
  };

  const resource = honoredResource(reference, honors);
  if (resource !== undefined) {
    const named = Object.freeze({ ...groupVersion, resource });
    const catalog = catalogAtHand();
    const resolution = catalog && (await resolveAt(endpointsOfResource(catalog, named)));
    if (resolution !== undefined) return resolution;
    // The scope is unknown without a catalog: the owner of a namespaced dependent may be of either.
    const mapping = { resource: named, kind: Object.freeze({ ...groupVersion, kind }) };
    const namespaced = namespace === undefined ? undefined : await lookAt({ ...mapping, scope: 'Namespaced' });
    if (namespaced !== undefined && !isNotServed(namespaced)) return conclude(namespaced);
    return conclude(await lookAt({ ...mapping, scope: 'Cluster' }));
  }

  const learned = await learn({ anew: false, signal });
  if (learned.mapper === undefined) return conclude(unknown('discovery-failed', learned.message));
  let endpoints = endpointsOfKind(learned.mapper, { ...groupVersion, kind });
  let resolution = await resolveAt(endpoints);
  if (resolution === undefined || isNotServed(resolution)) {
    // The catalog at hand may be older than the kind, or than the removal of its version.
    const { mapper } = await learn({ anew: true, signal });
    if (mapper !== undefined && mapper !== learned.mapper) {
      endpoints = endpointsOfKind(mapper, { ...groupVersion, kind });
      resolution = await resolveAt(endpoints);
    }
  }
  if (resolution !== undefined) return resolution;
  const { unmatched } = endpoints;
  const reason = unmatched instanceof GroupUnavailableError ? 'group-unavailable' : 'no-mapping';
  return conclude(unknown(reason, unmatched?.message ?? `no matches for kind ${quote(kind)}`));
}

/** Reads what a server answered for the object with the name of a reference. */
function findingOf(
  answer: MetadataAnswer,
  resource: GroupVersionResource,
  { name, uid }: OwnerReference,
): Finding<UnreadReason | 'no-uid'> {
  if (answer.state === 'missing') return { state: 'absent', reason: 'not-found' };
  if (answer.state === 'unknown') return { state: 'unknown', reason: answer.reason, message: answer.message };
  // The type requires fields that a server may leave out.
  const { metadata }: PartialObjectMetadata = answer.object;
  const shown = `${resource.resource} ${quote(name)}`;
  if (metadata.name !== name) {
    const message = `the server returned ${quote(metadata.name ?? '')} for ${shown}`;
    return { state: 'unknown', reason: 'unusable-answer', message };
  }
  if (!metadata.uid) return { state: 'unknown', reason: 'no-uid', message: `${shown} exists but has no uid` };
  if (metadata.uid !== uid) return { state: 'absent', reason: 'other-uid' };
  return { state: 'present', owner: answer.object, resource };
}

function isNotServed(found: Finding | OwnerResolution): boolean {
  return found.state === 'unknown' && found.reason === 'not-served';
}
