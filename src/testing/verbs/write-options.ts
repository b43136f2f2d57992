import { invalid, type Cause } from '../wire/refusals.js';

/** The names of write options in answers of servers. */
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions';

/**
 * Reads the query of a create, replace or patch: whether to change nothing (`dryRun=All`). Throws 422 for an invalid
 * value.
 */
export function readWriteOptions(
  query: URLSearchParams,
  kind: OptionsKind,
  further: readonly Cause[] = [],
): { dryRun: boolean } {
  const dryRun = query.getAll('dryRun');
  const validation = query.get('fieldValidation') ?? '';
  const manager = query.get('fieldManager') ?? '';
  requireOptions(kind, [
    ...further,
    ...dryRunCauses(dryRun),
    ...managerCauses(manager),
    ...(['', 'Ignore', 'Strict', 'Warn'].includes(validation)
      ? []
      : [unsupported('fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn'])]),
  ]);
  return { dryRun: dryRun.length > 0 };
}

/** Like {@link readWriteOptions}, for a patch: an apply needs a manager, and `force` is only for applies. */
export function readPatchOptions(query: URLSearchParams, isApply: boolean): { dryRun: boolean } {
  const causes: Cause[] = [];
  if (isApply && (query.get('fieldManager') ?? '') === '') {
    const message = 'Required value: is required for apply patch';
    causes.push({ reason: 'FieldValueRequired', message, field: 'fieldManager' });
  }
  if (!isApply && query.has('force')) {
    const message = 'Forbidden: may not be specified for non-apply patch';
    causes.push({ reason: 'FieldValueForbidden', message, field: 'force' });
  }
  return readWriteOptions(query, 'PatchOptions', causes);
}

/** Returns the manager of a write: `fieldManager` of the query, or the part of User-Agent before the slash. */
export function managerOf(query: URLSearchParams, userAgent: string | null): string {
  const fieldManager = query.get('fieldManager') ?? '';
  if (fieldManager !== '') return fieldManager;
  const [product = ''] = (userAgent ?? '').split('/');
  return product.replace(/\p{C}/gu, '').slice(0, 128) || 'unknown';
}

/** Throws 422 if there are causes. */
export function requireOptions(kind: OptionsKind, causes: readonly Cause[]): void {
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind }, causes);
}

/** Returns the problem with a list of `dryRun` values. */
export function dryRunCauses(values: readonly unknown[]): Cause[] {
  return values.every((value) => value === 'All') ? [] : [unsupported('dryRun', values, ['All'])];
}

/** Returns the cause for a value that is not supported. */
export function unsupported(field: string, value: unknown, known: readonly string[]): Cause {
  const all = known.map((word) => JSON.stringify(word)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${all}`;
  return { reason: 'FieldValueNotSupported', message, field };
}

function managerCauses(manager: string): Cause[] {
  const field = 'fieldManager';
  if (new TextEncoder().encode(manager).length > 128) {
    return [{ reason: 'FieldValueTooLong', message: 'Too long: may not be more than 128 bytes', field }];
  }
  const odd = [...manager].findIndex((character) => /\p{C}/u.test(character));
  if (odd < 0) return [];
  const code = (manager.codePointAt(odd) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const message = `Invalid value: ${JSON.stringify(manager)}: invalid character U+${code} (at position ${odd})`;
  return [{ reason: 'FieldValueInvalid', message, field }];
}
