/**
 * Writes what each release of Kubernetes serves by itself into `src/upgrade/release-data.ts`:
 * `tsx test/upgrade/write-releases.ts [FOLDER]`. Its sources are the Go modules k8s.io/kubernetes (the documents in
 * `api/discovery`, written from a server with every version on; and which versions are off by default, in
 * `pkg/controlplane/instance.go`) and k8s.io/api (the lifecycle markers). Each is downloaded with `go mod download` into
 * a scratch folder and deleted again, unless FOLDER holds their unpacked files as `kubernetes@v1.37.2` and
 * `api@v0.37.2`. Written twice it is the same.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { compareVersions } from '../../src/core/model/version-order.js';
import { replay } from '../discovery/replay-connection.js';

/** The newest patch of each minor version, as far as there are modules; the modules of k8s.io/api have the minor in front. */
const releases = [
  '1.29.6',
  '1.30.14',
  '1.31.14',
  '1.32.13',
  '1.33.13',
  '1.34.4',
  '1.35.4',
  '1.36.3',
  '1.37.2',
  '1.38.0-beta.0',
];

const target = path.join(import.meta.dirname, '../../src/upgrade/release-data.ts');

interface Endpoint {
  readonly entry: ResourceEntry;
  readonly isDefault: boolean;
}

/** Reads what a release serves from its own documents. */
async function readEndpoints(folder: string): Promise<Endpoint[]> {
  const documents = path.join(folder, 'api/discovery');
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(documents, file), 'utf8'));
  const version = existsSync(path.join(documents, 'aggregated_v2.json')) ? 'v2' : 'v2beta1';
  const aggregated = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  const answer = (contentType: string, body: unknown) => ({
    status: 200,
    headers: { 'content-type': contentType },
    body,
  });
  const catalog = await createDiscovery(
    replay({
      '/api': answer('application/json', read('api.json')),
      '/api/v1': answer('application/json', read('api__v1.json')),
      '/apis': answer(aggregated, read(`aggregated_${version}.json`)),
    }),
  ).catalog();
  if (catalog.failures.length > 0) throw new Error(`${folder}: ${JSON.stringify(catalog.failures)}`);
  for (const { name, versions } of catalog.groups) {
    const order = versions.map((each) => each.version);
    const sorted = [...order].sort((a, b) => compareVersions(a, b));
    if (order.join() !== sorted.join()) throw new Error(`${name} has its versions in another order: ${order.join()}`);
  }
  const beta = enabledBetaResources(readFileSync(path.join(folder, 'pkg/controlplane/instance.go'), 'utf8'));
  return catalog.resources().map((entry) => ({
    entry,
    isDefault:
      /^v\d+$/.test(entry.version) || beta.has(`${entry.group.split('.')[0]}${entry.version} ${entry.resource}`),
  }));
}

/** Beta resources that are on by default: `flowcontrolv1beta3 flowschemas`. Every other version but a stable one is off. */
function enabledBetaResources(source: string): ReadonlySet<string> {
  const list =
    /legacyBetaEnabledByDefaultResources = \[\]schema\.GroupVersionResource\{([^}]*)\}/.exec(source)?.[1] ?? '';
  const words = list.matchAll(/^\s*(\w+)\.SchemeGroupVersion\.WithResource\("([^"]+)"\)/gm);
  return new Set([...words].map(([, alias, resource]) => `${alias} ${resource}`));
}

type LifecycleRow = [group: string, version: string, kind: string, introduced: string, ...string[]];

/** Reads the lifecycle markers of all kinds that are or will be deprecated. */
function readLifecycles(folder: string, groups: readonly string[]): LifecycleRow[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('zz_generated.prerelease-lifecycle.go'),
  );
  return files.sort().flatMap((file) => {
    const [name = '', version = ''] = file.split(path.sep);
    if (notServed.includes(name)) return [];
    const group = groups.find((each) => each.split('.')[0] === name) ?? furtherGroups[name];
    if (group === undefined) throw new Error(`${file} is of an unknown group`);
    const marks = new Map<string, Record<string, string>>();
    const found = readFileSync(path.join(folder, file), 'utf8').matchAll(
      /^func \(in \*(\w+)\) APILifecycle(\w+)\(\).*\{\n\treturn (?:(\d+), (\d+)|schema\.GroupVersionKind\{Group: "([^"]*)", Version: "([^"]*)", Kind: "([^"]*)"\})\n/gm,
    );
    for (const [, kind = '', mark = '', major, minor, ...replacement] of found) {
      const known = marks.get(kind) ?? {};
      marks.set(kind, known);
      known[mark] = major === undefined ? replacement.join('/') : `${major}.${minor}`;
    }
    return [...marks]
      .filter(([kind, { Removed }]) => !kind.endsWith('List') && Removed !== undefined)
      .map(([kind, { Introduced = '', Deprecated = '', Removed = '', Replacement }]): LifecycleRow => {
        return [
          group,
          version,
          kind,
          Introduced,
          Deprecated,
          Removed,
          ...(Replacement === undefined ? [] : [Replacement]),
        ];
      });
  });
}

/** The folders of k8s.io/api whose group does not begin with their name. */
const furtherGroups: Readonly<Record<string, string>> = {
  apiserverinternal: 'internal.apiserver.k8s.io',
  core: '',
  extensions: 'extensions',
};

/** Folders with kinds that are sent to webhooks, or that are documents, and never served as resources. */
const notServed = ['admission', 'apidiscovery', 'imagepolicy'];

const verbTable: string[] = [];

function verbsOf(verbs: readonly string[]): number {
  const text = [...verbs].sort().join();
  if (!verbTable.includes(text)) verbTable.push(text);
  return verbTable.indexOf(text);
}

function rowOf({ group, version, resource, kind, scope, ...entry }: ResourceEntry): unknown[] {
  const subresources = entry.subresources.map(({ subresource, responseKind: of, verbs }) => [
    subresource,
    verbsOf(verbs),
    of === undefined ? '' : `${of.group}/${of.version}/${of.kind}`,
  ]);
  return [
    group,
    version,
    resource,
    kind,
    scope === 'Namespaced' ? 1 : 0,
    entry.singular,
    entry.shortNames.join(),
    entry.categories.join(),
    verbsOf(entry.verbs),
    subresources,
  ];
}

const [given] = process.argv.slice(2);
const rows = new Map<string, { readonly row: unknown[]; served: number; enabled: number }>();
const lifecycles = new Map<string, LifecycleRow>();
const groupOrders: string[][] = [];
for (const [index, release] of releases.entries()) {
  const minor = release.slice(2);
  const kubernetes = moduleFolder(`k8s.io/kubernetes@v${release}`);
  const endpoints = await readEndpoints(kubernetes.folder);
  kubernetes.remove();
  groupOrders.push([...new Set(endpoints.map(({ entry }) => entry.group))]);
  for (const { entry, isDefault } of endpoints) {
    const row = rowOf(entry);
    const key = JSON.stringify(row);
    const known = rows.get(key) ?? { row, served: 0, enabled: 0 };
    rows.set(key, known);
    known.served |= 1 << index;
    if (isDefault) known.enabled |= 1 << index;
  }
  const api = moduleFolder(`k8s.io/api@v0.${minor}`);
  // The newest release that has a kind says it best.
  for (const row of readLifecycles(api.folder, groupOrders.flat())) lifecycles.set(row.slice(0, 3).join(' '), row);
  api.remove();
}
const groups = [...new Set(groupOrders.toReversed().flat())];
const groupOf = ({ row }: { readonly row: unknown[] }): number => groups.indexOf(row[0] as string);
const sorted = [...rows.values()].sort(
  (a, b) => groupOf(a) - groupOf(b) || compareVersions(a.row[1] as string, b.row[1] as string),
);
const data = {
  releases: releases.map((version, index) => [version, groupOrders[index]?.map((group) => groups.indexOf(group))]),
  groups,
  verbs: verbTable,
  endpoints: sorted.map(({ row: [group, ...row], served, enabled }) => {
    return [groups.indexOf(group as string), ...row, served, enabled];
  }),
  lifecycles: [...lifecycles.values()].sort((a, b) => (a.slice(0, 3).join(' ') < b.slice(0, 3).join(' ') ? -1 : 1)),
};
const text = JSON.stringify(data).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
writeFileSync(
  target,
  [
    '// Written by test/upgrade/write-releases.ts from the Go modules k8s.io/kubernetes and k8s.io/api. Do not edit.',
    '',
    '/** Every endpoint once, with the releases that have it as bits. {@link loadRelease} reads it. */',
    `export const releaseData = '${text}';`,
    '',
  ].join('\n'),
);
process.stdout.write(`${sorted.length} endpoints, ${lifecycles.size} lifecycles, ${text.length} bytes\n`);

interface ModuleFolder {
  readonly folder: string;
  readonly remove: () => void;
}

/** Returns the files of a Go module. */
function moduleFolder(name: string): ModuleFolder {
  const known = given === undefined ? undefined : path.join(given, name.replace('k8s.io/', ''));
  if (known !== undefined && existsSync(known)) return { folder: known, remove: () => undefined };
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'kubeatlas-module-'));
  const answer = execFileSync('go', ['mod', 'download', '-json', name], {
    cwd: scratch,
    env: { ...process.env, GOMODCACHE: path.join(scratch, 'cache'), GOFLAGS: '-modcacherw' },
    encoding: 'utf8',
  });
  const { Dir } = JSON.parse(answer) as { Dir: string };
  return {
    folder: Dir,
    remove: () => {
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
