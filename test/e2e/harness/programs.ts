import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildServer, programsIn, type ServerPrograms } from '../build/build-server.js';
import { BuildError, type Report } from '../build/go-build.js';
import { kindsOfServer, type ServerKind } from './server-kinds.js';

/** Returns the folder of existing programs, laid out as by envtest; undefined if none is set. */
export function assetsFolder(): string | undefined {
  const { KUBEBUILDER_ASSETS: folder } = process.env;
  return folder === undefined || folder === '' ? undefined : path.resolve(folder);
}

/** Returns the programs for a kind of server, built or found. Throws a `BuildError` with instructions otherwise. */
export async function programsFor(kind: ServerKind, report: Report): Promise<ServerPrograms> {
  return kind === 'assets' ? findAssets() : buildServer(kindsOfServer[kind].module, report);
}

async function findAssets(): Promise<ServerPrograms> {
  const folder = assetsFolder();
  if (folder === undefined) throw new BuildError('KUBEBUILDER_ASSETS names no folder');
  const { etcd, kubeApiserver } = programsIn(folder, '');
  const missing = [etcd, kubeApiserver].filter((program) => !existsSync(program));
  if (missing.length > 0) throw new BuildError(`KUBEBUILDER_ASSETS: there is no ${missing.join(' and no ')}`);
  const { stdout } = await promisify(execFile)(kubeApiserver, ['--version']);
  const version = /v\d+\.\d+\.\S+/.exec(stdout)?.[0];
  if (version === undefined) throw new BuildError(`${kubeApiserver} --version names no version: ${stdout.trim()}`);
  return { etcd, kubeApiserver, version };
}
