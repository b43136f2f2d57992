import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../transport/loopback-server.js';
import { selfSigned } from '../transport/self-signed.js';
import { cli, server, type Outcome } from './support.js';

const token = 'eyJhbGciOiJSUzI1NiJ9.tok3n-that-nobody-may-see.c2lnbmF0dXJl';
const password = 'pass-that-nobody-may-see';

/** What a server does with the credential that it was sent. */
const echoes: Readonly<Record<string, (sent: string, response: ServerResponse) => void>> = {
  'the header in the message of a Status': (sent, response) => {
    json(response, 403, { kind: 'Status', apiVersion: 'v1', reason: 'Forbidden', message: `no way for ${sent}` });
  },
  'the header in the details of a Status': (sent, response) => {
    const details = { name: sent, kind: sent, causes: [{ reason: sent, message: sent, field: sent }] };
    json(response, 422, { kind: 'Status', apiVersion: 'v1', reason: sent, message: 'no', details });
  },
  'the header as an error of plain text': (sent, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`Authorization: ${sent} is no good`);
  },
  'the header where an excerpt is cut': (sent, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${'x'.repeat(30)}${sent}</html>`);
  },
  'the beginning of the header': (sent, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${sent.slice(0, -6)}`);
  },
  'the header in place of JSON': (sent, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(sent);
  },
  'the header as the kind of what it answers': (sent, response) => {
    json(response, 200, { kind: sent, apiVersion: sent });
  },
  'the header as the media type': (sent, response) => {
    response.writeHead(200, { 'content-type': `text/${sent.replace(/^\w+ /, '')}` }).end(sent);
  },
  'the header as a place to go to': (sent, response) => {
    response.writeHead(302, { location: `/login?back=${encodeURIComponent(sent)}` }).end(sent);
  },
  'the header in a warning': (sent, response) => {
    response.setHeader('warning', `299 - "${sent} is old" "Sun, 01 Mar 2026 12:00:00 GMT"`);
    json(response, 404, { kind: 'Status', apiVersion: 'v1', reason: 'NotFound', message: 'no' });
  },
};

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Answers discovery, or not even that, and for the rest says back what it was sent. */
async function echoing(echo: (sent: string, response: ServerResponse) => void, from: RegExp): Promise<string> {
  const api = server();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request;
    if (from.test(url)) return void echo(headers.authorization ?? 'nothing', response);
    const { accept = '' } = headers;
    const known = await api.handle(new Request(`http://fake.example${url}`, { headers: { accept } }));
    response.writeHead(known.status, Object.fromEntries(known.headers)).end(Buffer.from(await known.arrayBuffer()));
  };
  const { url } = await serve((request, response) => void answer(request, response), selfSigned);
  return url;
}

async function kubeconfigOf(url: string, user: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'config');
  const config = {
    'current-context': 'dev',
    clusters: [{ name: 'c', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'dev', context: { cluster: 'c', user: 'u', namespace: 'web' } }],
  };
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** Lines of commands that ask for objects: whatever they read of them is said back. */
const asking = [
  'get pods -v',
  'get pods front-0 -o json -v',
  'get pods -o yaml',
  'get pods --metadata',
  'get pods -o name',
  'scale deploy/front',
  'scale deploy/front --replicas 3 -v',
  'scale deploy/front --replicas 3 --current-replicas 2',
  'owners deploy/front -v',
  'count pods -v',
  'get pods -w -v',
  'get pods -o json -w',
  'apply -f - -v',
  'patch deploy/front -p {"spec":{}} -v',
  'delete pods front-0 -v --timeout 10ms',
  'delete pods --all --timeout 10ms',
  'wait pods front-0 --for=condition=Ready --timeout 0',
];
/** Those that learn what the server serves. */
const learning = ['discovery -v', 'api-resources -v', 'resolve deploy -v', 'get pods -v', 'aliases events'];

describe('a credential does not reach the terminal, though the server says', () => {
  const objects = /^\/(?:api\/v1|apis\/[^/]+\/[^/]+)\/./;
  it.each(Object.entries(echoes))('%s', async (_what, echo) => {
    const outcomes: Outcome[] = [];
    for (const [user, secrets] of [
      [{ token }, [token]],
      [{ username: 'admin', password }, [password, btoa(`admin:${password}`)]],
    ] as const) {
      for (const [from, commands] of [
        [objects, asking],
        [/^/, learning],
      ] as const) {
        const file = await kubeconfigOf(await echoing(echo, from), user);
        for (const command of commands) {
          const outcome = await cli(undefined, [...command.split(' '), '--kubeconfig', file], {
            readInput: () => Promise.resolve('{ apiVersion: v1, kind: Pod, metadata: { name: front-0 } }'),
          });
          const output = outcome.stdout + outcome.stderr;
          for (const secret of secrets) {
            for (const part of [secret, secret.slice(0, 14), secret.slice(-14), secret.slice(8, 22)]) {
              expect({ command, part, output: output.includes(part) ? output : '' }).toEqual({
                command,
                part,
                output: '',
              });
            }
          }
          outcomes.push(outcome);
        }
      }
    }
    // The credential was sent, and said back somewhere.
    expect(outcomes.map(({ stderr }) => stderr).join('')).toContain('[hidden]');
  });
});
