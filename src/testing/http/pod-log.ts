import { onAbort } from '../../core/shared/abort.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import type { FakeLog } from '../served/pod-functions.js';
import { invalid, type Cause } from '../wire/refusals.js';
import { streamReply, type BodySink, type Reply } from '../wire/reply.js';

/** The query of a request for a log. */
export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
  /** The earliest time, in milliseconds since 1970: requests have it in whole seconds. */
  readonly sinceMs: number | undefined;
}

/** Reads the options of a request for a log; throws 422 for those that servers refuse. */
export function readLogOptions(name: string, query: URLSearchParams, now: () => Date): LogOptions {
  const isTrue = (name: string): boolean => ['true', '1', ''].includes(query.get(name) ?? 'false');
  const numberOf = (name: string): number | undefined => {
    const text = query.get(name);
    return text === null ? undefined : Number(text);
  };
  const [tailLines, limitBytes, sinceSeconds] = [
    numberOf('tailLines'),
    numberOf('limitBytes'),
    numberOf('sinceSeconds'),
  ];
  const sinceTime = query.get('sinceTime');
  const causes: Cause[] = [];
  const refuse = (reason: Cause['reason'], field: string, message: string): void => {
    causes.push({ reason, field, message });
  };
  if (tailLines !== undefined && !(tailLines >= 0)) {
    const message = `Invalid value: ${query.get('tailLines') ?? ''}: must be greater than or equal to 0`;
    refuse('FieldValueInvalid', 'tailLines', message);
  }
  for (const [name, value] of Object.entries({ limitBytes, sinceSeconds })) {
    if (value === undefined || value >= 1) continue;
    refuse('FieldValueInvalid', name, `Invalid value: ${value}: must be greater than 0`);
  }
  if (sinceTime !== null && sinceSeconds !== undefined) {
    const message = 'Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified';
    refuse('FieldValueForbidden', '[]', message);
  }
  if (causes.length > 0) throw invalid({ group: '', kind: 'PodLogOptions', name }, causes);
  const fromNow = sinceSeconds === undefined ? undefined : now().getTime() - sinceSeconds * 1000;
  return {
    follow: isTrue('follow'),
    previous: isTrue('previous'),
    timestamps: isTrue('timestamps'),
    tailLines,
    limitBytes,
    sinceMs: sinceTime === null ? fromNow : Math.floor(Date.parse(sinceTime) / 1000) * 1000,
  };
}

const encoder = new TextEncoder();

/** How to answer a request for a log. */
export interface LogAnswer {
  /** Returns the log; the signal is aborted when the client leaves. */
  readonly read: (signal: AbortSignal) => Promise<FakeLog>;
  readonly options: LogOptions;
  /** The time of the first line that has none. */
  readonly startMs: number;
  /** Whether the container has ended, so that a follow ends with the text. */
  readonly hasEnded: boolean;
}

/** Answers with a log. A text that is followed stays open, as the log of a container that runs; pieces end where they end. */
export function logReply({ read, options, startMs, hasEnded }: LogAnswer): Reply {
  const { limitBytes = Number.POSITIVE_INFINITY, follow } = options;
  return streamReply('text/plain', (sink) => {
    const gone = new AbortController();
    const format = lineFormat(options, startMs);
    const write = async (): Promise<void> => {
      const log = await read(gone.signal);
      if (typeof log !== 'string') return writePieces(log, gone.signal, sink, format, limitBytes);
      const bytes = encoder.encode(shownOf(log, format, options)).subarray(0, limitBytes);
      sink.write(bytes);
      if (follow && !hasEnded && bytes.length < limitBytes) await new Promise(() => undefined);
    };
    write().then(sink.end, sink.fail);
    return () => {
      gone.abort();
    };
  });
}

type Format = (line: string) => string | undefined;

function shownOf(log: string, format: Format, { tailLines = Number.POSITIVE_INFINITY }: LogOptions): string {
  const lines = (log.match(/[^\n]*\n|[^\n]+$/g) ?? []).map(format).filter((line) => line !== undefined);
  return lines.slice(Math.max(0, lines.length - tailLines)).join('');
}

/** Writes the lines of pieces, as fast as they are read. */
async function writePieces(
  log: AsyncIterable<string>,
  gone: AbortSignal,
  { write, hasCapacity, onDrain }: BodySink,
  format: Format,
  limitBytes: number,
): Promise<void> {
  const pieces = log[Symbol.asyncIterator]();
  onAbort(gone, () => {
    callQuietly(() => pieces.return?.());
  });
  let proceed = (): void => undefined;
  onDrain(() => {
    proceed();
  });
  let left = limitBytes;
  let rest = '';
  const send = (line: string): void => {
    const bytes = encoder.encode(format(line) ?? '').subarray(0, left);
    left -= bytes.length;
    write(bytes);
  };
  while (left > 0) {
    const next = await pieces.next();
    if (next.done === true) break;
    const lines = `${rest}${next.value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      send(`${line}\n`);
      if (!hasCapacity()) await new Promise<void>((resolve) => (proceed = resolve));
    }
  }
  if (rest !== '') send(rest);
}

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d) /;

/** Returns what a line becomes: undefined if it is too old. */
function lineFormat({ timestamps, sinceMs = -Infinity }: LogOptions, startMs: number): Format {
  let untimed = 0;
  return (line) => {
    const [prefix] = timePattern.exec(line) ?? [];
    const ms = prefix === undefined ? startMs + untimed : Date.parse(prefix.trim());
    if (prefix === undefined) untimed += 1;
    if (ms < sinceMs) return undefined;
    if (prefix !== undefined) return timestamps ? line : line.slice(prefix.length);
    return timestamps ? `${new Date(ms).toISOString().replace('Z', '000000Z')} ${line}` : line;
  };
}
