// Run in a folder where the packed package was installed.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { ApiError, createClient, isKubeError, KubeError } from 'kubeatlas';
import { CommandFailedError, exec, forwardPort, listenPort } from 'kubeatlas/connect';
import { createController, settled } from 'kubeatlas/controller';
import { createHttp2Transport } from 'kubeatlas/http2';
import { loadKubeconfig } from 'kubeatlas/kubeconfig';
import { createBrowserStore } from 'kubeatlas/stores/browser';
import { createFileStore } from 'kubeatlas/stores/file';
import { createKeyvStore } from 'kubeatlas/stores/keyv';
import { createFakeApiServer } from 'kubeatlas/testing';
import { startFakeApiServer } from 'kubeatlas/testing/node';
import { yaml } from 'kubeatlas/yaml';

const fake = createFakeApiServer({
  resources: [{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' }],
});
const server = await startFakeApiServer(fake);
const client = createClient({ server: server.url });
const widgets = client.resource('Widget').namespace('default');
await widgets.create({ metadata: { name: 'one' } });
assert.equal((await widgets.list()).items.length, 1);
assert.match((await widgets.as(yaml()).get('one')).text, /^apiVersion: example\.com\/v1$/m);

const seen = [];
const controller = createController(client, {
  name: 'stranger',
  for: 'widgets',
  onError: (error) => seen.push(error),
  reconcile: ({ name }, { object }) => void seen.push(name, object.kind),
});
await settled(controller);
assert.deepEqual(seen, ['one', 'Widget']);
await controller[Symbol.asyncDispose]();

const error = await widgets.get('two').catch((thrown) => thrown);
assert.ok(error instanceof ApiError && error instanceof KubeError && isKubeError(error));
const copy = createRequire(import.meta.url)('kubeatlas');
assert.notEqual(copy.ApiError, ApiError);
assert.ok(error instanceof copy.ApiError, 'instanceof holds across the ESM and CJS builds');

const pods = client.handle({
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  scope: 'Namespaced',
});
for (const open of [exec(pods, 'one', { command: ['ls'] }), forwardPort(pods, 'one', { port: 80 })]) {
  await assert.rejects(open, { code: 'namespace-required' });
}
const listening = listenPort(pods.namespace('default'), 'one', { port: 80 });
await assert.rejects(listening, { code: 'api', statusCode: 404 });
assert.equal(typeof CommandFailedError, 'function');
assert.deepEqual(Object.keys(await import('kubeatlas/types')), []);

assert.equal(typeof loadKubeconfig, 'function');
assert.equal(typeof createHttp2Transport().send, 'function');
const store = createFileStore('./discovery');
const stored = createClient({ server: server.url, discovery: { store, storeKey: 'stranger' } });
await stored.discovery.catalog();
await stored.close();
assert.equal(typeof createKeyvStore({ get() {}, set() {}, delete() {}, on() {} }).get, 'function');
assert.equal(typeof createBrowserStore().get, 'function');
await client.close();
await server.close();
console.log('ESM ok');
