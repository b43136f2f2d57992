import type { TestProject } from 'vitest/node';
import type { ServerAccess } from './harness/server-access.js';
import { isBuiltKind, type ServerKind } from './harness/server-kinds.js';
import { startServer } from './harness/start-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    server: ServerAccess;
  }
}

/** Starts the one server that all files of a run share: the kind that `KUBEATLAS_E2E_SERVER` names, 1.36 without it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer(kindFromEnvironment(), { report: (line) => process.stderr.write(`${line}\n`) });
  const { kind, version, url, ca, tokens, clientCertificates, kubeconfig, formats } = server;
  process.stderr.write(`${kind}: kube-apiserver ${version}, ready in ${Math.round(server.startMs)} ms\n`);
  project.provide('server', { kind, version, url, ca, tokens, clientCertificates, kubeconfig, formats });
  return () => server.stop();
}

function kindFromEnvironment(): ServerKind {
  const { KUBEATLAS_E2E_SERVER: word = '1.36' } = process.env;
  if (word === 'assets' || isBuiltKind(word)) return word;
  throw new Error(`KUBEATLAS_E2E_SERVER is ${word}, which is no kind of server`);
}
