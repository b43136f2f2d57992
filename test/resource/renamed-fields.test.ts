import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { renamedFields } from './renamed-fields.js';

// The models alone: client-node 2 as a whole does not load on Node 20.
it.each(['@kubernetes/client-node', 'client-node-2'])('the classes of %s rename no other fields', async (name) => {
  const file = path.resolve(import.meta.dirname, '../../node_modules', name, 'dist/gen/models/all.js');
  const models = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  const fields = Object.values(models).flatMap((model) => attributesOf(model));
  expect(fields.length).toBeGreaterThan(2_900);
  const renamed = fields.filter((field) => field.name !== field.baseName);
  expect(Object.fromEntries(renamed.map((field) => [field.name, field.baseName]))).toEqual(renamedFields);
});

interface Attribute {
  readonly name: string;
  readonly baseName: string;
}

function attributesOf(model: unknown): readonly Attribute[] {
  if (typeof model !== 'function') return [];
  return (model as unknown as { readonly attributeTypeMap?: readonly Attribute[] }).attributeTypeMap ?? [];
}
