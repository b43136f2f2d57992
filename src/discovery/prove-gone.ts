import type { GroupEntry } from '../catalog/entries.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { noteMissing } from './keep-known.js';
import type { RoundPlan } from './plan.js';
import { readGroupVersionDocument, type DiscoverySource, type ReadingLife } from './read-documents.js';

/** What is to be proved. */
export interface MissingParts {
  /** What was told of the root before. */
  readonly known: readonly GroupEntry[];
  /** What its document lists now. */
  readonly groups: readonly GroupEntry[];
  readonly plan: RoundPlan;
  readonly life: ReadingLife;
}

/** A server that has just restarted leaves out all custom groups for a moment: it is not asked for thousands of paths. */
const mostAsked = 128;

/** How long after the first 404 a path is asked again, in milliseconds. */
const proofAfterMs = 2000;

/**
 * Asks for the own paths of the group-versions that are known and not listed any more, and answers the names of those that
 * are gone: of which the path answered 404, and did so again at least two seconds later.
 */
export async function proveGone(source: DiscoverySource, parts: MissingParts): Promise<ReadonlySet<string>> {
  const { known, groups, plan } = parts;
  const { proofs } = source;
  let listed: ReadonlyMap<string, GroupEntry> | undefined;
  const gone = new Set<string>();
  const due: GroupVersion[] = [];
  for (const [place, was] of known.entries()) {
    // Nearly all are as they were, and of none of them anything has to be forgotten.
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
    // It is served, though not listed: that is asked ever more rarely.
    proofs.delete(key);
    const root = groupVersion.group === '' ? 'api' : 'apis';
    const failure = noteMissing(groupVersion, { root, document: settings.prefixes[root] });
    attempts.failed(document, { failure, error: new Error(failure.message) });
  } else attempts.failed(document, failed);
  return false;
}

/**
 * Of the resources that were seen being deleted those that are gone though their group-version is still there: neither the
 * document of the root lists them, nor that of the group-version.
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
