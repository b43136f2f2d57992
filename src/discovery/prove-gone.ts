import type { GroupEntry } from '../catalog/entries.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { noteMissing } from './keep-known.js';
import type { RoundPlan } from './plan.js';
import { readGroupVersionDocument, type DiscoverySource, type ReadingLife } from './read-documents.js';

/** Group-versions that may be gone, and how to check them. */
export interface MissingParts {
  /** The previous groups of the root. */
  readonly known: readonly GroupEntry[];
  /** The groups that its document lists now. */
  readonly groups: readonly GroupEntry[];
  readonly plan: RoundPlan;
  readonly life: ReadingLife;
}

/**
 * The most paths requested at once: a server that has just restarted omits all custom groups for a moment, which would
 * mean thousands of paths.
 */
const mostAsked = 128;

/** The minimum time between the two 404s of a path, in milliseconds. */
const proofAfterMs = 2000;

/**
 * Requests the own paths of known group-versions that are no longer listed, and returns the names of those that are
 * gone: their path answered 404, and did so again at least two seconds later.
 */
export async function proveGone(source: DiscoverySource, parts: MissingParts): Promise<ReadonlySet<string>> {
  const { known, groups, plan } = parts;
  const { proofs } = source;
  let listed: ReadonlyMap<string, GroupEntry> | undefined;
  const gone = new Set<string>();
  const due: GroupVersion[] = [];
  for (const [place, was] of known.entries()) {
    // Nearly all groups are unchanged, and there are no proofs of them to discard.
    if (groups[place] === was && proofs.size === 0) continue;
    const { name, versions } = was;
    const now = (listed ??= new Map(groups.map((group) => [group.name, group]))).get(name)?.versions;
    for (const { group, version, resources } of versions) {
      const key = formatGroupVersion({ group, version });
      if (now?.some((each) => each.version === version) === true) proofs.delete(key);
      else if (resources.length > 0 && due.length < mostAsked && isDue(source, plan, { group, version })) {
        due.push({ group, version });
      }
    }
  }
  const isProved = async (groupVersion: GroupVersion): Promise<void> => {
    if (await isGone(source, parts, groupVersion)) gone.add(formatGroupVersion(groupVersion));
  };
  await Promise.all(due.map(isProved));
  return gone;
}

function isDue({ attempts, proofs, settings, clock }: DiscoverySource, plan: RoundPlan, part: GroupVersion): boolean {
  if (!plan.asks(part)) return false;
  const document = groupVersionPath(part, settings.prefixes);
  if (plan.sawDeleted(part)) return attempts.banned(document) === undefined;
  const first = proofs.get(formatGroupVersion(part));
  if (first !== undefined && clock.now() - first < proofAfterMs) return false;
  return attempts.heldBack(document, plan.isPatient) === undefined;
}

async function isGone(
  source: DiscoverySource,
  { plan, life }: MissingParts,
  groupVersion: GroupVersion,
): Promise<boolean> {
  const { attempts, proofs, settings, clock } = source;
  const key = formatGroupVersion(groupVersion);
  const document = groupVersionPath(groupVersion, settings.prefixes);
  const { failed } = await readGroupVersionDocument(source, groupVersion, life);
  if (failed?.failure.class === 'notFound') {
    attempts.succeeded(document);
    if (proofs.has(key) || plan.sawDeleted(groupVersion)) {
      proofs.delete(key);
      return true;
    }
    proofs.set(key, clock.now());
    return false;
  }
  if (failed === undefined) {
    // Served, although not listed: request it at growing intervals.
    proofs.delete(key);
    const root = groupVersion.group === '' ? 'api' : 'apis';
    const failure = noteMissing(groupVersion, { root, document: settings.prefixes[root] });
    attempts.failed(document, { failure, error: new Error(failure.message) });
  } else attempts.failed(document, failed);
  return false;
}

/**
 * Returns the resources, out of those seen being deleted, that are gone although their group-version still exists:
 * neither the document of the root nor that of the group-version lists them.
 */
export async function proveLacking(
  source: DiscoverySource,
  groups: readonly GroupEntry[],
  { deletedResources }: RoundPlan,
  life: ReadingLife,
): Promise<readonly GroupVersionResource[]> {
  const { attempts, settings } = source;
  const lacks = (listed: readonly { readonly resource: string }[], { resource }: GroupVersionResource): boolean =>
    listed.every((entry) => entry.resource !== resource);
  const proved = deletedResources.map(async (each) => {
    const { group, version } = each;
    const listed = groups.find(({ name }) => name === group)?.versions.find((entry) => entry.version === version);
    if (listed?.freshness !== 'Current' || !lacks(listed.resources, each)) return [];
    if (attempts.banned(groupVersionPath(each, settings.prefixes)) !== undefined) return [];
    const { version: read, failed } = await readGroupVersionDocument(source, each, life);
    return failed === undefined && lacks(read.resources, each) ? [each] : [];
  });
  return (await Promise.all(proved)).flat();
}
