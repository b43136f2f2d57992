import type { GlobalFlags } from '../../src/cli/global-flags.js';
import { runCli } from '../../src/cli/run-cli.js';
import type { CliInput } from '../../src/cli/session.js';
import { createClient, type Transport, type TransportRequest } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { captured } from '../fixtures/captured.js';

export const now = new Date('2026-03-01T12:00:00Z');

/** A server of the captured 1.36 documents with a few objects, which stands still at {@link now}. */
export function server(options: FakeApiServerOptions = {}): FakeApiServer {
  return createFakeApiServer({ documents: captured('kube-1.36-v2'), objects: workloads, now: () => now, ...options });
}

const created = { creationTimestamp: '2026-03-01T10:00:00Z' };
const workloads: readonly object[] = [
  ...['front-0', 'front-1', 'cache-0'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'web',
      ...created,
      labels: { app: name.split('-')[0] ?? '' },
      managedFields: [{ manager: 'kubelet' }],
    },
    spec: { nodeName: 'node-1', containers: [{ name: 'main', image: 'main:1' }] },
    status: {
      phase: 'Running',
      podIP: '10.1.0.7',
      containerStatuses: [{ ready: true, restartCount: 0, state: { running: {} } }],
    },
  })),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'front', namespace: 'web', ...created },
    spec: { type: 'ClusterIP', clusterIP: '10.0.0.1', ports: [{ port: 80, protocol: 'TCP' }] },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'front', namespace: 'web', ...created },
    spec: { replicas: 2, selector: { matchLabels: { app: 'front' } } },
    status: { replicas: 2, readyReplicas: 2, updatedReplicas: 2, availableReplicas: 2 },
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'default', ...created }, data: {} },
  { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1', ...created } },
];

/** Lets a fake server answer a client without a network. */
export function transportTo(api: FakeApiServer): Transport {
  const handle = ({ method, url, headers, body, signal }: TransportRequest): Promise<Response> => {
    const list = new Headers();
    for (const [name, values] of Object.entries(headers)) {
      for (const value of [values].flat()) list.append(name, value);
    }
    return api.handle(
      new Request(url, { method, headers: list, body: typeof body === 'string' ? body : null, signal: signal ?? null }),
    );
  };
  return {
    async send(request) {
      const { status, headers, body: answer } = await handle(request);
      return { status, headers: Object.fromEntries(headers), body: answer };
    },
    close: () => undefined,
  };
}

/** Connects to a fake server, and does something around its requests. */
export function connectWith(
  api: FakeApiServer,
  {
    before,
    after,
  }: {
    readonly before?: (request: TransportRequest) => void;
    readonly after?: (request: TransportRequest) => void;
  },
): NonNullable<CliInput['connect']> {
  const transport = transportTo(api);
  return ({ options }) =>
    Promise.resolve(
      createClient({
        server: 'http://fake.example',
        transport: {
          ...transport,
          async send(request) {
            before?.(request);
            const answer = await transport.send(request);
            after?.(request);
            return answer;
          },
        },
        ...options,
      }),
    );
}

/** What one command line did. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What to run it with beside its words. */
export interface Surroundings extends Partial<CliInput> {
  /** The namespace of the context. */
  readonly contextNamespace?: string | undefined;
  /** Gets the flags that the client was made with. */
  readonly onFlags?: ((flags: GlobalFlags) => void) | undefined;
}

/** Runs `kubeatlas` with these words (one text, cut at blanks) against a server, or as a whole where there is none. */
export async function cli(
  api: FakeApiServer | undefined,
  words: string | readonly string[],
  { contextNamespace, onFlags, ...input }: Surroundings = {},
): Promise<Outcome> {
  const output = { stdout: '', stderr: '' };
  const outputTo = (stream: 'stdout' | 'stderr'): CliInput['stdout'] => ({
    async write(text) {
      output[stream] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    },
  });
  const code = await runCli({
    argv: typeof words === 'string' ? words.split(' ') : words,
    stdout: outputTo('stdout'),
    stderr: outputTo('stderr'),
    env: {},
    isTTY: false,
    ...(api && {
      connect: async ({ flags, options }) => {
        onFlags?.(flags);
        return createClient({
          server: 'http://fake.example',
          namespace: contextNamespace,
          transport: transportTo(api),
          ...options,
        });
      },
    }),
    ...input,
  });
  return { code, ...output };
}

/** The text of a template, without the indentation of its first line. */
export function lines(strings: TemplateStringsArray): string {
  const text = strings.join('').replace(/^\n/, '').replace(/\n *$/, '\n');
  const indent = /^ */.exec(text)?.[0] ?? '';
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}
