import type { AnswerBody } from '../media/answer-body.js';
import { type JsonRecord, isJsonRecord } from '../shared/json-record.js';
import { ParsedAnswer, continueOf } from './parsed-answer.js';
import type { RepresentationContext } from './representation.js';

/** One page of a list whose items can each become an event, in whatever form the server answered. */
export interface ListedPage {
  readonly resourceVersion: string | undefined;
  readonly continue: string | undefined;
  readonly items: readonly ListedItem[];
}

/** One object of a list. */
export interface ListedItem {
  /** Identifies the object: its uid, otherwise namespace and name. Undefined if a row carries no metadata. */
  readonly key: string | undefined;
  readonly resourceVersion: string | undefined;
  /** As a server sends it in an event: the object itself, or a Table of its one row. */
  readonly object: JsonRecord;
}

/** Reads a page of a list, of a shard if one was asked for; throws `UnexpectedShapeError` if the answer is not that. */
export function readListedPage(body: AnswerBody, context: RepresentationContext, shard?: unknown): ListedPage {
  const answer = new ParsedAnswer(body, context);
  const shape = answer.requireShape('many', 'list', 'metadataList', 'table');
  const metadata = answer.listMeta();
  if (shard !== undefined) requireShardInfo(answer, metadata, shard);
  return {
    resourceVersion: metadata.resourceVersion || undefined,
    continue: continueOf({ metadata }),
    items: shape === 'table' ? rowsOf(answer, metadata.resourceVersion) : itemsOf(answer),
  };
}

/** Throws if a server has chosen by another shard than the one that was asked for; one that knows no shards says nothing. */
export function requireShardInfo(answer: ParsedAnswer, { shardInfo }: { shardInfo?: unknown }, text: unknown): void {
  if (isJsonRecord(shardInfo) && shardInfo['selector'] !== text)
    throw answer.unexpected('metadata.shardInfo.selector', 'is that of another shard');
}

/** Makes the event for an item, as a frame for the decoder of a representation. */
export function eventOf(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: JsonRecord, source: AnswerBody): AnswerBody {
  return bodyOfJson({ type, object }, source);
}

/** Makes a body of parsed JSON, in the place of the one it came from. */
export function bodyOfJson(json: JsonRecord, source: AnswerBody): AnswerBody {
  const text = (): string => JSON.stringify(json);
  return {
    ...source,
    mediaType: 'application/json',
    json: () => json,
    text,
    bytes: () => new TextEncoder().encode(text()),
  };
}

function itemsOf(answer: ParsedAnswer): ListedItem[] {
  // Items of built-in lists have no type of their own.
  return (answer.arrayAt(answer.body, 'items') ?? []).map((item, index) => {
    const object = { ...answer.objectType, ...answer.record(item, `items[${index}]`) };
    return { object, ...identityOf(object) };
  });
}

function rowsOf(answer: ParsedAnswer, listVersion: string | undefined): ListedItem[] {
  const { rows: _, metadata: __, ...table } = answer.body;
  return (answer.arrayAt(answer.body, 'rows') ?? []).map((value, index) => {
    const row = answer.record(value, `rows[${index}]`);
    const identity = identityOf(row['object']);
    const metadata = { resourceVersion: identity.resourceVersion ?? listVersion };
    return { object: { ...table, metadata, rows: [row] }, ...identity };
  });
}

function identityOf(object: unknown): Pick<ListedItem, 'key' | 'resourceVersion'> {
  const metadata = isJsonRecord(object) ? object['metadata'] : undefined;
  if (!isJsonRecord(metadata)) return { key: undefined, resourceVersion: undefined };
  const { uid, namespace, name, resourceVersion } = metadata;
  const named =
    typeof name === 'string' && name !== '' ? `${typeof namespace === 'string' ? namespace : ''}/${name}` : undefined;
  return {
    key: typeof uid === 'string' && uid !== '' ? uid : named,
    resourceVersion: typeof resourceVersion === 'string' && resourceVersion !== '' ? resourceVersion : undefined,
  };
}
