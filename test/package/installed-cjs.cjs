// Run in a folder where the packed package was installed.
const assert = require('node:assert/strict');
const { createClient, formatTable } = require('kubeatlas');
const { exec, listenPort } = require('kubeatlas/connect');
const { createController } = require('kubeatlas/controller');
const { createHttp2Transport } = require('kubeatlas/http2');
const { loadKubeconfig } = require('kubeatlas/kubeconfig');
const { createBrowserStore } = require('kubeatlas/stores/browser');
const { createFileStore } = require('kubeatlas/stores/file');
const { createKeyvStore } = require('kubeatlas/stores/keyv');
const { createFakeApiServer } = require('kubeatlas/testing');
const { startFakeApiServer } = require('kubeatlas/testing/node');
const { yaml } = require('kubeatlas/yaml');

async function main() {
  const fake = createFakeApiServer({
    resources: [{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' }],
  });
  const server = await startFakeApiServer(fake);
  const client = createClient({ server: server.url });
  const widgets = client.resource('widgets').namespace('default');
  await widgets.create({ metadata: { name: 'one' } });
  assert.match((await widgets.as(yaml()).get('one')).text, /^kind: Widget$/m);
  assert.match(formatTable(await widgets.as('Table').list()), /^NAME/);
  assert.equal(typeof loadKubeconfig, 'function');
  assert.equal(typeof createHttp2Transport().send, 'function');
  for (const make of [createController, createBrowserStore, createFileStore, createKeyvStore])
    assert.equal(typeof make, 'function');
  const pods = client.handle({
    resource: { group: '', version: 'v1', resource: 'pods' },
    kind: { group: '', version: 'v1', kind: 'Pod' },
    scope: 'Namespaced',
  });
  await assert.rejects(exec(pods, 'one', { command: ['ls'] }), { code: 'namespace-required' });
  const listening = listenPort(pods.namespace('default'), 'one', { port: 80 });
  await assert.rejects(listening, { code: 'api', statusCode: 404 });
  assert.deepEqual(Object.keys(require('kubeatlas/types')), []);
  assert.match(require('kubeatlas/package.json').version, /^\d/);
  await client.close();
  await server.close();
  console.log('CJS ok');
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
