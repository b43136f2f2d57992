import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FakeApiServer } from '../../src/testing/index.js';

/** What a proxy hands on, whole. */
export interface Passed {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One request as it comes to a proxy, and the way on to the server behind it. */
export interface Passing {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asks the server, with other headers or a path of the proxy's own. */
  readonly next: (changed?: { readonly headers?: Record<string, string>; readonly path?: string }) => Promise<Passed>;
}

/** Puts a proxy on loopback before a fake server; it ends with the test. Answers its URL. */
export async function startProxy(
  api: FakeApiServer,
  answer: (passing: Passing) => Promise<Passed> | Passed,
): Promise<string> {
  const listener = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const next: Passing['next'] = async (changed = {}) => {
      const target = `http://fake.example${changed.path ?? path}`;
      const response = await api.handle(new Request(target, { headers: changed.headers ?? headers }));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      };
    };
    Promise.resolve(answer({ path, headers, next })).then(
      ({ status, headers: told, body }) => outgoing.writeHead(status, told).end(body),
      () => outgoing.destroy(),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(async () => {
    listener.closeAllConnections();
    listener.close();
    await once(listener, 'close');
  });
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}
