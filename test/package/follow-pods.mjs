// Follows 5,000 pods of `pods-server.mjs` to the end of their state and beyond, in the runtime that runs it, over each
// transport: `follow-pods.mjs HTTP_URL HTTPS_URL CERTIFICATE`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { createClient, follow } from 'kubeatlas';
import { createHttp2Transport } from 'kubeatlas/http2';

const [plain, secure, certificate] = process.argv.slice(2);
const agent = new Agent({ ca: readFileSync(certificate) });
/** A transport of a user's own. */
const overFetch = {
  async send({ method, url, headers, body, signal }) {
    const answer = await fetch(url, { method, headers, body, signal });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
  },
  close: () => undefined,
};
const clients = {
  'HTTP/1.1': () => createClient({ server: plain }),
  fetch: () => createClient({ server: plain, transport: overFetch }),
  'HTTP/2': () =>
    createClient({
      server: secure,
      transport: createHttp2Transport(),
      authenticate: async () => ({ headers: {}, agent }),
    }),
};
for (const [name, create] of Object.entries(clients)) {
  const client = create();
  const pods = client.resource('pods').namespace('default');
  const late = `late-${name.toLowerCase().replace(/[^a-z0-9]/g, '-')}-${Date.now()}`;
  const begun = performance.now();
  let added = 0;
  let synced;
  const limit = setTimeout(() => {
    console.error(`${name}: ${added} pods after 30 s`);
    process.exit(1);
  }, 30_000);
  for await (const step of follow(pods)) {
    if (step.type === 'added') added += 1;
    if (step.type === 'synced') {
      synced = Math.round(performance.now() - begun);
      assert.ok(added >= 5000, `${name}: ${added} pods`);
      await pods.create({ metadata: { name: late }, spec: { containers: [{ name: 'main', image: 'main' }] } });
    }
    if (step.type === 'added' && step.object.metadata.name === late) break;
  }
  clearTimeout(limit);
  await client.close();
  console.log(`follows ${added} pods over ${name}: synced in ${synced} ms`);
}
