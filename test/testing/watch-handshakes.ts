import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';

/** Watches one namespace, which every server has. */
export const oneNamespace = '/api/v1/namespaces?watch=1&resourceVersion=0&fieldSelector=metadata.name%3Dkube-system';

/** A request for a watch over a WebSocket, and what a real server does. */
export interface Handshake {
  readonly name: string;
  /** Replace those of a handshake in order; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly path?: string;
  readonly outcome: string;
}

const watched = 'text ADDED \\n, close 1000';
const offering = (text: string) => ({ 'sec-websocket-protocol': text });

/** Compared with kube-apiserver 1.37 by the suite `fake-web-sockets`. */
export const handshakes: readonly Handshake[] = [
  { name: 'in order', outcome: `101, ${watched}` },
  { name: 'in other letters', headers: { upgrade: 'WebSocket', connection: 'x, upgrade' }, outcome: `101, ${watched}` },
  {
    name: 'with one subprotocol',
    headers: offering('base64.binary.k8s.io'),
    outcome: `101 base64.binary.k8s.io, ${watched}`,
  },
  { name: 'with any subprotocol', headers: offering('any'), outcome: `101 any, ${watched}` },
  { name: 'with two subprotocols', headers: offering('a, b'), outcome: '400 ""' },
  {
    name: 'for protobuf',
    headers: { accept: 'application/vnd.kubernetes.protobuf;stream=watch' },
    outcome: '101, binary ADDED k8s, close 1000',
  },
  {
    name: 'for a Table',
    headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
    outcome: `101, ${watched}`,
  },
  { name: 'without an origin', headers: { origin: undefined }, outcome: '403 ""' },
  { name: 'from a page without an origin', headers: { origin: 'null' }, outcome: '403 ""' },
  { name: 'without a key', headers: { 'sec-websocket-key': undefined }, outcome: '400 "mismatch challenge/response"' },
  {
    name: 'of an old version',
    headers: { 'sec-websocket-version': '8' },
    outcome: '400 "missing or bad WebSocket Version" 13',
  },
  { name: 'of nothing', path: '/api/v1/nothing?watch=1', outcome: '404 NotFound' },
  { name: 'from a bad version', path: '/api/v1/namespaces?watch=1&resourceVersion=x', outcome: '500' },
  { name: 'with a bad selector', path: '/api/v1/namespaces?watch=1&labelSelector=!!', outcome: '400 BadRequest' },
  { name: 'of a list', path: '/api/v1/namespaces?fieldSelector=metadata.name%3Dnone', outcome: '200' },
];

/** Asks for a WebSocket; after the first message, closes it as clients do. */
export async function shakeHands(
  server: { readonly url: string; readonly ca?: string | undefined; readonly token?: string },
  { headers = {}, path = oneNamespace }: Pick<Handshake, 'headers' | 'path'>,
): Promise<string> {
  const { url, ca, token } = server;
  const all: Record<string, string | undefined> = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    origin: url,
    authorization: token && `Bearer ${token}`,
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = send(`${url}${path}`, { ca, headers: given, agent: false });
  sent.end();
  const [response, socket, head] = (await Promise.race([once(sent, 'upgrade'), once(sent, 'response')])) as [
    IncomingMessage,
    Duplex?,
    Buffer?,
  ];
  const { statusCode, headers: answered } = response;
  if (socket !== undefined && head !== undefined) {
    const protocol = answered['sec-websocket-protocol'];
    return [`${statusCode}${protocol === undefined ? '' : ` ${protocol}`}`, ...(await talk(socket, head))].join(', ');
  }
  let text = '';
  for await (const part of response) text += String(part);
  const isStatus = answered['content-type'] === 'application/json';
  const body = isStatus ? (JSON.parse(text) as { reason?: string }).reason : JSON.stringify(text);
  return [statusCode, body, answered['sec-websocket-version']].filter((each) => each !== undefined).join(' ');
}

/** A close frame of a client with the code 1000. */
const goodbye = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);

/** Reads one message, says goodbye, and tells what came until the server closed. */
async function talk(socket: Duplex, head: Buffer): Promise<string[]> {
  const told: string[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  socket.unshift(head);
  for await (const part of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, part]);
    for (let frame = frameIn(bytes); frame !== undefined; frame = frameIn(bytes)) {
      bytes = frame.rest;
      told.push(describe(frame));
      if (told.length === 1) socket.write(goodbye);
    }
  }
  return told;
}

function frameIn(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | undefined {
  const [first = 0, length = 0] = bytes;
  const start = length === 127 ? 10 : length === 126 ? 4 : 2;
  if (bytes.length < start) return undefined;
  const size = length === 127 ? Number(bytes.readBigUInt64BE(2)) : length === 126 ? bytes.readUInt16BE(2) : length;
  if (bytes.length < start + size) return undefined;
  return { opcode: first, payload: bytes.subarray(start, start + size), rest: bytes.subarray(start + size) };
}

function describe({ opcode, payload }: { opcode: number; payload: Buffer }): string {
  const text = payload.toString('latin1');
  if (opcode === 0x81) {
    const { type } = JSON.parse(text) as { type: string };
    return `text ${type} ${text.endsWith('}\n') ? '\\n' : 'without an end'}`;
  }
  // An event begins with its type, without a length before it; an object begins with the prefix of protobuf.
  const isEvent = text.startsWith('\n\u0005ADDED') && text.includes('k8s\0');
  if (opcode === 0x82) return `binary ${isEvent ? 'ADDED k8s' : text}`;
  return `close ${payload.readUInt16BE(0)}`;
}
