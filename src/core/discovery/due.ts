import { mayHide, type CatalogFailure } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { heldBack, listingOf, nameOf, type CatalogPart, type Knowledge, type Root, type RootFacts } from './facts.js';
import type { RootContent } from './parse/read-document.js';
import type { DiscoverySource } from './read-documents.js';
import { memoryMs } from './verdict.js';

/** What a round is for. */
export interface RoundRequest {
  /** Only what tells more about these parts is requested. @default everything */
  readonly parts?: readonly PartInDoubt[] | undefined;
  /** The parts whose definition was seen being deleted. */
  readonly deleted: readonly CatalogPart[];
  /** Whether documents that failed repeatedly are left alone for a while. */
  readonly isPatient: boolean;
  /** Whether the own paths of `parts` are requested in any case, and nothing else is. */
  readonly insists?: boolean | undefined;
}

/** A part as a failure names it: a group-version, or a whole root. */
export type PartInDoubt = Pick<CatalogFailure, 'group' | 'version'> & Partial<Pick<CatalogFailure, 'root'>>;

/** What is due at one root: its own document or, once that was received or is not due, those of group-versions. */
export interface Due {
  readonly root: boolean;
  readonly groupVersions: readonly GroupVersion[];
}

/**
 * The most own paths requested at once: a server that has just restarted omits all custom groups for a moment, which
 * would mean thousands of paths.
 */
const mostOwnPaths = 128;

/**
 * Says what is due to be requested at one root.
 *
 * @param received the document of the root, if it was received in this round
 */
export function whatIsDue(
  root: Root,
  { facts: { [root]: facts }, attempts }: Pick<Knowledge, 'facts' | 'attempts'>,
  request: RoundRequest,
  { settings, clock }: Pick<DiscoverySource, 'settings' | 'clock'>,
  received?: RootContent,
): Due {
  const time = clock.now();
  const { latest, failed, missingSince } = facts;
  if (request.parts === undefined && received === undefined) return { root: true, groupVersions: [] };
  const isHeld = (path: string, isPatient = true): boolean => heldBack(attempts, path, isPatient, time) !== undefined;
  const pathOf = (part: GroupVersion): string => groupVersionPath(part, settings.prefixes);
  const wanted = request.parts?.filter((part) => rootOf(part) === root && (request.insists ?? isInDoubt(facts, part)));
  if (request.insists === true) {
    return {
      root: false,
      groupVersions: wanted?.filter(isGroupVersion).filter((part) => !isHeld(pathOf(part), false)) ?? [],
    };
  }
  const { groups, format } = received ?? latest ?? facts;
  const isListed = listingOf(groups);
  if (received === undefined) {
    // The document of a root tells of what it lists with resources, and of what it does not list any more.
    const isTellingOf = (part: PartInDoubt): boolean => {
      if (latest === undefined || failed !== undefined || !isGroupVersion(part))
        return !isHeld(settings.prefixes[root]);
      return !(format === 'legacy' && isListed(part)) && !isHeld(checkOf(part));
    };
    if (wanted?.some(isTellingOf) ?? true) return { root: true, groupVersions: [] };
    if (failed !== undefined) return { root: false, groupVersions: [] };
  }
  const isWanted = (part: GroupVersion): boolean => wanted?.some((each) => isSame(each, part)) ?? true;
  const wasRead = listingOf(latest?.groups ?? []);
  const isOwnDue = (part: GroupVersion): boolean =>
    wanted === undefined || !wasRead(part) || (isWanted(part) && !isHeld(pathOf(part)));
  const own = format === 'legacy' ? groups.flatMap(({ versions }) => versions.filter(isOwnDue)) : [];
  if (missingSince.size === 0 && request.deleted.length === 0) return { root: false, groupVersions: own };
  const isDeleted = (part: GroupVersion): boolean =>
    request.deleted.some((each) => isSame(each, part) && !isListed(each)) && !isHeld(pathOf(part), false);
  const isMissing = (part: GroupVersion): boolean =>
    isWanted(part) &&
    !isListed(part) &&
    time - (missingSince.get(nameOf(part)) ?? time) >= memoryMs &&
    !isHeld(pathOf(part));
  const known = facts.groups.flatMap(({ versions }) => versions.map(({ group, version }) => ({ group, version })));
  const missing = known.filter((part) => !isDeleted(part) && isMissing(part));
  return { root: false, groupVersions: [...own, ...[...known.filter(isDeleted), ...missing].slice(0, mostOwnPaths)] };
}

function rootOf({ group, root = group === '' ? 'api' : 'apis' }: PartInDoubt): Root {
  return root;
}

/** Another caller may have had it requested in the meantime. */
function isInDoubt({ failures }: RootFacts, { group, version }: PartInDoubt): boolean {
  if (group === undefined) return failures.some((failure) => failure.group === undefined);
  return failures.some((failure) => mayHide(failure, { group, version }));
}

function isGroupVersion(part: PartInDoubt): part is GroupVersion {
  return part.group !== undefined && part.version !== undefined;
}

/** The key under which failed checks of a part are counted: documents that describe it were read, and it is still in doubt. */
export function checkOf(part: GroupVersion): string {
  return `check ${formatGroupVersion(part)}`;
}

function isSame(a: PartInDoubt, b: GroupVersion): boolean {
  return a.group === b.group && a.version === b.version;
}
