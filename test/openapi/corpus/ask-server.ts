import type { Client } from '../../../src/index.js';
import { formatGroupVersion } from '../../../src/index.js';
import { createOpenAPI, type OpenAPIDocument } from '../../../src/openapi/index.js';
import type { Manifest } from './corpus.js';
import { definition, type ManifestObject } from './seeds.js';

/** What a server answers to an object that is not kept, strictly. */
export async function askServer(client: Client, object: ManifestObject): Promise<Pick<Manifest, 'status' | 'message'>> {
  const { mapping } = await client.resolve({ apiVersion: object.apiVersion, kind: object.kind });
  const { group, resource } = mapping.resource;
  const root = `${group === '' ? '/api' : '/apis'}/${formatGroupVersion(mapping.resource)}`;
  const namespace = mapping.scope === 'Namespaced' ? '/namespaces/default' : '';
  const answer = await client.request({
    method: 'POST',
    path: `${root}${namespace}/${resource}`,
    query: { dryRun: 'All', fieldValidation: 'Strict' },
    body: JSON.stringify(object),
    expected: [400, 422],
  });
  const { message = '' } = answer.json() as { readonly message?: string };
  return { status: answer.status, message: message.slice(0, 200) };
}

/** Defines the custom resource of the corpus, and reads all documents once the server describes it. */
export async function readDocumentsWithGadgets(client: Client): Promise<Readonly<Record<string, OpenAPIDocument>>> {
  await client.resource('customresourcedefinitions').create(definition);
  const openapi = createOpenAPI(client, { maxAgeMs: 0 });
  while (!(await openapi.groupVersions()).includes('check.example/v1')) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { documents, failures } = await openapi.documents();
  for (const failure of failures) throw failure;
  return documents;
}
