import type { MediaType } from '../../media/media-type.js';

interface Clause extends MediaType {
  readonly weight: number;
}

/**
 * Reads an Accept header into its clauses, the preferred first, as API servers do it. They are not exact: letter case
 * counts, quotes stay, a weight that is no number is 0, a clause with weight 0 counts all the same, and ranges come
 * behind other types.
 */
export function readAccept(header: string): MediaType[] {
  const clauses: Clause[] = [];
  for (const part of header.split(',')) {
    const clause = readClause(part);
    if (clause === undefined) continue;
    // Not a sort: the order of servers is not transitive, and this is how it comes about.
    let place = clauses.length;
    for (let before = clauses[place - 1]; before && precedes(clause, before); before = clauses[place - 1]) place -= 1;
    clauses.splice(place, 0, clause);
  }
  return clauses.map(({ type, parameters }) => ({ type, parameters }));
}

/**
 * Whether the router of a server lets a request pass that it could answer with these types: by the exact type, or by
 * any type at all. `application/*` is not enough for it.
 */
export function passesRouter(accept: string | null, produced: readonly string[]): boolean {
  if (accept === null || accept === '') return true;
  return accept.split(',').some((part) => {
    const type = trim(part.split(';')[0] ?? '');
    return type === '*/*' || produced.includes(type);
  });
}

/** Whether JSON falls under the type, which may be a range. */
export function isJsonRange({ type }: MediaType): boolean {
  return type === 'application/json' || type === 'application/*' || type === '*/*';
}

/** True when nothing but plain JSON is offered, as servers before 1.9 want it. */
export function isPlainAccept(accept: string | null): boolean {
  return accept === null || accept === '' || readAccept(accept).every(isPlainJson);
}

/** Whether a clause asks for plain JSON, in no other representation. */
export function isPlainJson(clause: MediaType): boolean {
  return isJsonRange(clause) && isUnversioned(clause) && !['g', 'v', 'as'].some((name) => clause.parameters.has(name));
}

/** Discovery knows no server version (`sv`), and no stream but a watch. */
export function isUnversioned({ parameters }: MediaType): boolean {
  return !parameters.has('sv') && (parameters.get('stream') ?? 'watch') === 'watch';
}

function readClause(part: string): Clause | undefined {
  const [range = '', ...rest] = part.split(';');
  const [type = '', ...subtypes] = range.split('/').map(trim);
  const subtype = subtypes.length === 0 || subtypes[0] === '' ? (type === '*' ? '*' : '') : subtypes[0];
  if (subtype === undefined || subtype === '' || subtypes.length > 1) return undefined;
  const parameters = new Map<string, string>();
  let weight = 1;
  for (const text of rest) {
    const [name = '', value = '', ...more] = text.split('=');
    if (value === '' || more.length > 0) continue;
    if (trim(name) === 'q') weight = /^\d*\.?\d+$/.test(value) ? Number(value) : 0;
    else parameters.set(trim(name), trim(value));
  }
  return { type: `${type}/${subtype}`, parameters, weight };
}

function precedes(a: Clause, b: Clause): boolean {
  const narrower = (place: 0 | 1): boolean => a.type.split('/')[place] !== '*' && b.type.split('/')[place] === '*';
  return a.weight > b.weight || narrower(0) || narrower(1);
}

function trim(text: string): string {
  return text.replace(/^ +| +$/g, '');
}
