import { createServer, type Server } from 'node:https';
import { inject } from 'vitest';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { ask, type Answer } from '../harness/ask.js';
import { freePorts } from '../harness/free-ports.js';
import { askAsAdmin } from '../harness/install.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const admission = '/apis/admissionregistration.k8s.io/v1';

/** Where guards stand, and what they say. */
export const refusal = 'nobody passes here';

/** A webhook on loopback that refuses whatever it is asked about. */
export interface RefusingWebhook {
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
  stop(): Promise<void>;
}

export async function startRefusingWebhook(): Promise<RefusingWebhook> {
  const [port = 0] = await freePorts(1);
  const authority = createCertificateAuthority('kubeatlas e2e webhook');
  const { certificate: cert, key } = authority.issue({ commonName: 'webhook', hosts: ['localhost', '127.0.0.1'] });
  const listener: Server = createServer({ cert, key }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => {
      const review = JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
        apiVersion: string;
        request: { uid: string };
      };
      const { apiVersion } = review;
      const answer = { uid: review.request.uid, allowed: false, status: { code: 403, message: refusal } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ apiVersion, kind: 'AdmissionReview', response: answer }));
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, '127.0.0.1', resolve);
  });
  return {
    clientConfig: {
      url: `https://127.0.0.1:${port}/`,
      caBundle: Buffer.from(authority.certificate).toString('base64'),
    },
    stop() {
      listener.closeAllConnections();
      return new Promise((resolve) => {
        listener.close(() => {
          resolve();
        });
      });
    },
  };
}

/** A request that a guard may refuse; it is a dry run. */
export interface Attempt {
  readonly path: string;
  readonly body: object;
}

/** Whether a guard refuses the request. Throws for any other failure. */
export async function isRefused({ path, body }: Attempt): Promise<boolean> {
  const answer: Answer = await ask(server, {
    method: 'POST',
    path: `${path}?dryRun=All`,
    body,
    token: server.tokens.admin,
  });
  if (answer.status === 201) return false;
  if (answer.body.includes(refusal)) return true;
  throw new Error(`POST ${path}: ${answer.status} ${answer.body}`);
}

/** Waits until the server has learned of a guard. */
export function untilRefused(attempt: Attempt): Promise<boolean> {
  return waitUntil(`a guard refuses POST ${attempt.path}`, async () => (await isRefused(attempt)) || undefined);
}

/** Puts configurations on the server, in place of those of their names. */
export async function putConfiguration(configuration: object): Promise<void> {
  const { path, name } = placeOf(configuration);
  const present = await askAsAdmin(server, { path: `${path}/${name}` }, [200, 404]);
  if (present.status === 404) {
    await askAsAdmin(server, { method: 'POST', path, body: configuration });
    return;
  }
  const { resourceVersion } = present.json()['metadata'] as { resourceVersion: string };
  const metadata = { name, resourceVersion };
  await askAsAdmin(server, { method: 'PUT', path: `${path}/${name}`, body: { ...configuration, metadata } });
}

/** Takes configurations away, and waits until the server has learned of that. */
export async function removeConfigurations(configurations: readonly object[], then: Attempt): Promise<void> {
  for (const configuration of configurations) {
    const { path, name } = placeOf(configuration);
    await askAsAdmin(server, { method: 'DELETE', path: `${path}/${name}` }, [200, 404]);
  }
  await waitUntil(`nobody refuses POST ${then.path}`, async () => ((await isRefused(then)) ? undefined : true));
}

function placeOf(configuration: object): { readonly path: string; readonly name: string } {
  const { kind, metadata } = configuration as { kind: string; metadata: { name: string } };
  const plural = kind.toLowerCase().replace(/y$/, 'ie');
  return { path: `${admission}/${plural}s`, name: metadata.name };
}
