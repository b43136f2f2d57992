import { LosslessNumber, parse } from 'lossless-json';
import {
  formatGroupVersion,
  type AnswerBody,
  type AnswerShapes,
  type KubeObject,
  type ListMeta,
  type Representation,
  type RepresentationContext,
} from '../../index.js';
import { UnreadableAnswerError } from '../errors.js';

interface ExactShapes extends AnswerShapes {
  readonly one: KubeObject;
  readonly many: { readonly items: readonly KubeObject[]; readonly metadata: ListMeta };
  readonly item: KubeObject;
  readonly event: { readonly type: string; readonly object: KubeObject };
}

/**
 * Whole objects with the digits that the server sent: 9007199254740993 stays that, where JSON.parse makes
 * 9007199254740992 of it. Numbers that JavaScript would print otherwise are a `LosslessNumber`. Its decoders throw
 * {@link UnreadableAnswerError} for an answer that is something else.
 */
export const exactObjects: Representation<ExactShapes> = {
  name: 'exact object',
  offer: () => ({ accept: 'application/json' }),
  decodeOne: (body, context) => toObject(body, context, parseExactly(body)),
  decodeMany(body, context) {
    const list = parseExactly(body);
    const { items, metadata } = isRecord(list) ? list : {};
    // An empty list of Go may be null.
    if (!isRecord(list) || !(Array.isArray(items) || items === null)) {
      throw new UnreadableAnswerError(body.path, 'is no list of objects');
    }
    const { continue: next, resourceVersion } = isRecord(metadata) ? metadata : {};
    return {
      items: ((items ?? []) as unknown[]).map((item) => toObject(body, context, item)),
      metadata: {
        continue: typeof next === 'string' && next !== '' ? next : undefined,
        resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
      },
    };
  },
  decodeEvents: (context) => (body) => {
    const event = parseExactly(body);
    const { type, object } = isRecord(event) ? event : {};
    return { type: String(type), object: toObject(body, context, object) };
  },
  itemsOf: ({ items }) => items,
  continueOf: ({ metadata }) => metadata.continue,
};

function parseExactly(body: AnswerBody): unknown {
  try {
    return parse(body.text(), null, (number) =>
      String(Number(number)) === number ? Number(number) : new LosslessNumber(number),
    );
  } catch (cause) {
    const problem = cause instanceof RangeError ? 'is nested too deeply to be read' : 'is no JSON that can be read';
    throw new UnreadableAnswerError(body.path, problem, { cause });
  }
}

/** Objects of a list do not say what they are: the list does. */
function toObject({ path }: AnswerBody, { mapping, objectKind }: RepresentationContext, value: unknown): KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) {
    throw new UnreadableAnswerError(path, 'has something that is no object');
  }
  const { apiVersion, kind, metadata } = value;
  const own = objectKind ?? mapping.kind;
  return {
    ...value,
    apiVersion: typeof apiVersion === 'string' ? apiVersion : formatGroupVersion(own),
    kind: typeof kind === 'string' ? kind : own.kind,
    metadata,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
