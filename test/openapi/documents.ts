import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { createClient, type Client, type ClientOptions, type Transport } from '../../src/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import type { OpenAPIDocument } from '../../src/openapi/index.js';
import { transportTo } from '../cli/support.js';
import { captured } from '../fixtures/captured.js';

const file = new URL('../fixtures/openapi/kube-1.37.json.br', import.meta.url);

/** Documents of a real 1.37, by group-version, read anew. */
export function realDocuments(): Record<string, OpenAPIDocument> {
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Record<string, OpenAPIDocument>;
}

/** The answer to a request below `/openapi/v3`, or undefined for the one that a real server would give. */
export type Answer = (url: URL) => Response | undefined;

export interface OpenAPIServer {
  readonly client: Client;
  /** The documents that it serves, as text by group-version: change them as you like. */
  readonly texts: Map<string, string>;
  /** The requests below `/openapi/v3`, without hashes. */
  readonly requests: string[];
  readonly transport: Transport;
}

const pathOf = (groupVersion: string): string => (groupVersion.includes('/') ? 'apis/' : 'api/') + groupVersion;
export const hashOf = (text: string): string => createHash('sha512').update(text).digest('hex').toUpperCase();

/** A server that answers below `/openapi/v3` as kube-apiserver 1.37 was seen to do, and is the fake server otherwise. */
export function openAPIServer(
  documents: Readonly<Record<string, OpenAPIDocument | string>>,
  { answer, ...options }: Partial<ClientOptions> & { readonly answer?: Answer | undefined } = {},
): OpenAPIServer {
  const texts = new Map(
    Object.entries(documents).map(([name, document]) => {
      return [name, typeof document === 'string' ? document : JSON.stringify(document)];
    }),
  );
  const requests: string[] = [];
  const others = transportTo(createFakeApiServer({ documents: captured('kube-1.37-v2') }));
  const base = new URL(options.server ?? 'http://fake.example').pathname.replace(/\/$/, '');
  const serve = (url: URL): Response => {
    const path = url.pathname.slice(base.length).replace(/^\/openapi\/v3\/?/, '');
    if (path === '') {
      const paths = [...texts].map(([name, text]) => {
        return [pathOf(name), { serverRelativeURL: `/openapi/v3/${pathOf(name)}?hash=${hashOf(text)}` }];
      });
      const more = { version: { serverRelativeURL: '/openapi/v3/version?hash=1' }, 'apis/apps': {} };
      const index = JSON.stringify({ paths: { ...more, ...Object.fromEntries(paths) } });
      // As in reality.
      return new Response(index, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    }
    const text = [...texts].find(([name]) => pathOf(name) === path)?.[1];
    if (text === undefined) return new Response(null, { status: 404 });
    const hash = hashOf(text);
    const asked = url.searchParams.get('hash');
    if (asked !== null && asked !== hash) {
      return new Response(null, { status: 301, headers: { location: `/openapi/v3/${path}?hash=${hash}` } });
    }
    return new Response(text, { headers: { 'content-type': 'application/json', etag: `"${hash}"` } });
  };
  const transport: Transport = {
    async send(request) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`${base}/openapi/`)) return others.send(request);
      requests.push(url.pathname.slice(base.length));
      const { status, headers, body } = answer?.(url) ?? serve(url);
      return { status, headers: Object.fromEntries(headers), body };
    },
    close: () => undefined,
  };
  const client = createClient({ server: 'http://fake.example', transport, ...options });
  onTestFinished(() => client.close());
  return { client, texts, requests, transport };
}
