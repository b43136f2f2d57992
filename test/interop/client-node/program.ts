/**
 * Does with a server what programs on @kubernetes/client-node do, and prints the outcome of each step, a line each:
 *
 *     tsx program.ts KUBECONFIG PACKAGE
 *
 * PACKAGE is the name under which a release of client-node is installed. What differs from server to server by its nature
 * (uids, versions, times) is not printed.
 */
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type * as ClientNode from '@kubernetes/client-node';

const [file = '', packageName = ''] = process.argv.slice(2);
const k8s = (await import(packageName)) as typeof ClientNode;
const config = new k8s.KubeConfig();
config.loadFromFile(file);
const core = config.makeApiClient(k8s.CoreV1Api);
const apps = config.makeApiClient(k8s.AppsV1Api);
const custom = config.makeApiClient(k8s.CustomObjectsApi);
const objects = k8s.KubernetesObjectApi.makeApiClient(config);
const namespace = packageName.replaceAll(/\W+/g, '-').replace(/^-/, '');
const group = `${namespace}.example`;

const identity = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'clusterIP', 'clusterIPs'];

type Say = (what: string, outcome: () => unknown) => Promise<unknown>;

/** Leaves out what is another on each server. */
function plain(value: unknown): string {
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (identity.includes(key)) return undefined;
    if (key.endsWith('Time') || key.endsWith('Timestamp') || key === 'token') return 'any';
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  }) as string | undefined;
  return (text ?? 'nothing').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID');
}

function failureOf(error: unknown): string {
  const { code, body } = error as { code?: number; body?: unknown };
  if (code === undefined) return `failed: ${String(error)}`;
  if (typeof body !== 'string' || !body.startsWith('{')) return `${String(code)} ${plain(body)}`;
  const { reason, message, details } = JSON.parse(body) as Record<string, unknown>;
  return `${String(code)} ${plain({ reason, message, details })}`;
}

async function runPart(part: string, run: (say: Say) => Promise<void>): Promise<void> {
  let step = 0;
  const say: Say = async (what, outcome) => {
    step += 1;
    const name = `${part}/${step} ${what}`;
    try {
      const value = await outcome();
      process.stdout.write(`${name}: ${plain(value)}\n`);
      return value;
    } catch (error) {
      process.stdout.write(`${name}: ${failureOf(error)}\n`);
      return undefined;
    }
  };
  try {
    await run(say);
  } catch (error) {
    process.stdout.write(`${part} ended: ${failureOf(error)}\n`);
  }
}

async function until(what: string, done: () => unknown): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end; await wait(20)) if (await done()) return;
  throw new Error(`waited in vain: ${what}`);
}

const map = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, labels: { app: 'interop' } },
  data,
});
const deployment = (name: string) => {
  const labels = { app: name };
  const spec = { containers: [{ name: 'main', image: 'example.org/main:1' }] };
  const template = { metadata: { labels }, spec };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: labels }, template },
  };
};
const patchAs = (type: string) => k8s.setHeaderOptions('Content-Type', type);

await core.createNamespace({ body: { metadata: { name: namespace } } });

await runPart('discovery', async (say) => {
  await say('version', async () => (await config.makeApiClient(k8s.VersionApi).getCode()).minor);
  await say('groups', async () => {
    const { groups } = await config.makeApiClient(k8s.ApisApi).getAPIVersions();
    return groups
      .filter(({ name }) => name.endsWith('k8s.io') || !name.includes('.'))
      .map(({ name, versions }) => [name, versions.length]);
  });
  await say('resources', async () => (await apps.getAPIResources()).resources.map(({ name, verbs }) => [name, verbs]));
  await say('core', async () => (await core.getAPIResources()).resources.map(({ name }) => name));
});

await runPart('typed', async (say) => {
  const at = { namespace, name: 'a' };
  await say('create', () => core.createNamespacedConfigMap({ namespace, body: map('a', { x: '1' }) }));
  await say('create again', () => core.createNamespacedConfigMap({ namespace, body: map('a') }));
  await say('a wrong name', () => core.createNamespacedConfigMap({ namespace, body: map('A!') }));
  await say('a dry run', () => core.createNamespacedConfigMap({ namespace, body: map('dry'), dryRun: 'All' }));
  await say('read', () => core.readNamespacedConfigMap(at));
  await say('nothing', () => core.readNamespacedConfigMap({ namespace, name: 'nothing' }));
  await say('merge patch', () =>
    core.patchNamespacedConfigMap({ ...at, body: { data: { y: '2' } } }, patchAs(k8s.PatchStrategy.MergePatch)),
  );
  await say('JSON patch', () =>
    core.patchNamespacedConfigMap(
      { ...at, body: [{ op: 'replace', path: '/data/x', value: '3' }] },
      patchAs(k8s.PatchStrategy.JsonPatch),
    ),
  );
  await say('strategic merge patch', () =>
    core.patchNamespacedConfigMap(
      { ...at, body: { data: { x: null } } },
      patchAs(k8s.PatchStrategy.StrategicMergePatch),
    ),
  );
  await say('apply', () =>
    core.patchNamespacedConfigMap(
      { ...at, fieldManager: 'interop', body: { apiVersion: 'v1', kind: 'ConfigMap', data: { z: '4' } } },
      patchAs(k8s.PatchStrategy.ServerSideApply),
    ),
  );
  await say('conflicting apply', () =>
    core.patchNamespacedConfigMap(
      { ...at, fieldManager: 'other', body: { apiVersion: 'v1', kind: 'ConfigMap', data: { z: '5' } } },
      patchAs(k8s.PatchStrategy.ServerSideApply),
    ),
  );
  const present = await core.readNamespacedConfigMap(at);
  await say('replace', () => core.replaceNamespacedConfigMap({ ...at, body: { ...present, data: { r: '1' } } }));
  await say('replace an old state', () => core.replaceNamespacedConfigMap({ ...at, body: present }));
  for (const name of ['b', 'c']) await core.createNamespacedConfigMap({ namespace, body: map(name) });
  await say('list by label', async () =>
    (await core.listNamespacedConfigMap({ namespace, labelSelector: 'app=interop' })).items.map(
      (each) => each.metadata?.name,
    ),
  );
  await say(
    'list by field',
    async () => (await core.listNamespacedConfigMap({ namespace, fieldSelector: 'metadata.name=b' })).items.length,
  );
  await say('pages', async () => {
    const names: unknown[] = [];
    let token = '';
    do {
      const after = token === '' ? {} : { _continue: token };
      const page = await core.listNamespacedConfigMap({ namespace, limit: 1, labelSelector: 'app=interop', ...after });
      names.push(page.items.map((each) => each.metadata?.name));
      token = page.metadata?._continue ?? '';
    } while (token !== '');
    return names;
  });
  await say('a bad selector', () => core.listNamespacedConfigMap({ namespace, labelSelector: '!!' }));
  await say('delete', () =>
    core.deleteNamespacedConfigMap({ namespace, name: 'b', body: { propagationPolicy: 'Background' } }),
  );
  await say('delete again', () => core.deleteNamespacedConfigMap({ namespace, name: 'b' }));
  await say(
    'delete a collection',
    async () => (await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: 'app=interop' })).kind,
  );
  await say('a secret', async () => {
    const secret = await core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: 's' }, stringData: { a: 'b' } },
    });
    return [secret.data, secret.type];
  });
  await say('a service', async () => {
    const ports = [{ port: 80, targetPort: 'http' }];
    return (await core.createNamespacedService({ namespace, body: { metadata: { name: 's' }, spec: { ports } } })).spec;
  });
  await say('a missing namespace', () => core.createNamespacedConfigMap({ namespace: 'missing', body: map('a') }));
});

await runPart('deployments', async (say) => {
  const at = { namespace, name: 'web' };
  await say('create', async () => (await apps.createNamespacedDeployment({ namespace, body: deployment('web') })).spec);
  await say('an invalid one', () =>
    apps.createNamespacedDeployment({ namespace, body: { metadata: { name: 'bad' }, spec: {} as never } }),
  );
  await say('read scale', () => apps.readNamespacedDeploymentScale(at));
  await say('patch scale', () =>
    apps.patchNamespacedDeploymentScale(
      { ...at, body: { spec: { replicas: 3 } } },
      patchAs(k8s.PatchStrategy.MergePatch),
    ),
  );
  await say('status', async () => {
    const body = { status: { replicas: 3, readyReplicas: 2 } };
    const patched = await apps.patchNamespacedDeploymentStatus({ ...at, body }, patchAs(k8s.PatchStrategy.MergePatch));
    return [patched.metadata?.generation, patched.status, patched.spec?.replicas];
  });
  await say('immutable', () =>
    apps.patchNamespacedDeployment(
      { ...at, body: { spec: { selector: { matchLabels: { other: 'x' } } } } },
      patchAs(k8s.PatchStrategy.MergePatch),
    ),
  );
  await say('update', async () => {
    const present = await apps.readNamespacedDeployment(at);
    const again = await apps.replaceNamespacedDeployment({ ...at, body: present });
    return [again.metadata?.generation, again.metadata?.resourceVersion === present.metadata?.resourceVersion];
  });
  await say('may I', async () => {
    const spec = { resourceAttributes: { namespace, verb: 'get', group: 'apps', resource: 'deployments' } };
    const api = config.makeApiClient(k8s.AuthorizationV1Api);
    return (await api.createSelfSubjectAccessReview({ body: { spec } })).status?.allowed;
  });
  await say('a token', async () => {
    await core.createNamespacedServiceAccount({ namespace, body: { metadata: { name: 'robot' } } });
    const body = { spec: { audiences: ['interop'], expirationSeconds: 600 } };
    const token = await core.createNamespacedServiceAccountToken({ namespace, name: 'robot', body });
    return [token.spec.audiences, token.spec.expirationSeconds];
  });
});

await runPart('any object', async (say) => {
  await say('create', () => objects.create(map('any', { a: '1' })));
  await say('read', () => objects.read({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any', namespace } }));
  await say('list', async () =>
    (await objects.list('v1', 'ConfigMap', namespace)).items
      .map((each) => each.metadata?.name)
      .filter((name) => name !== 'kube-root-ca.crt'),
  );
  await say('patch', () => objects.patch({ ...map('any', { b: '2' }) }));
  await say('apply', () =>
    objects.patch(map('applied', { a: '1' }), undefined, undefined, 'interop', true, k8s.PatchStrategy.ServerSideApply),
  );
  await say('replace', () => objects.replace(map('any', { c: '3' })));
  await say('an unknown kind', () =>
    objects.read({ apiVersion: 'v1', kind: 'Nothing', metadata: { name: 'a', namespace } }),
  );
  await say('delete', () => objects.delete(map('any')));
});

await runPart('custom objects', async (say) => {
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          required: ['size'],
          properties: { size: { type: 'integer', maximum: 9 }, unit: { type: 'string', _default: 'cm' } },
        },
        status: { type: 'object', properties: { size: { type: 'integer' } } },
      },
    },
  };
  const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
  const version = { name: 'v1', served: true, storage: true, schema, subresources: { status: {}, scale } };
  const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
  const definition = {
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: 'Namespaced', names, versions: [version] },
  };
  const definitions = config.makeApiClient(k8s.ApiextensionsV1Api);
  await say(
    'definition',
    async () => (await definitions.createCustomResourceDefinition({ body: definition })).spec.names,
  );
  const at = { group, version: 'v1', namespace, plural: 'widgets' };
  const widget = (name: string, size: number) => ({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name },
    spec: { size },
  });
  await until('widgets are served', async () => {
    try {
      await custom.createNamespacedCustomObject({ ...at, body: widget('ready', 1) });
      return true;
    } catch {
      return false;
    }
  });
  await say('create', () => custom.createNamespacedCustomObject({ ...at, body: widget('one', 3) }));
  await say('too large', () => custom.createNamespacedCustomObject({ ...at, body: widget('two', 10) }));
  await say('read', () => custom.getNamespacedCustomObject({ ...at, name: 'one' }));
  await say('list', async () => ((await custom.listNamespacedCustomObject(at)) as { items: object[] }).items.length);
  await say('patch', () =>
    custom.patchNamespacedCustomObject(
      { ...at, name: 'one', body: { spec: { size: 4 } } },
      patchAs(k8s.PatchStrategy.MergePatch),
    ),
  );
  await say('status', () =>
    custom.patchNamespacedCustomObjectStatus(
      { ...at, name: 'one', body: { status: { size: 4 } } },
      patchAs(k8s.PatchStrategy.MergePatch),
    ),
  );
  await say('scale', () => custom.getNamespacedCustomObjectScale({ ...at, name: 'one' }));
  await say('delete', () => custom.deleteNamespacedCustomObject({ ...at, name: 'one' }));
  await say('not served', () => custom.listNamespacedCustomObject({ ...at, plural: 'nothings' }));
});

await runPart('watch', async (say) => {
  const api = (await core.createNamespacedConfigMap({ namespace, body: map('before') })).metadata?.resourceVersion;
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const seen: string[] = [];
  const watch = new k8s.Watch(config);
  const running = await watch.watch(
    path,
    { allowWatchBookmarks: true, resourceVersion: api, labelSelector: 'app=interop' },
    (phase: string, object: { metadata: { name?: string } }) => {
      if (phase !== 'BOOKMARK') seen.push(`${phase} ${object.metadata.name ?? ''}`);
    },
    () => seen.push('end'),
  );
  await core.createNamespacedConfigMap({ namespace, body: map('w') });
  await core.patchNamespacedConfigMap(
    { namespace, name: 'w', body: { data: { a: 'b' } } },
    patchAs(k8s.PatchStrategy.MergePatch),
  );
  await core.deleteNamespacedConfigMap({ namespace, name: 'w' });
  await until('the watch has seen all', () => seen.includes('DELETED w'));
  running.abort();
  await say('events', () => seen.filter((each) => each !== 'end'));
});

await runPart('informer', async (say) => {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const list = () => core.listNamespacedConfigMap({ namespace, labelSelector: 'app=interop' });
  const informer = k8s.makeInformer(config, path, list, 'app=interop');
  const seen: string[] = [];
  for (const verb of ['add', 'update', 'delete'] as const) {
    informer.on(verb, (object) => seen.push(`${verb} ${object.metadata?.name ?? ''}`));
  }
  informer.on('error', (error: unknown) => seen.push(`error ${String(error)}`));
  await informer.start();
  await core.createNamespacedConfigMap({ namespace, body: map('i') });
  await until('it is added', () => seen.includes('add i'));
  await core.patchNamespacedConfigMap(
    { namespace, name: 'i', body: { data: { a: 'b' } } },
    patchAs(k8s.PatchStrategy.MergePatch),
  );
  await until('it is updated', () => seen.includes('update i'));
  await say('cache', () => informer.get('i', namespace)?.data);
  await core.deleteNamespacedConfigMap({ namespace, name: 'i' });
  await until('it is deleted', () => seen.includes('delete i'));
  await say('seen', () => seen);
  await informer.stop();
});

await runPart('pods', async (say) => {
  const pod = { namespace: 'interop-pods', name: 'front' };
  await say('read', async () => (await core.readNamespacedPod(pod)).status?.phase);
  await say('log', () => core.readNamespacedPodLog(pod));
  await say('tail', () => core.readNamespacedPodLog({ ...pod, tailLines: 1 }));
  await say('log of nothing', () => core.readNamespacedPodLog({ ...pod, name: 'nothing' }));
  await say('log as a stream', async () => {
    const stream = new PassThrough();
    await new k8s.Log(config).log(pod.namespace, pod.name, 'main', stream, { tailLines: 2 });
    return (await stream.toArray()).join('');
  });
  const command = async (words: readonly string[], stdin: Readable | null = null, tty = false) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const texts = { stdout: '', stderr: '' };
    stdout.on('data', (piece) => (texts.stdout += String(piece)));
    stderr.on('data', (piece) => (texts.stderr += String(piece)));
    const status = await new Promise<unknown>((resolve, reject) => {
      new k8s.Exec(config)
        .exec(pod.namespace, pod.name, 'main', [...words], stdout, stderr, stdin, tty, resolve)
        .catch(reject);
    });
    await wait(50);
    return { ...texts, status };
  };
  await say('exec', () => command(['sh', '-c', 'echo out; echo err >&2; exit 3']));
  await say('exec with success', () => command(['true']));
  await say('exec with input', () => command(['head', '-c', '5'], Readable.from(['hello'])));
  await say('evict', async () => {
    const containers = [{ name: 'main', image: 'example.org/main:1' }];
    await core.createNamespacedPod({
      namespace: pod.namespace,
      body: { metadata: { name: `evicted-${namespace}` }, spec: { containers } },
    });
    const metadata = { name: `evicted-${namespace}`, namespace: pod.namespace };
    const evicted = await core.createNamespacedPodEviction({
      namespace: pod.namespace,
      name: metadata.name,
      body: { metadata },
    });
    return (evicted as { status?: unknown }).status;
  });
});
process.exit(0);
