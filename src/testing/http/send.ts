import { reasonOf } from '../../core/shared/abort.js';
import type { FakeSwitches } from '../served/options.js';
import { formatWarning, type BodyWriter, type Reply } from '../wire/reply.js';

const bodiless = [204, 205, 304];

/** The context in which an answer is sent. */
export interface SendContext {
  /** The path without the query. */
  readonly path: string;
  readonly switches: FakeSwitches;
  /** The signal of the request: ends a streaming body. */
  readonly signal: AbortSignal;
  /** Called with the length of each part of the body that is sent. */
  readonly onBytes: (bytes: number) => void;
}

/** Creates the Response, after the simulated proxy has changed it. */
export function sendReply(reply: Reply, { path, switches, signal, onBytes }: SendContext): Response {
  const { status } = reply;
  const headers = new Headers();
  for (const [name, value] of reply.headers) headers.set(name, value);
  // Captured bodies are stored decoded.
  for (const name of ['content-encoding', 'transfer-encoding', 'connection']) headers.delete(name);
  const contentType = headers.get('content-type');
  if (switches.stripsMediaTypeParameters === true && contentType !== null) {
    headers.set('content-type', contentType.replace(/;.*$/s, ''));
  }
  const etag = headers.get('etag');
  if (switches.weakensETags === true && etag?.startsWith('"') === true) headers.set('etag', `W/${etag}`);
  for (const warning of warningsFor(path, switches)) headers.append('warning', formatWarning(warning));
  if (bodiless.includes(status)) {
    headers.delete('content-type');
    return new Response(null, { status, headers });
  }
  if (typeof reply.body === 'function') {
    headers.delete('content-length');
    return new Response(streamOf(reply.body, signal, onBytes), { status, headers });
  }
  const bytes = typeof reply.body === 'string' ? new TextEncoder().encode(reply.body) : reply.body;
  headers.set('content-length', String(bytes.length));
  onBytes(bytes.length);
  return new Response(bytes, { status, headers });
}

/** How many bytes may wait for the reader before the writer has to pause. */
const highWaterMark = 64 * 1024;

/** Returns a body that lasts until its writer ends it, its reader leaves, or the request is aborted. */
function streamOf(begin: BodyWriter, signal: AbortSignal, onBytes: SendContext['onBytes']): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ended = false;
  let stop: (() => void) | undefined;
  let disconnect = (): void => undefined;
  let catchUp = (): void => undefined;
  const end = (): void => {
    if (ended) return;
    ended = true;
    signal.removeEventListener('abort', disconnect);
    stop?.();
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      disconnect = () => {
        end();
        controller.error(reasonOf(signal));
      };
      if (signal.aborted) {
        disconnect();
        return;
      }
      signal.addEventListener('abort', disconnect);
      // msw passes the head to node:http only with the first part, even if that is empty.
      controller.enqueue(new Uint8Array());
      stop = begin({
        write: (part) => {
          if (ended || part.length === 0) return;
          const bytes = typeof part === 'string' ? encoder.encode(part) : part;
          onBytes(bytes.length);
          controller.enqueue(bytes);
        },
        end: () => {
          if (ended) return;
          end();
          controller.close();
        },
        fail: (error) => {
          if (ended) return;
          end();
          // Let written data go out before the break: an error would discard what has not been read yet.
          catchUp = () => {
            if (controller.desiredSize === highWaterMark) controller.error(error);
          };
          catchUp();
        },
        hasCapacity: () => !ended && (controller.desiredSize ?? 0) > 0,
        onDrain: (act) => {
          catchUp = act;
        },
      });
      // If the body ended before `stop` was set, stop it now.
      if (hasEnded()) stop();
    },
    pull: () => {
      catchUp();
    },
    cancel: () => {
      catchUp = () => undefined;
      end();
    },
  };
  return new ReadableStream(source, { highWaterMark, size: ({ byteLength }) => byteLength });

  function hasEnded(): boolean {
    return ended;
  }
}

function warningsFor(path: string, { warnings = {} }: FakeSwitches): string[] {
  return Object.entries(warnings).flatMap(([prefix, texts]) =>
    path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) ? texts : [],
  );
}
