/**
 * Writes the types of `kubeatlas/types` from a real server of the newest release, and the list of what they are:
 * `tsx test/types/write-built-ins.ts`. Written twice they are the same. test/e2e/suite/types.test.ts compares them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OpenAPIDocuments } from '../../src/openapi/document.js';
import {
  fieldsOf,
  nameSchemas,
  readDocuments as readSchemas,
  registryKeys,
  writeTypes,
} from '../../src/openapi/types/write-types.js';
import { askAsAdmin } from '../e2e/harness/install.js';
import type { ServerAccess } from '../e2e/harness/server-access.js';
import { startServer } from '../e2e/harness/start-server.js';

const root = path.join(import.meta.dirname, '../..');
export const builtInFiles = {
  types: path.join(root, 'src/types/kubernetes.d.ts'),
  shipped: path.join(root, 'src/openapi/types/shipped.ts'),
};

/** Reads the documents of a server without the code under test. */
export async function readDocuments(server: ServerAccess): Promise<OpenAPIDocuments> {
  const { paths } = (await askAsAdmin(server, { path: '/openapi/v3' })).json() as {
    paths: Record<string, { serverRelativeURL: string }>;
  };
  const documents: [string, object][] = [];
  for (const [name, { serverRelativeURL }] of Object.entries(paths)) {
    const groupVersion = /^(?:api|apis\/([^/]+))\/(v[^/]+)$/.exec(name);
    if (groupVersion === null) continue;
    const [, group, version = ''] = groupVersion;
    const document = (await askAsAdmin(server, { path: serverRelativeURL })).json();
    documents.push([group === undefined ? version : `${group}/${version}`, document]);
  }
  return Object.fromEntries(documents);
}

/** The contents of the files, from documents. */
export function builtIns(documents: OpenAPIDocuments): Record<keyof typeof builtInFiles, string> {
  const text = writeTypes(documents, { builtIns: 'write' });
  return { types: text.replace("from 'kubeatlas'", "from '../index.js'"), shipped: shippedOf(documents) };
}

function shippedOf(documents: OpenAPIDocuments): string {
  const { schemas, groups, resources, subresources } = readSchemas(documents);
  const names = nameSchemas([...schemas.keys()], groups, new Map());
  const keys = registryKeys(resources, new Set()).map(([key]) => key);
  const packages = new Map<string, string[]>();
  for (const [schema, exported] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const at = schema.lastIndexOf('.');
    const [prefix, name] = [schema.slice(0, at), schema.slice(at + 1)];
    const word = name === exported ? name : `${name}=${exported}`;
    packages.set(prefix, [...(packages.get(prefix) ?? []), `${word}:${fieldsOf(schemas.get(schema))}`]);
  }
  const lines = [...packages].map(([prefix, list]) => `  '${prefix}':\n    '${list.join(' ')}',\n`);
  return `// Written by test/types/write-built-ins.ts. Do not edit.

/** The schemas of \`kubeatlas/types\` by Go package, with their number of fields; \`Event=EventsEvent:17\` where the exported name is another. */
export const shippedSchemas: Readonly<Record<string, string>> = {
${lines.join('')}};

/** The keys of the registry that \`kubeatlas/types\` declares. */
export const shippedKeys =
  '${keys.join(' ')}';

/** The names of subresources whose types \`kubeatlas/types\` declares. */
export const shippedSubresources = '${[...subresources.keys()].sort().join(' ')}';
`;
}

async function main(): Promise<void> {
  const server = await startServer('1.37', { report: (line) => process.stderr.write(`${line}\n`) });
  try {
    const texts = builtIns(await readDocuments(server));
    for (const file of ['types', 'shipped'] as const) writeFileSync(builtInFiles[file], texts[file]);
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) await main();
