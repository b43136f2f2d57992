import { formatGroupVersionResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { Evidenced, FindingObject, Going } from './finding.js';

/** What an audit log covers. */
export interface AuditCoverage {
  /** The lines that are events. */
  readonly events: number;
  /** The lines that could not be read: cut, too long, or no events. */
  readonly unreadLines: number;
  /** The time of the first event that was read, in RFC 3339; absent if there was none. */
  readonly from?: string;
  /** The time of the last event that was read. */
  readonly to?: string;
}

/** Options of {@link readAuditLog}. */
export interface AuditLogOptions {
  readonly going: Going;
  readonly add: (evidence: Evidenced) => void;
  /** The longest line, in characters. */
  readonly maxLineChars: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a log of kube-apiserver's audit backend, a stream of lines of any length in total, and reports each request to an
 * endpoint that goes away. Each line is parsed: one that is no event is counted, and never taken for one.
 *
 * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
 */
export async function readAuditLog(
  log: AsyncIterable<Uint8Array | string>,
  { going, add, maxLineChars, signal }: AuditLogOptions,
): Promise<AuditCoverage> {
  let [events, unreadLines] = [0, 0];
  let from: string | undefined;
  let to: string | undefined;
  for await (const line of linesOf(untilAbort(log, signal), maxLineChars)) {
    signal?.throwIfAborted();
    if (line === '') continue;
    const event = line === undefined ? undefined : parseEvent(line);
    if (event === undefined) {
      unreadLines += 1;
      continue;
    }
    events += 1;
    const evidence = evidenceIn(event, going);
    if (evidence !== undefined) add(evidence);
    const time = textAt(event, 'requestReceivedTimestamp');
    if (time === undefined) continue;
    if (from === undefined || time < from) from = time;
    if (to === undefined || time > to) to = time;
  }
  return Object.freeze({ events, unreadLines, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
}

type Event = Readonly<Record<string, unknown>>;

function parseEvent(line: string): Event | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return isJsonRecord(event) && event['kind'] === 'Event' && 'auditID' in event ? event : undefined;
  } catch {
    return undefined;
  }
}

function evidenceIn(event: Event, going: Going): Evidenced | undefined {
  const reference = event['objectRef'];
  // Every request has one event at its end; those before it are the same request.
  if (!isJsonRecord(reference) || !['ResponseComplete', 'Panic', undefined].includes(textAt(event, 'stage'))) return;
  const endpoint: GroupVersionResource = {
    group: textAt(reference, 'apiGroup') ?? '',
    version: textAt(reference, 'apiVersion') ?? '',
    resource: textAt(reference, 'resource') ?? '',
  };
  if (!going.goes(endpoint)) return undefined;
  const user = isJsonRecord(event['user']) ? textAt(event['user'], 'username') : undefined;
  const agent = textAt(event, 'userAgent');
  const status = isJsonRecord(event['responseStatus']) ? event['responseStatus']['code'] : undefined;
  const name = textAt(reference, 'name');
  const namespace = textAt(reference, 'namespace');
  const object: FindingObject | undefined =
    name === undefined
      ? undefined
      : { type: formatGroupVersionResource(endpoint), name, ...(namespace !== undefined && { namespace }) };
  const isRefused = typeof status === 'number' && status >= 400;
  return {
    source: 'audit-log',
    severity: 'error',
    uses: formatGroupVersionResource(endpoint),
    who: `${user ?? 'unknown'}${agent === undefined ? '' : ` (${agent})`}`,
    last: textAt(event, 'requestReceivedTimestamp'),
    object,
    message: `requests ${textAt(event, 'verb') ?? 'something'} in this version${isRefused ? ', and was refused' : ''}`,
  };
}

function textAt(record: Event, field: string): string | undefined {
  const value = record[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The pieces of a stream; an abort ends it even while a piece does not come. */
async function* untilAbort<T>(stream: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const pieces = stream[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await abandonOnAbort(pieces.next(), signal);
      isOver = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that hangs would hang here, too.
    if (!isOver) pieces.return?.().catch(() => undefined);
  }
}

/** Splits a stream into lines. A line that is too long is undefined. */
async function* linesOf(
  stream: AsyncIterable<Uint8Array | string>,
  maxChars: number,
): AsyncGenerator<string | undefined, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const piece of stream) {
    const text = rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield isTooLong || end - start > maxChars ? undefined : text.slice(start, end).trim();
      isTooLong = false;
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > maxChars) [rest, isTooLong] = ['', true];
  }
  if (isTooLong) yield undefined;
  else if (rest.trim() !== '') yield rest.trim();
}
