import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The versions that are built; each is a Go module in apiserver/. */
export const serverModules = ['1.37', '1.36', '1.29'] as const;
export type ServerModule = (typeof serverModules)[number];

/** What is built from one module, and where it goes. */
export interface ModulePlan {
  readonly module: ServerModule;
  /** Where go.mod lies. */
  readonly source: string;
  /** Of kube-apiserver, as it stands in go.mod: `v1.36.3`. */
  readonly version: string;
  /** Where etcd and kube-apiserver lie when they are built; the name changes with all that decides what they are. */
  readonly folder: string;
  /** In the order in which they are built, the quick one first. */
  readonly programs: readonly Program[];
}

/** One `go build`. */
export interface Program {
  readonly name: 'etcd' | 'kube-apiserver';
  readonly target: string;
  readonly flags: readonly string[];
}

/** Says what there is to build for one module, without doing anything. */
export function planOf(module: ServerModule): ModulePlan {
  const source = path.resolve(import.meta.dirname, '../apiserver', module);
  const files = ['go.mod', 'go.sum', 'main.go'].map((name) => readFileSync(path.join(source, name)));
  const version = /^\s*(?:require )?k8s\.io\/kubernetes (v\S+)/m.exec(String(files[0]))?.[1];
  if (version === undefined) throw new Error(`${source}/go.mod names no version of k8s.io/kubernetes`);
  const programs = programsOf(module, version);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file);
  hash.update(JSON.stringify([programs, goEnvironment]));
  const key = `${version}-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 12)}`;
  return { module, source, version, folder: path.join(cacheFolder(), 'apiserver', key), programs };
}

/** What is set for every build, so that the result does not depend on a C compiler or on a workspace around us. */
export const goEnvironment = { CGO_ENABLED: '0', GOWORK: 'off', GOOS: '', GOARCH: '' };

function programsOf(module: ServerModule, version: string): Program[] {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const versionPackage = 'k8s.io/component-base/version';
  const told = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const linked = Object.entries(told).map(([name, value]) => `-X ${versionPackage}.${name}=${value}`);
  const common = ['-mod=readonly', '-trimpath', '-buildvcs=false'];
  // In 1.29 the cloud providers still hang on kube-apiserver; a module that they need is not to be had any more.
  const tags = module === '1.29' ? ['-tags=providerless'] : [];
  return [
    { name: 'etcd', target: '.', flags: [...common, '-ldflags=-s -w'] },
    {
      name: 'kube-apiserver',
      target: 'k8s.io/kubernetes/cmd/kube-apiserver',
      flags: [...common, ...tags, `-ldflags=-s -w ${linked.join(' ')}`],
    },
  ];
}

/** Where everything lies that is built. */
export function cacheFolder(): string {
  const { KUBEATLAS_CACHE: own, XDG_CACHE_HOME: common } = process.env;
  if (own !== undefined && own !== '') return path.resolve(own);
  const parent = common === undefined || common === '' ? path.join(os.homedir(), '.cache') : common;
  return path.join(parent, 'kubeatlas');
}
