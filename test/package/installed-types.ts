// Compiled, not run, against the installed package, from ESM and from CJS.
import {
  createClient,
  createInformer,
  deepCopy,
  isKubeError,
  type Client,
  type DeepReadonly,
  type DiscoveryStore,
  type Informer,
  type KubeObject,
  type ResourceEntry,
  type ResourceHandle,
  type Served,
  type Shapes,
  type Table,
} from 'kubeatlas';
import { exec, forwardPort, listenPort, run, type PortListener } from 'kubeatlas/connect';
import { createIdentity } from 'kubeatlas/identity';
import { createController, withFinalizer, type Controller } from 'kubeatlas/controller';
import { createHttp2Transport, type Http2TransportOptions } from 'kubeatlas/http2';
import { loadKubeconfig } from 'kubeatlas/kubeconfig';
import { createBrowserStore } from 'kubeatlas/stores/browser';
import { createFileStore } from 'kubeatlas/stores/file';
import { createKeyvStore, type KeyvLike } from 'kubeatlas/stores/keyv';
import { createFakeApiServer } from 'kubeatlas/testing';
import { kubernetes } from 'kubeatlas/testing/kubernetes';
import { fakeApiServerHandlers } from 'kubeatlas/testing/msw';
import { startFakeApiServer } from 'kubeatlas/testing/node';
import { yaml } from 'kubeatlas/yaml';

interface Widget {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string; namespace?: string; creationTimestamp?: string };
  spec?: { size: number; parts?: string[] };
}

export function stores(keyv: KeyvLike): readonly DiscoveryStore[] {
  return [createBrowserStore(), createFileStore('./discovery'), createKeyvStore(keyv, { ttlMs: 1000 })];
}

export async function overHttp2(options: Http2TransportOptions): Promise<Client> {
  return createClient({ ...(await loadKubeconfig()), transport: createHttp2Transport(options) });
}

export async function connect(client: Client, typed: ResourceHandle<Shapes>): Promise<PortListener> {
  const pods = client.resource('pods').namespace('shop');
  const { stdout, done } = await exec(pods, 'front-0', { command: ['ls'], signal: client.signal });
  const text: string = await new Response(stdout).text();
  const code: number | undefined = (await done).exitCode;
  const { readable } = await forwardPort(client.resource<Widget>('widgets').namespace('shop'), text, { port: 'http' });
  await readable.cancel(code);
  await run(pods, 'front-0', ['date']);
  return listenPort(typed, 'front', { port: 80, local: 'same' });
}

export async function control(client: Client): Promise<Controller> {
  const widgets = client.resource<Widget>('widgets');
  return createController(client, {
    name: 'widgets',
    for: widgets,
    owns: ['configmaps', widgets.as('PartialObjectMetadata')],
    onError: () => undefined,
    reconcile: withFinalizer(widgets, 'example.com/size', {
      reconcile: (_request, { object }) => ({ requeueAfterMs: object.spec?.size }),
      cleanup: () => undefined,
    }),
  });
}

export async function inform(client: Client): Promise<string[]> {
  const widgets = client.resource<Widget>('widgets');
  const informer: Informer<DeepReadonly<Served<Widget>>> = createInformer<Widget>(client, 'widgets');
  const any: Informer<unknown> = informer;
  const loose: ResourceHandle<Shapes> = widgets;
  for (const widget of informer.getSnapshot()) {
    // @ts-expect-error -- what an informer hands out is frozen
    widget.metadata.name = 'other';
    await widgets.replace({ ...widget, spec: { size: 2, ...widget.spec } });
    const copy = deepCopy(widget);
    copy.spec?.parts?.push('one');
    await widgets.replace(copy);
  }
  const pods: Informer<DeepReadonly<Served<KubeObject>>> = createInformer(client, 'pods');
  return [...pods.store.by('namespace', 'web'), any.store.size, loose.boundNamespace].map(String);
}

export async function use(): Promise<number> {
  const client: Client = createClient(await loadKubeconfig());
  const widgets = client.resource<Widget>('widgets');
  const [widget] = (await widgets.list()).items;
  const table: Table<undefined> = await widgets.as('Table', { includeObject: 'None' }).list();
  const { text }: { readonly text: string } = await widgets.as(yaml()).get('one');
  const distinct: readonly ResourceEntry[] = await createIdentity(client).distinctResources();
  const fake = createFakeApiServer({ documents: kubernetes() });
  fakeApiServerHandlers(fake, { baseUrl: 'http://api.test' });
  await (await startFakeApiServer(fake)).close();
  try {
    await widgets.get('one');
  } catch (error) {
    if (isKubeError(error) && error.code === 'api') return error.statusCode;
  }
  return (widget?.spec?.size ?? text.length) + table.rows.length + distinct.length;
}
