import type { Client } from '../../../src/index.js';

/** The name of one of many pods. */
export const podName = (place: number): string => `frontend-7c9d8b6f5d-${place.toString(36).padStart(5, '0')}`;

/** The namespaces of many pods. */
export const teams: readonly string[] = Array.from({ length: 10 }, (_, place) => `team-${place}`);

/** The namespace of one of many pods. */
const namespaceOf = (place: number): string => `team-${place % teams.length}`;

/** Returns a pod as somebody creates it: on a server, with defaults and managedFields, 2.7 kB of JSON. */
function podOf(place: number): object {
  const metadata = {
    name: podName(place),
    labels: { app: 'frontend', 'pod-template-hash': '7c9d8b6f5d', release: `r${place % 7}` },
  };
  const spec = {
    nodeName: `node-${place % 50}`,
    containers: [
      {
        name: 'main',
        image: 'registry.example.com/web/frontend:1.42.0',
        args: ['--listen=:8080', '--log-level=info'],
        ports: [{ name: 'http', containerPort: 8080 }],
        env: ['BACKEND', 'ORDERS'].map((name) => ({
          name: `${name}_URL`,
          value: `http://${name.toLowerCase()}.default.svc.cluster.local:8080`,
        })),
        resources: { limits: { memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
      },
    ],
  };
  return { metadata, spec };
}

/** Creates many pods in ten namespaces, as fast as the server takes them. */
export async function createPods(client: Client, count: number): Promise<void> {
  const namespaces = client.resource('namespaces');
  for (const name of teams) await namespaces.create({ metadata: { name } });
  const pods = client.resource('pods');
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const place = next++;
      await pods.namespace(namespaceOf(place)).create(podOf(place));
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

/** Changes the status of pods, one after the other, at a rate. Returns how many changes the server has taken. */
export async function changePods(
  client: Client,
  { count, perSecond, seconds }: { readonly count: number; readonly perSecond: number; readonly seconds: number },
): Promise<number> {
  const pods = client.resource('pods');
  const begun = performance.now();
  const change = async (turn: number): Promise<void> => {
    const place = (turn * 37) % count;
    const status = { phase: turn % 2 === 0 ? 'Running' : 'Pending', reason: `Turn${turn}` };
    await pods
      .namespace(namespaceOf(place))
      .patch(podName(place), { status }, { type: 'merge', subresource: 'status' });
  };
  const open = new Set<Promise<void>>();
  let sent = 0;
  for (let now = 0; now < seconds * 1000; now = performance.now() - begun) {
    while (sent < (now / 1000) * perSecond) {
      const changing = change(sent++);
      open.add(changing);
      void changing.finally(() => open.delete(changing)).catch(() => undefined);
      // A server that is slower than this is not asked faster.
      if (open.size >= 16) await Promise.race(open);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(open);
  return sent;
}
