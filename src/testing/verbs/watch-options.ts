import { invalid, plainError, type Cause } from '../wire/refusals.js';
import { forbiddenOption, readBoolean, readInteger, versionProblem } from './read-options.js';
import { unsupported } from './write-options.js';

/** The options of a watch that have an effect here. */
export interface ReadWatchOptions {
  /**
   * Whether to start with the state; otherwise with the changes after `version`, or from now on if that is undefined.
   */
  readonly sendsState: boolean;
  /** Undefined for any version. */
  readonly version: string | undefined;
  readonly bookmarks: boolean;
  /** Undefined if the client sets none. */
  readonly timeoutMs: number | undefined;
}

/**
 * Reads the options of a watch. Throws 400 for invalid values, 422 for options that cannot be combined, 500 for an
 * invalid version. Without `hasWatchList`, initial events cannot be requested.
 */
export function readWatchOptions(query: URLSearchParams, hasWatchList: boolean): ReadWatchOptions {
  const seconds = readInteger(query.get('timeoutSeconds'));
  readInteger(query.get('limit'));
  const text = query.get('resourceVersion') ?? '';
  const isLegacy = (text === '' || text === '0') && !query.has('sendInitialEvents') && matchOf(query) === '';
  const causes = isLegacy ? (hasWatchList ? continueCauses(query) : []) : watchCauses(query, hasWatchList);
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, causes);
  const problem = versionProblem(query);
  if (problem !== undefined) throw plainError(problem);
  return {
    sendsState: isLegacy || readBoolean(query.get('sendInitialEvents')),
    version: text === '' || text === '0' ? undefined : text,
    bookmarks: readBoolean(query.get('allowWatchBookmarks')),
    timeoutMs: seconds === 0 ? undefined : seconds * 1000,
  };
}

const field = 'resourceVersionMatch';
const only = 'NotOlderThan';

function matchOf(query: URLSearchParams): string {
  return query.get(field) ?? '';
}

function watchCauses(query: URLSearchParams, hasWatchList: boolean): Cause[] {
  const match = matchOf(query);
  const sends = query.has('sendInitialEvents');
  const causes: Cause[] = [];
  if (sends && match !== only) {
    causes.push(forbiddenOption(field, `sendInitialEvents requires setting resourceVersionMatch to ${only}`));
  }
  if (sends && !hasWatchList) {
    const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    causes.push(forbiddenOption('sendInitialEvents', why));
  }
  if (match === '') return causes;
  if (!sends)
    causes.push(forbiddenOption(field, `${field} is forbidden for watch unless sendInitialEvents is provided`));
  if (match !== only) causes.push(unsupported(field, match, [only]));
  return [...causes, ...continueCauses(query)];
}

function continueCauses(query: URLSearchParams): Cause[] {
  return query.get('continue') ? [forbiddenOption(field, `${field} is forbidden when continue is provided`)] : [];
}
