import { json, protobuf, type MediaType } from '../../core/media/media-type.js';

interface Clause extends MediaType {
  readonly weight: number;
}

/**
 * Parses an Accept header into its clauses, the preferred one first, as API servers do. This is not exact: it is
 * case-sensitive, keeps quotes, reads an invalid weight as 0, accepts clauses with weight 0, and puts ranges after
 * other types.
 */
export function readAccept(header: string): MediaType[] {
  const clauses: Clause[] = [];
  for (const part of header.split(',')) {
    const clause = readClause(part);
    if (clause === undefined) continue;
    // Not a sort: the order of servers is not transitive, and inserting clauses like this reproduces it.
    let index = clauses.length;
    for (let before = clauses[index - 1]; before && precedes(clause, before); before = clauses[index - 1]) index -= 1;
    clauses.splice(index, 0, clause);
  }
  return clauses.map(({ type, parameters }) => ({ type, parameters }));
}

/**
 * Reports whether the router of a server accepts a request that it can answer with these types: if Accept has one of
 * them exactly, or any type at all. `application/*` does not suffice.
 */
export function passesRouter(accept: string | null, produced: readonly string[]): boolean {
  if (accept === null || accept === '') return true;
  return accept.split(',').some((part) => {
    const type = trim(part.split(';')[0] ?? '');
    return type === '*/*' || produced.includes(type);
  });
}

/** Reports whether a type, which may be a range, includes JSON. */
export function isJsonRange({ type }: MediaType): boolean {
  return type === 'application/json' || type === 'application/*' || type === '*/*';
}

/** Reports whether a type is Kubernetes' protobuf. */
export function isProtobuf({ type }: MediaType): boolean {
  return type === protobuf.type;
}

/**
 * Reports whether Accept has protobuf before JSON, both without another representation: in which of them a Status and
 * legacy discovery are answered.
 */
export function prefersProtobuf(accept: string | null): boolean {
  const plain = readAccept(accept ?? '').find(
    (clause) => isPlainJson(clause) || (isProtobuf(clause) && isPlainJson({ ...clause, type: json.type })),
  );
  return plain !== undefined && isProtobuf(plain);
}

/** Reports whether Accept offers only plain JSON, as servers before 1.9 require. */
export function isPlainAccept(accept: string | null): boolean {
  return accept === null || accept === '' || readAccept(accept).every(isPlainJson);
}

/** Reports whether a clause requests plain JSON, without any other representation. */
export function isPlainJson(clause: MediaType): boolean {
  return isJsonRange(clause) && isUnversioned(clause) && !['g', 'v', 'as'].some((name) => clause.parameters.has(name));
}

/** Reports whether a clause suits discovery, which has no server version (`sv`) and no stream other than a watch. */
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
  const narrower = (index: 0 | 1): boolean => a.type.split('/')[index] !== '*' && b.type.split('/')[index] === '*';
  return a.weight > b.weight || narrower(0) || narrower(1);
}

function trim(text: string): string {
  return text.replace(/^ +| +$/g, '');
}
