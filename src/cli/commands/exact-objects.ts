import { LosslessNumber, parse } from 'lossless-json';
import type { KubeObject, ListOptions, RESTMapping } from '../../index.js';
import { UnreadableAnswerError, UsageError } from '../errors.js';
import type { Session } from '../session.js';

/** Where to read objects from. */
export interface ExactPlace {
  readonly mapping: RESTMapping;
  /** Undefined for all namespaces, and for what is in none. */
  readonly namespace: string | undefined;
}

/**
 * One whole object with the digits that the server sent: 9007199254740993 stays that, where JSON.parse makes
 * 9007199254740992 of it. Numbers that JavaScript would print otherwise are a `LosslessNumber`.
 * @throws what `client.request` throws, and {@link UnreadableAnswerError} for an answer that is no object
 */
export async function readExactObject(
  { client, calls }: Session,
  place: ExactPlace,
  name: string,
): Promise<KubeObject> {
  const path = `${pathOf(place)}/${segment(name)}`;
  const answer = await client.request({ ...calls, path });
  return toObject(place, parseExactly(answer.text(), path), path);
}

/** The objects of a list, page after page, as {@link readExactObject} reads one. */
export async function* readExactObjects(
  { client, calls }: Session,
  place: ExactPlace,
  { labelSelector, fieldSelector, limit }: ListOptions,
): AsyncGenerator<KubeObject, void, undefined> {
  const path = pathOf(place);
  const seen = new Set<string>();
  let token: string | undefined;
  do {
    const query = { labelSelector, fieldSelector, limit, continue: token };
    const answer = await client.request({ ...calls, path, query });
    const list = parseExactly(answer.text(), path);
    const { items, metadata } = isRecord(list) ? list : {};
    // An empty list of Go may be null.
    if (!isRecord(list) || !(Array.isArray(items) || items === null)) {
      throw new UnreadableAnswerError(path, 'is no list of objects');
    }
    for (const item of (items ?? []) as unknown[]) {
      calls.signal?.throwIfAborted();
      yield toObject(place, item, path);
    }
    const next = isRecord(metadata) ? metadata['continue'] : undefined;
    token = typeof next === 'string' && next !== '' ? next : undefined;
    if (token !== undefined && seen.has(token)) throw new UnreadableAnswerError(path, 'has a page that came before');
    if (token !== undefined) seen.add(token);
  } while (token !== undefined);
}

function pathOf({ mapping: { resource: gvr }, namespace }: ExactPlace): string {
  const { group, version, resource } = gvr;
  const parts = group === '' ? ['api', version] : ['apis', group, version];
  if (namespace !== undefined) parts.push('namespaces', namespace);
  return `/${[...parts, resource].map(segment).join('/')}`;
}

/** A word that leads nowhere else. */
function segment(word: string): string {
  if (word === '' || word === '.' || word === '..' || /[/%\\?#\p{Cc}]/u.test(word)) {
    throw new UsageError(`${JSON.stringify(word)} cannot be a name in a request.`);
  }
  return encodeURIComponent(word);
}

function parseExactly(text: string, path: string): unknown {
  try {
    return parse(text, null, (number) =>
      String(Number(number)) === number ? Number(number) : new LosslessNumber(number),
    );
  } catch (cause) {
    const problem = cause instanceof RangeError ? 'is nested too deeply to be read' : 'is no JSON that can be read';
    throw new UnreadableAnswerError(path, problem, { cause });
  }
}

/** Objects of a list do not say what they are: the list does. */
function toObject({ mapping: { kind, resource } }: ExactPlace, value: unknown, path: string): KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata']))
    throw new UnreadableAnswerError(path, 'has something that is no object');
  const { apiVersion, kind: own } = value;
  const { group, version } = resource;
  return {
    ...value,
    apiVersion: typeof apiVersion === 'string' ? apiVersion : group === '' ? version : `${group}/${version}`,
    kind: typeof own === 'string' ? own : kind.kind,
    metadata: value['metadata'],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
