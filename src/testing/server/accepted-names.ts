import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { textsOf } from '../served/fields.js';

/** Which names of a definition are its own, and why others are not. */
export interface AcceptedNames {
  readonly names: JsonRecord;
  /** The last of its conflicts; undefined if all names are accepted. */
  readonly conflict: { readonly reason: string; readonly message: string } | undefined;
}

const fields = [
  ['plural', 'PluralConflict', 'resources'],
  ['singular', 'SingularConflict', 'resources'],
  ['shortNames', 'ShortNamesConflict', 'resources'],
  ['kind', 'KindConflict', 'kinds'],
  ['listKind', 'ListKindConflict', 'kinds'],
] as const;

/**
 * Accepts the names that no other definition of the group has, and those that were accepted before, like the naming
 * controller of real servers.
 *
 * @param accepted the names that were accepted before
 * @param others the accepted names of the other definitions of the group
 */
export function acceptNames(requested: JsonRecord, accepted: JsonRecord, others: readonly JsonRecord[]): AcceptedNames {
  const used = {
    resources: new Set(others.flatMap((each) => namesIn(each, ['plural', 'singular', 'shortNames']))),
    kinds: new Set(others.flatMap((each) => namesIn(each, ['kind', 'listKind']))),
  };
  const names: Record<string, unknown> = { ...accepted };
  let conflict: AcceptedNames['conflict'];
  for (const [field, reason, sort] of fields) {
    const own = namesIn(accepted, [field]);
    const taken = namesIn(requested, [field]).filter((name) => !own.includes(name) && used[sort].has(name));
    const problems = taken.map((name) => `${JSON.stringify(name)} is already in use`);
    if (problems.length > 0)
      conflict = { reason, message: problems.length > 1 ? `[${problems.join(', ')}]` : problems.join('') };
    else names[field] = requested[field];
  }
  return { names: withoutUndefined({ ...names, categories: requested['categories'] }), conflict };
}

/** Returns the names that a definition asks for, with those that servers fill in. */
export function requestedNames(spec: unknown): JsonRecord {
  const names = recordOf(recordOf(spec)['names']);
  const kind = typeof names['kind'] === 'string' ? names['kind'] : '';
  return { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names };
}

function namesIn(names: JsonRecord, of: readonly string[]): string[] {
  return of.flatMap((field) => textsOf([names[field]].flat())).filter((name) => name !== '');
}

function recordOf(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {};
}

function withoutUndefined(record: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
