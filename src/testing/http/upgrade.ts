import { protobuf } from '../../core/media/media-type.js';
import { badRequest } from '../wire/refusals.js';
import type { FakeSocket, Reply, Upgrade } from '../wire/reply.js';

/** What a client asked for with the headers of an upgrade. */
export interface UpgradeRequest {
  /** What to switch to, in lower case: `websocket`. */
  readonly to: string;
  /** The subprotocols that the client offers. */
  readonly protocols: readonly string[];
}

const bearerPrefix = 'base64url.bearer.authorization.k8s.io.';

/** Returns what the headers of a request ask to switch to; undefined if they do not. */
export function upgradeAsked(headers: Headers): UpgradeRequest | undefined {
  const to = headers.get('upgrade')?.toLowerCase();
  if (to === undefined) return undefined;
  return { to, protocols: protocolsIn(headers).filter((protocol) => !protocol.startsWith(bearerPrefix)) };
}

/** Returns the credentials of a request: browsers send the token of a WebSocket among its subprotocols. */
export function authorizationIn(headers: Headers): string | null {
  const own = headers.get('authorization');
  if (own !== null || headers.get('upgrade')?.toLowerCase() !== 'websocket') return own;
  const encoded = protocolsIn(headers).find((protocol) => protocol.startsWith(bearerPrefix));
  if (encoded === undefined) return null;
  try {
    return `Bearer ${atob(encoded.slice(bearerPrefix.length).replaceAll('-', '+').replaceAll('_', '/'))}`;
  } catch {
    return 'Bearer invalid';
  }
}

function protocolsIn(headers: Headers): readonly string[] {
  const names = (headers.get('sec-websocket-protocol') ?? '').split(',').map((each) => each.trim());
  return names.filter((name) => name !== '');
}

/**
 * Returns what an open-ended answer speaks on the WebSocket that its client asked for, or the answer to a handshake that
 * real servers refuse; undefined if none was asked for.
 */
export function onWebSocket(headers: Headers, { headers: own, body }: Response): Upgrade | Reply | undefined {
  const asked = upgradeAsked(headers);
  if (asked?.to !== 'websocket' || body === null) return undefined;
  const type = own.get('content-type') ?? '';
  if (type.startsWith('text/')) return badRequest('the fake API server does not serve logs over a WebSocket').reply;
  const [protocol = '', ...others] = asked.protocols;
  if ((headers.get('sec-websocket-key') ?? '') === '') return refused(400, 'mismatch challenge/response');
  if (headers.get('sec-websocket-version') !== '13') {
    return refused(400, 'missing or bad WebSocket Version', [['sec-websocket-version', '13']]);
  }
  if (!URL.canParse(headers.get('origin') ?? '')) return refused(403);
  if (others.length > 0) return refused(400);
  const isText = !type.startsWith(protobuf.type);
  return { protocol, serve: (socket) => sendEvents(body, isText, socket) };
}

/** The library of real servers answers a handshake in plain text. */
function refused(status: number, body = '', headers: readonly (readonly [string, string])[] = []): Reply {
  return { status, headers: new Map(headers), body };
}

/** Sends each event of a watch as a message; in protobuf without the length that separates events in a stream. */
async function sendEvents(body: ReadableStream<Uint8Array>, isText: boolean, socket: FakeSocket): Promise<void> {
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => undefined);
  };
  socket.signal.addEventListener('abort', leave);
  if (socket.signal.aborted) leave();
  void ignoreMessages(socket);
  const decoder = new TextDecoder();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { value } = part;
    if (value.length > 0) await socket.send(isText ? decoder.decode(value) : value.subarray(4));
  }
  socket.close();
}

/** Reads what a client sends, because its closing is among it. */
async function ignoreMessages({ messages }: FakeSocket): Promise<void> {
  const reading = messages[Symbol.asyncIterator]();
  while ((await reading.next().catch(() => undefined))?.done === false);
}
