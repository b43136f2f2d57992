import { describeFailedParts } from '../catalog/describe-failure.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { cohabit } from '../model/cohabiting-groups.js';
import { formatGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping, Scope } from '../model/rest-mapping.js';
import { quote, quoteUnusual } from '../shared/quote.js';

/**
 * Why a candidate was chosen. Two candidates count as one if they are known to be the same objects: versions of one
 * plural in one group, and groups that Kubernetes documents as sharing their storage (`cohabitingGroups`).
 *
 * - `exact`: the question named group and version, and one resource fits.
 * - `only one`: one endpoint fits, and the question left its group or version open.
 * - `preferred version`: the candidates are in one group, and the server ranks this one's version before theirs.
 * - `same objects`: the candidates are in several groups that are known to serve the same objects.
 * - `core group`: other groups serve other objects under this name, but the core group comes first.
 * - `built-in group`: other groups serve other objects under this name, but this group is built into Kubernetes and
 *   they are not: they come from custom resources, or from other API servers.
 * - `server order`: others serve other objects, and only the order of the server's document decided. Between groups
 *   this is a tie, which `ambiguity: 'error'` refuses. Within one group-version, if two resources share a kind or a
 *   short name, it is not a tie: the group is right, and all of them are candidates.
 */
export type ResolutionReason =
  'exact' | 'core group' | 'built-in group' | 'preferred version' | 'server order' | 'only one' | 'same objects';

/** The answer to a name, with everything that the name could mean. */
export interface Resolution {
  /** The answer: the endpoint, with its kind and scope. */
  readonly mapping: RESTMapping;
  /** Everything that fits the question: `mapping` first, then the others by rank, `Kept` ones last. */
  readonly candidates: readonly RESTMapping[];
  /** Why `mapping` was chosen over the others. */
  readonly reason: ResolutionReason;
  /** The object's name, if the question was `TYPE/NAME`. */
  readonly name?: string;
  /**
   * Present if a part of the server that ranks before this answer could not be read. The word may mean something in it;
   * `candidates` and `reason` cover only the other parts, and what is kept from before. If the answer is itself kept,
   * these failures are the reason. Check this in a script that must not use the wrong resource.
   */
  readonly unread?: readonly CatalogFailure[];
}

/** The answer to several names and categories. */
export interface Resolutions {
  /** Each resource, or object of `TYPE/NAME`, once; in the order of the words. */
  readonly resolutions: readonly Resolution[];
  /**
   * The unread parts that may change this answer: for a category, everything that may contain more resources of it; for
   * a name, everything that ranks before its answer (`Resolution.unread`). If this is empty, nothing is missing.
   */
  readonly unread: readonly CatalogFailure[];
}

/** Options of name resolution: which resources may be the answer, and what to do about a tie. */
export interface ResolveOptions {
  /** Accepts only resources that support all of these verbs. @default any */
  readonly verbs?: readonly string[] | undefined;
  /** Accepts only resources of this scope. @default both */
  readonly scope?: Scope | undefined;
  /**
   * `error` throws `AmbiguousMatchError` for a tie: an answer for which only the order of the server's document decided
   * between groups (`server order`). The core group before all others, and a built-in group before custom ones, are not
   * ties.
   * @default 'first'
   */
  readonly ambiguity?: 'first' | 'error' | undefined;
}

/** Returns why the first of the candidates is the answer. `isExact` is true if the question named group and version. */
export function resolutionReason(candidates: readonly RESTMapping[], isExact: boolean): ResolutionReason {
  const [chosen] = candidates as readonly [RESTMapping, ...RESTMapping[]];
  if (candidates.length === 1) return isExact ? 'exact' : 'only one';
  const { group, version } = chosen.resource;
  const isInGroup = ({ resource }: RESTMapping): boolean => resource.group === group;
  const rivals = candidates.filter((each) => !areSameObjects(chosen, each));
  if (rivals.some((rival) => isInGroup(rival) && rival.resource.version === version)) return 'server order';
  if (rivals.length === 0 && !candidates.every(isInGroup)) return 'same objects';
  if (rivals.every(isInGroup)) return 'preferred version';
  if (group === '') return 'core group';
  return rivals.every((rival) => isInGroup(rival) || takesPrecedence(group, rival.resource.group))
    ? 'built-in group'
    : 'server order';
}

/**
 * Reports whether two candidates are known to be the same objects, by what every format of discovery shows: versions of
 * one plural in one group, and cohabiting groups.
 */
function areSameObjects(a: RESTMapping, b: RESTMapping): boolean {
  return a.scope === b.scope && cohabit(a.resource, b.resource);
}

/**
 * Reports whether only the order of the server's document decided between two groups with this name: their objects
 * differ, neither is the core group, and both or neither are built into Kubernetes. `ambiguity: 'error'` rejects these
 * answers.
 *
 * @example
 * const resolution = mapper.resolve('widgets');
 * if (isTie(resolution)) console.warn(`ambiguous: ${describeResolution(resolution)}`);
 */
export function isTie({ mapping, candidates, reason }: Resolution): boolean {
  const { group } = mapping.resource;
  return (
    reason === 'server order' &&
    candidates.some((other) => {
      const { group: otherGroup } = other.resource;
      return otherGroup !== group && !takesPrecedence(group, otherGroup) && !areSameObjects(mapping, other);
    })
  );
}

/**
 * Reports whether the nature of the groups decides between them. Every server ranks the core group first;
 * kube-apiserver gives its own groups priorities above 15000 and the groups of custom resources 1000, which only an
 * APIService can change.
 */
function takesPrecedence(group: string, other: string): boolean {
  return group === '' || (isBuiltInGroup(group) && !isBuiltInGroup(other));
}

const because: Readonly<Record<ResolutionReason, string>> = {
  exact: 'named in full',
  'only one': 'the only candidate',
  'preferred version': 'the server prefers this version',
  'same objects': 'the others serve the same objects',
  'core group': 'the core group takes precedence',
  'built-in group': 'built-in groups take precedence',
  'server order': "first in the server's order",
};

const mostOthers = 5;

/**
 * Describes a resolution in one line: what was chosen, why, and what else the name could mean. `resolve` accepts the
 * names in it.
 *
 * @example
 * console.log(describeResolution(mapper.resolve('deploy')));
 */
export function describeResolution(resolution: Resolution): string {
  const { mapping, candidates, reason, name, unread = [] } = resolution;
  const object = name === undefined ? '' : ` ${quote(name)}`;
  const others = candidates.filter((candidate) => candidate !== mapping).map(fullName);
  const more = others.length > mostOthers ? ` and ${others.length - mostOthers} more` : '';
  const also = others.length === 0 ? '' : `; also ${others.slice(0, mostOthers).join(', ')}${more}`;
  const hidden = unread.length === 0 ? '' : `; not read, but takes precedence: ${describeFailedParts(unread)}`;
  const { kind, scope } = mapping;
  const why = isTie(resolution) ? `${because[reason]}, a tie` : because[reason];
  return `${fullName(mapping)}${object} (${quoteUnusual(kind.kind)}, ${scope.toLowerCase()}): ${why}${also}${hidden}`;
}

function fullName({ resource }: RESTMapping): string {
  return quoteUnusual(formatGroupVersionResource(resource));
}
