import { badRequest, invalid, plainError, type Cause } from '../wire/refusals.js';
import type { ObjectRequest } from './resource-request.js';
import { unsupported } from './write-options.js';

/** The options of a list that have an effect here. */
export interface ReadListOptions {
  /** 0 for no limit. */
  readonly limit: number;
}

/** Checks the options of a get. The only one is `resourceVersion`, which must be valid and has no other effect here. */
export function readGetOptions({ query, resource, name, minor }: ObjectRequest): void {
  if (readBoolean(query.get('export'))) {
    throw badRequest('the export parameter, deprecated since v1.14, is no longer supported');
  }
  const problem = versionProblem(query);
  if (problem === undefined) return;
  if (minor < 38) throw plainError(problem);
  const { group, resource: kind } = resource;
  const message = problem.replace('resourceVersion: ', '');
  throw invalid({ group, kind, name }, [{ reason: 'FieldValueInvalid', message, field: 'resourceVersion' }]);
}

/** Reads the options of a list. Throws 400 for invalid values, 422 for options that cannot be combined. */
export function readListOptions(query: URLSearchParams): ReadListOptions {
  const limit = readInteger(query.get('limit'));
  readInteger(query.get('timeoutSeconds'));
  const causes = matchCauses(query);
  if (query.has('sendInitialEvents'))
    causes.push(forbiddenOption('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, causes);
  const problem = versionProblem(query);
  if (problem !== undefined) throw badRequest(`invalid resource version: ${problem}`);
  // A list at version 0 comes from the cache of a server, without paging.
  return { limit: query.get('resourceVersion') === '0' ? 0 : Math.max(0, limit) };
}

function matchCauses(query: URLSearchParams): Cause[] {
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  if (match === '') return [];
  const field = 'resourceVersionMatch';
  return [
    ...(version === '' ? [forbiddenOption(field, `${field} is forbidden unless resourceVersion is provided`)] : []),
    ...(query.get('continue') ? [forbiddenOption(field, `${field} is forbidden when continue is provided`)] : []),
    ...(match === 'Exact' && version === '0'
      ? [forbiddenOption(field, `${field} "exact" is forbidden for resourceVersion "0"`)]
      : []),
    ...(['Exact', 'NotOlderThan'].includes(match) ? [] : [unsupported(field, match, ['Exact', 'NotOlderThan', ''])]),
  ];
}

/** Returns the cause for an option that must not be set here. */
export function forbiddenOption(field: string, why: string): Cause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field };
}

/** Returns the problem with the resource version, if there is one. */
export function versionProblem(query: URLSearchParams): string | undefined {
  const text = query.get('resourceVersion') ?? '';
  const isNumber = /^\d*$/.test(text);
  if (isNumber && BigInt(text) === BigInt.asUintN(64, BigInt(text))) return undefined;
  const quoted = JSON.stringify(text);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`;
}

/** Parses a 64-bit integer, 0 if absent; throws 400 for anything else. */
export function readInteger(text: string | null): number {
  if (text === null || text === '') return 0;
  const fail = (why: string): Error => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[+-]?\d+$/.test(text)) throw fail('invalid syntax');
  const value = BigInt(text);
  if (value !== BigInt.asIntN(64, value)) throw fail('value out of range');
  return Number(value);
}

/** Reports whether a parameter is set to anything but `0` and `false`. */
export function readBoolean(text: string | null): boolean {
  return text !== null && text !== '0' && text.toLowerCase() !== 'false';
}
