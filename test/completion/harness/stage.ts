import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { captured } from '../../fixtures/captured.js';
import { kubeconfigOf } from '../../setup/kubeconfig-of.js';

/** A home with a kubeconfig that leads to a fake server, and the program on the path. */
export interface Stage {
  readonly home: string;
  /** The folder that holds `kubeatlas`. */
  readonly programs: string;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const hostile = ['$(touch ran)', '`touch ran`', "a'b", 'a"b', 'two words', 'a\nb', '\u001b[31mred', ';ran', '--all'];

const objects: readonly object[] = [
  ...['web', 'work'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  ...['front-0', 'front-1', 'cache-0'].map((name) => pod(name)),
  ...['system:node', 'view', 'view.v2', ...hostile.map((_, index) => standIn(index))].map((name) => {
    return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name } };
  }),
];

/** The name of a role for which the server answers a hostile one. */
function standIn(index: number): string {
  return `hostile-${index}-`;
}

/** A server that tells names which no honest one has. */
function lying(fake: FakeApiServer): FakeApiServer {
  const tell = (text: string): string =>
    hostile.reduce((told, name, index) => told.replaceAll(standIn(index), JSON.stringify(name).slice(1, -1)), text);
  return {
    ...fake,
    async handle(request, options) {
      if (!request.url.includes('/clusterroles')) return fake.handle(request, options);
      request.headers.delete('accept-encoding');
      const answer = await fake.handle(request, options);
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      return new Response(tell(await answer.text()), { status: answer.status, headers });
    },
  };
}

function pod(name: string): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'web' }, spec: { containers: [] } };
}

/** Sets a {@link Stage} for the built command line. */
export async function setStage(bin: string): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-shells-'));
  const [home, programs] = [path.join(folder, 'home'), path.join(folder, 'bin')];
  mkdirSync(home);
  mkdirSync(programs);
  const program = path.join(programs, 'kubeatlas');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(program, 0o755);
  for (const file of ['manifest.yaml', 'my file.yaml']) writeFileSync(path.join(home, file), '');

  const fake = createFakeApiServer({ documents: captured('kube-1.36-v2') });
  for (const object of objects) fake.put(object);
  const server = await startFakeApiServer(lying(fake));
  const names = ['main', 'admin@prod.example', 'arn:aws:eks:eu-1:12:cluster/dev', ...hostile];
  const servers = Object.fromEntries(names.map((name) => [name, server.url]));
  const kubeconfig = path.join(home, 'config');
  // Nobody listens there.
  writeFileSync(kubeconfig, kubeconfigOf({ ...servers, nowhere: 'http://127.0.0.1:1' }, 'web'));
  const env = { HOME: home, KUBECONFIG: kubeconfig, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  return {
    home,
    programs,
    env: { ...env, TERM: 'xterm', LANG: 'C.UTF-8' },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
