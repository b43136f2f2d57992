/** A kubeconfig for servers without a login, each a context of that name; the first one is current, and the namespace is that of all. */
export function kubeconfigOf(servers: Readonly<Record<string, string>>, namespace: string): string {
  const names = Object.keys(servers);
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: names.map((name) => ({ name, cluster: { server: servers[name] } })),
    users: [],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: '', namespace } })),
    'current-context': names[0],
  });
}
