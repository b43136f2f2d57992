import type { Catalog } from '../catalog/catalog.js';
import { describeFailedParts } from '../catalog/describe-failure.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { formatGroupResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { quote } from '../shared/quote.js';
import { GroupUnavailableError, NoMatchError } from './errors.js';
import type { NameIndex } from './name-index.js';
import { describeQuestion, type Question } from './question.js';

const mostMembers = 5;

/** A group that the question names. */
export interface NamedGroup {
  readonly group: string;
  readonly version?: string | undefined;
  /** Whether it may abbreviate the groups that begin with it. */
  readonly cutShort?: boolean | undefined;
}

/** What is known of a question without a match. */
export interface Unmatched {
  readonly question: Question;
  readonly groups: readonly NamedGroup[];
  /** True if some reading leaves the group open, so that the name may be anywhere. */
  readonly anywhere?: boolean | undefined;
  /** True if the question cannot name anything. */
  readonly malformed?: boolean | undefined;
  readonly suggestions?: readonly string[] | undefined;
  /** The missing verbs or scope, if something of that name exists without them. */
  readonly lacking?: string | undefined;
  /** The resources of the category, if the word is one. */
  readonly members?: readonly RESTMapping[] | undefined;
}

/** Creates the error for a question without a match: a group that it names could not be read, or nothing matches. */
export function unmatched({ catalog }: NameIndex, unknown: Unmatched): NoMatchError | GroupUnavailableError {
  const { question, groups, anywhere = false, suggestions = [], members } = unknown;
  const hint = suggestions.length === 0 ? '' : `; did you mean ${suggestions.map(quote).join(' or ')}?`;
  const behind = [...new Set(groups.flatMap((named) => failuresBehind(catalog, named)))];
  if (behind.length > 0) {
    const head = `cannot tell whether the server has ${describeQuestion(question)}`;
    const reason = `discovery could not read ${describeFailedParts(behind)} (${behind[0]?.message ?? ''})`;
    return new GroupUnavailableError(`${head}: ${reason}${hint}`, { question, suggestions, failures: behind });
  }
  const failures = anywhere ? catalog.failures : [];
  const unread =
    failures.length === 0 ? '' : `; discovery could not read ${describeFailedParts(failures)}, where it may be`;
  return new NoMatchError(`${headOf(unknown)}${unread}${hint}`, { question, suggestions, failures, members });
}

function headOf({ question, malformed = false, lacking, members }: Unmatched): string {
  const asked = describeQuestion(question);
  if (members !== undefined) {
    return `${asked} is a category, not a single resource; resolveAll resolves it to ${listMembers(members)}`;
  }
  if (malformed) return `${asked} does not name a resource; the form is TYPE[.VERSION][.GROUP][/NAME]`;
  return lacking === undefined ? `no matches for ${asked}` : `${asked} exists, but without ${lacking}`;
}

function failuresBehind(catalog: Catalog, { group, version, cutShort = false }: NamedGroup): readonly CatalogFailure[] {
  if (catalog.failures.length === 0) return catalog.failures;
  const exact = catalog.failuresOf({ group, version });
  if (!cutShort || group === '') return exact;
  return [
    ...exact,
    ...catalog.failures.filter((failure) => failure.group?.startsWith(group) && fitsVersion(failure, version)),
  ];
}

function fitsVersion(failure: CatalogFailure, version: string | undefined): boolean {
  return version === undefined || failure.version === undefined || failure.version === version;
}

function listMembers(members: readonly RESTMapping[]): string {
  const names = members.slice(0, mostMembers).map(({ resource }) => {
    const name = formatGroupResource(resource);
    return /^[\w.-]+$/.test(name) ? name : quote(name);
  });
  const more = members.length > mostMembers ? ` and ${members.length - mostMembers} more` : '';
  return `${names.join(', ')}${more}`;
}
