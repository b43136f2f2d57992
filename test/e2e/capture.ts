/**
 * Writes what real servers answer to discovery requests, for tests that have no server, and the descriptions of the columns
 * of Tables, for the fake server: `tsx test/e2e/capture.ts [folder]`, test/fixtures/documents by default. Written twice it is
 * the same, byte for byte.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import type { DiscoveryFormat } from '../../src/index.js';
import type { CapturedName } from '../fixtures/captured.js';
import { BuildError } from './build/go-build.js';
import { captureDocuments } from './harness/capture-documents.js';
import { discoveryAccepts } from './harness/discovery-formats.js';
import { collidingResources } from './harness/colliding-resources.js';
import { askAsAdmin, install } from './harness/install.js';
import { untilExtensionIs } from './harness/register-extension.js';
import { builtKinds, type BuiltKind } from './harness/server-kinds.js';
import { startServer } from './harness/start-server.js';
import { deadApiService } from './harness/objects.js';

const wanted: Readonly<Record<BuiltKind, readonly (readonly [CapturedName, DiscoveryFormat])[]>> = {
  '1.37': [
    ['kube-1.37-v2', 'aggregated/v2'],
    ['kube-1.37-legacy', 'legacy'],
  ],
  // Discovery is the same.
  '1.37-shards': [],
  '1.36': [
    ['kube-1.36-v2', 'aggregated/v2'],
    ['kube-1.36-legacy', 'legacy'],
  ],
  '1.36-as-1.34': [['kube-1.36-emulating-1.34-v2beta1', 'aggregated/v2beta1']],
  '1.29': [['kube-1.29-v2beta1', 'aggregated/v2beta1']],
  '1.29-legacy': [['kube-1.29-legacy', 'legacy']],
};
/** An APIService without a backend. */
const dead = { group: 'custom.metrics.k8s.io', version: 'v1beta1' };
const customGroups = new Set(collidingResources.map(({ group }) => group));

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function captureFrom(kind: BuiltKind, folder: string): Promise<void> {
  const server = await startServer(kind, { report: say });
  try {
    await install(server, collidingResources);
    await askAsAdmin(server, {
      method: 'POST',
      path: '/apis/apiregistration.k8s.io/v1/apiservices',
      body: deadApiService(dead),
    });
    await untilExtensionIs(server, [dead], 'Stale');
    for (const [name, format] of wanted[kind]) {
      const documents = await captureDocuments(server, format, customGroups);
      const file = path.join(folder, `${name}.json`);
      writeFileSync(file, `${JSON.stringify(documents, null, 1)}\n`);
      say(`${path.relative('', file)}: ${Object.keys(documents).length} documents of ${server.version} in ${format}`);
    }
  } finally {
    await server.stop();
  }
}

/** Writes the descriptions of columns, by resource: those of the newest release, with every version that it can serve. */
async function captureColumns(): Promise<void> {
  const server = await startServer('1.37', { report: say, flags: ['--runtime-config=api/all=true'] });
  const descriptions: Record<string, Readonly<Record<string, string>>> = {};
  const get = async (path: string, accept: string): Promise<unknown> =>
    JSON.parse((await askAsAdmin(server, { path, headers: { accept } }, [200])).body);
  try {
    for (const root of ['/api', '/apis']) {
      const { items } = (await get(root, discoveryAccepts['aggregated/v2'])) as Aggregated;
      for (const { metadata = {}, versions } of items) {
        for (const { version, resources } of versions) {
          for (const { resource, verbs } of resources) {
            const group = metadata.name ?? '';
            const key = group === '' ? resource : `${resource}.${group}`;
            // The first version is the best one.
            if (!verbs.includes('list') || key in descriptions) continue;
            const at = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
            const table = (await get(`${at}/${resource}`, 'application/json;as=Table;v=v1;g=meta.k8s.io')) as Columns;
            const own = table.columnDefinitions.filter(({ name }) => !['Name', 'Age', 'Created At'].includes(name));
            descriptions[key] = Object.fromEntries(own.map(({ name, description }) => [name, description]));
          }
        }
      }
    }
  } finally {
    await server.stop();
  }
  const found = Object.entries(descriptions).filter(([, own]) => Object.keys(own).length > 0);
  const text = `// Written by test/e2e/capture.ts from the Tables of kube-apiserver ${server.version}. Do not edit.

/** Descriptions by \`resource\` or \`resource.group\`, then by column name. */
export const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(found))};
`;
  const options = { parser: 'typescript', singleQuote: true, printWidth: 120 } as const;
  writeFileSync(columnsFile, await format(text, options));
  say(`${path.relative('', columnsFile)}: the columns of ${found.length} resources`);
}

const columnsFile = path.join(import.meta.dirname, '../../src/testing/views/column-descriptions.ts');

interface Aggregated {
  readonly items: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources: readonly { readonly resource: string; readonly verbs: readonly string[] }[];
    }[];
  }[];
}

interface Columns {
  readonly columnDefinitions: readonly { readonly name: string; readonly description: string }[];
}

async function main(): Promise<void> {
  const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../fixtures/documents'));
  mkdirSync(folder, { recursive: true });
  for (const kind of builtKinds) if (wanted[kind].length > 0) await captureFrom(kind, folder);
  await captureColumns();
}

main().catch((error: unknown) => {
  say(error instanceof BuildError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
});
