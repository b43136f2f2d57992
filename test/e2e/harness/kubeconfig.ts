import { stringify } from 'yaml';
import type { Reachable } from './ask.js';

/** Formats a kubeconfig with a context for each token; the first one is current. */
export function formatKubeconfig({ url, ca }: Reachable, tokens: Readonly<Record<string, string>>): string {
  const names = Object.keys(tokens);
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'e2e', cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: names.map((name) => ({ name, user: { token: tokens[name] } })),
    contexts: names.map((name) => ({ name, context: { cluster: 'e2e', user: name } })),
    'current-context': names[0],
  });
}
