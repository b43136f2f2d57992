import { isJsonRecord, type JsonRecord } from '../../src/core/shared/json-record.js';
import type { Answer } from './request.js';

/** The headers that may matter to a client. */
const headersThatMatter = [
  'content-type',
  'etag',
  'vary',
  'cache-control',
  'warning',
  'retry-after',
  'allow',
  'location',
  'www-authenticate',
  'x-content-type-options',
];

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const webToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const generated = /\b(made|MADE)-[a-z0-9]{5}\b/g;
const times = new Set(['creationTimestamp', 'deletionTimestamp', 'lastTransitionTime', 'lastUpdateTime']);

/**
 * Sorts the custom resources of a legacy document, which real servers list in a random order that changes with each
 * restart.
 */
function inOrder(document: JsonRecord): JsonRecord {
  const { resources } = document as { resources: { name: string }[] };
  return { ...document, resources: [...resources].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Returns an answer with placeholders for all values that differ between servers or between runs. */
export function mask({ status, headers, body }: Answer): JsonRecord {
  const kept = headersThatMatter.flatMap((name): [string, string][] => {
    const value = headers[name];
    return value === undefined ? [] : [[name, name === 'etag' ? maskTag(value) : value]];
  });
  return { status, header: Object.fromEntries(kept), body: maskBody(body, status) };
}

/** Masks a tag but keeps its form: quoted SHA-512 in upper-case hex, weak or not. */
function maskTag(tag: string): string {
  return tag.replace(/"[0-9A-F]{128}"/, '"<SHA-512>"');
}

function maskBody(body: unknown, status: number): unknown {
  if (Array.isArray(body)) return maskEvents(body);
  if (!isJsonRecord(body)) return typeof body === 'string' ? maskText(body) : body;
  if (typeof body['type'] === 'string' && isJsonRecord(body['object'])) return maskEvents([body]);
  const masked = maskValue(body, '') as JsonRecord;
  if (body['kind'] === 'Table') return maskTable(masked);
  if (body['kind'] === 'SelfSubjectRulesReview') return withRulesInOrder(masked);
  if (body['groupVersion'] === 'parity.example.org/v1') return inOrder(masked);
  if (body['kind'] === 'Status' && [409, 410, 504].includes(status)) return maskNumbers(masked);
  return masked;
}

/** Sorts the rules of a review, which real servers keep in random order. */
function withRulesInOrder(review: JsonRecord): JsonRecord {
  const status = review['status'] as Record<string, unknown>;
  const sorted = Object.entries(status).map(([field, value]) => {
    const rules: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
    return [field, rules?.map((rule) => JSON.stringify(rule)).sort() ?? value] as const;
  });
  return { ...review, status: Object.fromEntries(sorted) };
}

function maskValue(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => maskValue(item, ''));
  if (typeof value === 'string') return maskField(key, value);
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([field, inner]) => [field, field === 'managedFields' ? maskManagers(inner) : maskValue(inner, field)] as const,
      )
      .filter(([, inner]) => inner !== undefined),
  );
}

/**
 * Keeps the managers that apply, which are the same on both servers. Other managers also own the fields that a real
 * server fills in. Servers sort them by the second in which they applied, which is up to chance, and then by name.
 */
function maskManagers(entries: unknown): unknown {
  const applied = (Array.isArray(entries) ? entries : []).filter(
    (entry): entry is JsonRecord => isJsonRecord(entry) && entry['operation'] === 'Apply',
  );
  const nameOf = ({ manager, subresource }: JsonRecord): string => `${String(manager)} ${String(subresource)}`;
  applied.sort((one, two) => (nameOf(one) < nameOf(two) ? -1 : 1));
  return applied.length === 0 ? undefined : applied.map(({ time: _time, ...entry }) => entry);
}

/**
 * Reports whether an event is a bookmark that does not end initial events. kube-apiserver sends these to a watch about
 * once a second on an internal timer if the version has advanced, so whether a short watch gets one is random.
 */
function isPlainBookmark(event: unknown): boolean {
  if (!isJsonRecord(event) || event['type'] !== 'BOOKMARK' || !isJsonRecord(event['object'])) return false;
  return !JSON.stringify(event['object']).includes('"k8s.io/initial-events-end":"true"');
}

/** Masks the events of a watch. Only the first event of a Table has the columns. */
function maskEvents(events: readonly unknown[]): unknown {
  let columns: unknown;
  const told = events.filter((event) => !isPlainBookmark(event));
  if (told.length === 0) return '';
  return told.map((event) => {
    if (!isJsonRecord(event) || !isJsonRecord(event['object'])) return event;
    const { object } = event;
    if (object['kind'] !== 'Table') return { ...event, object: maskBody(object, 200) };
    const own = object['columnDefinitions'];
    columns = own ?? columns;
    const masked = maskBody({ ...object, columnDefinitions: columns }, 200) as JsonRecord;
    return { ...event, object: own === null ? { ...masked, columnDefinitions: own } : masked };
  });
}

function maskField(key: string, text: string): string {
  if (times.has(key) && time.test(text)) return '<time>';
  if (key === 'resourceVersion' && /^\d+$/.test(text)) return '<resource version>';
  if (key === 'continue' && text !== '') return '<continue token>';
  if (key === 'serverAddress') return '<address>';
  return maskText(text);
}

function maskText(text: string): string {
  return text.replace(webToken, '<token>').replace(uid, '<uid>').replace(generated, '$1-<suffix>');
}

/** Masks resource versions in messages about conflicts and versions. */
function maskNumbers(status: JsonRecord): JsonRecord {
  return { ...status, message: String(status['message']).replace(/\d+/g, '<number>') };
}

/** Masks ages, which change during a run. */
function maskTable(table: JsonRecord): JsonRecord {
  const { columnDefinitions, rows } = table as {
    columnDefinitions: { name: string }[];
    rows: { cells: unknown[] }[] | null;
  };
  const maskCell = (cell: unknown, index: number): unknown => {
    const isTime = ['Age', 'Created At', 'Last Seen', 'First Seen'].includes(columnDefinitions[index]?.name ?? '');
    return isTime && typeof cell === 'string' && (/^\d+[a-z\d]*$/.test(cell) || time.test(cell)) ? '<time>' : cell;
  };
  return {
    ...table,
    rows: rows?.map((row) => ({ ...row, cells: row.cells.map(maskCell) })) ?? null,
  };
}
