import type { FakeSwitches } from '../options.js';
import type { Answer } from './answer.js';
import { formatWarning } from './warning.js';

const bodiless = [204, 205, 304];

/** A Response, and how long its body is. */
export interface Sent {
  readonly response: Response;
  readonly bytes: number;
}

/** Makes the Response, after whatever stands between server and client has changed it. */
export function send(answer: Answer, path: string, switches: FakeSwitches): Sent {
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.set(name, value);
  // A captured answer was decoded when it was captured.
  for (const name of ['content-encoding', 'transfer-encoding', 'connection']) headers.delete(name);
  const contentType = headers.get('content-type');
  if (switches.stripsMediaTypeParameters === true && contentType !== null) {
    headers.set('content-type', contentType.replace(/;.*$/s, ''));
  }
  const etag = headers.get('etag');
  if (switches.weakensETags === true && etag?.startsWith('"') === true) headers.set('etag', `W/${etag}`);
  for (const warning of warningsFor(path, switches)) headers.append('warning', formatWarning(warning));
  if (bodiless.includes(answer.status)) {
    headers.delete('content-type');
    return { response: new Response(null, { status: answer.status, headers }), bytes: 0 };
  }
  const bytes = new TextEncoder().encode(answer.body);
  headers.set('content-length', String(bytes.length));
  return { response: new Response(bytes, { status: answer.status, headers }), bytes: bytes.length };
}

function warningsFor(path: string, { warnings = {} }: FakeSwitches): string[] {
  return Object.entries(warnings).flatMap(([prefix, texts]) =>
    path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`) ? texts : [],
  );
}
