import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { DoubtfulPart } from './discovery.js';
import type { LearnedCatalog } from './learn.js';
import type { RoundPlan } from './plan.js';
import type { DiscoverySource } from './read-documents.js';

/** A plan that requests only some parts. */
export interface CheckPlan extends RoundPlan {
  /** Group-versions that an aggregated root's document describes; the root is requested instead of them. */
  readonly inRoots: readonly GroupVersion[];
}

/**
 * Plans the requests that tell more about these parts: their own documents, or the document of their root if it
 * describes them or could not be read itself. Undefined if none of them is in doubt, or it is too early to retry.
 */
export function planOf(
  { attempts, settings }: DiscoverySource,
  learned: LearnedCatalog,
  parts: readonly DoubtfulPart[],
  sawDeleted: boolean,
): CheckPlan | undefined {
  const roots = new Set<'api' | 'apis'>();
  const own = new Set<string>();
  const inRoots: GroupVersion[] = [];
  const deletedResources: GroupVersionResource[] = [];
  for (const { group, version, resource, root = group === '' ? 'api' : 'apis' } of parts) {
    // Another caller may have rechecked it in the meantime.
    if (!sawDeleted && !isDoubtful(learned, { root, group, version })) continue;
    const answer = learned[root]?.answer;
    const isRoot = answer === undefined || answer.kind === 'failed' || group === undefined || version === undefined;
    if (isRoot) {
      if (attempts.heldBack(settings.prefixes[root], true) === undefined) roots.add(root);
      continue;
    }
    const part = { group, version };
    const document = groupVersionPath(part, settings.prefixes);
    const held = attempts.heldBack(document, !sawDeleted);
    if (held !== undefined) continue;
    const listing = answer.kind === 'aggregated' ? answer.groups : [];
    const isListed = listing.some(
      ({ name, versions }) => name === group && versions.some((each) => each.version === version),
    );
    if (sawDeleted || isListed) roots.add(root);
    if (sawDeleted && resource !== undefined) deletedResources.push({ ...part, resource });
    if (isListed) inRoots.push(part);
    else own.add(formatGroupVersion(part));
  }
  if (roots.size === 0 && own.size === 0) return undefined;
  const asks = (groupVersion: GroupVersion): boolean => own.has(formatGroupVersion(groupVersion));
  return {
    asksRoot: (root) => roots.has(root),
    // A root read again may list new group-versions, and may have become a legacy one.
    asks: (groupVersion) => asks(groupVersion) || inRoots.some((each) => isSame(each, groupVersion)),
    sawDeleted: (groupVersion) =>
      sawDeleted && (asks(groupVersion) || inRoots.some((each) => isSame(each, groupVersion))),
    deletedResources,
    isPatient: true,
    inRoots,
  };
}

function isDoubtful({ catalog }: LearnedCatalog, { root, group, version }: DoubtfulPart): boolean {
  return group === undefined
    ? catalog.failures.some((failure) => failure.root === root && failure.group === undefined)
    : catalog.failuresOf({ group, version }).length > 0;
}

/** Records which parts are still in doubt, so that they are requested at growing intervals. */
export function noteChecked(
  { attempts, settings }: DiscoverySource,
  { inRoots }: CheckPlan,
  { catalog }: LearnedCatalog,
): void {
  for (const part of inRoots) {
    const document = groupVersionPath(part, settings.prefixes);
    const [failure] = catalog.failuresOf(part);
    if (failure === undefined) attempts.succeeded(document);
    else attempts.failed(document, { failure, error: new Error(failure.message) });
  }
}

/** Throws `InvalidArgumentError` for anything but a list of parts. */
export function requireParts(parts: readonly DoubtfulPart[]): readonly DoubtfulPart[] {
  const given: unknown = parts;
  if (Array.isArray(given) && given.every(isPart)) return parts;
  throw new InvalidArgumentError('parts', 'must be a list of failures, or of objects with group and version');
}

function isPart(part: unknown): boolean {
  if (!isJsonRecord(part)) return false;
  const { root, group, version, resource } = part;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  return (
    isText(group) && isText(version) && isText(resource) && (root === undefined || root === 'api' || root === 'apis')
  );
}

function isSame(a: GroupVersion, b: GroupVersion): boolean {
  return a.group === b.group && a.version === b.version;
}
