// Serves 5,000 pods as Kubernetes 1.37 does, over HTTP/1.1 and, with the certificate of the arguments, over HTTP/2:
// `node pods-server.mjs KEY CERTIFICATE` prints both URLs. Runs in a folder where the packed package was installed.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createFakeApiServer } from 'kubeatlas/testing';
import { kubernetes } from 'kubeatlas/testing/kubernetes';
import { startFakeApiServer } from 'kubeatlas/testing/node';

const annotations = { text: 'x'.repeat(4000) };
const objects = Array.from({ length: 5000 }, (_, index) => {
  const metadata = { name: `p-${index}`, namespace: 'default', annotations };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'main', image: 'main' }] } };
});
const { url } = await startFakeApiServer(createFakeApiServer({ documents: kubernetes(), objects }), {
  compresses: true,
});

const [key, cert] = process.argv.slice(2).map((file) => readFileSync(file));
const listener = createSecureServer({ key, cert }, (incoming, outgoing) => {
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
  const passed = request(url + incoming.url, { method: incoming.method, headers }, (answer) => {
    const { connection: _hop, 'keep-alive': _kept, 'transfer-encoding': _coding, ...received } = answer.headers;
    outgoing.writeHead(answer.statusCode, received);
    answer.pipe(outgoing);
  });
  outgoing.on('close', () => passed.destroy());
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
});
listener.listen(0, '127.0.0.1', () => console.log(`${url} https://127.0.0.1:${listener.address().port}`));
