// Copies ConfigMaps with the label mirror.example.com/source=true to the namespaces in their annotation
// mirror.example.com/to. A copy follows its source, is restored when somebody deletes it, and is deleted with its
// source, even if no mirror was running at that time: each copy names its source. Run it with `npm run example -- mirror`.
import { pathToFileURL } from 'node:url';
import {
  createClient,
  createInformer,
  isKubeError,
  type Client,
  type DeepReadonly,
  type KubeObject,
  type Served,
} from 'kubeatlas';
import {
  createController,
  createEventRecorder,
  runController,
  type Controller,
  type ControllerOptions,
  type ReconcileContext,
  type ReconcileRequest,
} from 'kubeatlas/controller';
import { loadKubeconfig } from 'kubeatlas/kubeconfig';

const domain = 'mirror.example.com';
type ConfigMap = DeepReadonly<Served<KubeObject>>;
const annotation = ({ metadata }: ConfigMap, name: string): string => metadata.annotations?.[`${domain}/${name}`] ?? '';
const targetsOf = (source: ConfigMap | undefined): string[] =>
  (source?.metadata.labels?.[`${domain}/source`] === 'true' ? annotation(source, 'to') : '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== source?.metadata.namespace);

/** Ignores errors with these status codes. */
function unless(...statusCodes: readonly number[]): (error: unknown) => undefined {
  return (error) => {
    if (!isKubeError(error) || error.code !== 'api' || !statusCodes.includes(error.statusCode)) throw error;
  };
}

/** Starts the controller. */
export function mirrorConfigMaps(
  client: Client,
  { onError }: Pick<ControllerOptions<'configmaps'>, 'onError'>,
): Controller {
  const configMaps = client.resource('configmaps');
  const recorder = createEventRecorder(client, { component: 'mirror' });
  const all = createInformer(client, configMaps, { indexes: { source: (copy) => [annotation(copy, 'from')] } });
  const namespaces = createInformer(client, client.resource('namespaces').as('PartialObjectMetadata'));

  const remove = async (request: ReconcileRequest, kept: readonly string[], signal: AbortSignal): Promise<void> => {
    for (const { metadata } of all.store.by('source', `${request.namespace ?? ''}/${request.name}`)) {
      const { name, namespace = '', uid } = metadata;
      if (kept.includes(namespace)) continue;
      const gone = configMaps.namespace(namespace).delete(name, { preconditions: { uid }, signal });
      // It does not matter if it is already gone, or if another object has its name.
      await gone.catch(unless(404, 409));
    }
  };
  const write = async (
    source: ConfigMap,
    namespace: string,
    { signal }: ReconcileContext<ConfigMap>,
  ): Promise<void> => {
    const { name, namespace: from = '' } = source.metadata;
    const place = configMaps.namespace(namespace);
    const present = await place.get(name, { signal }).catch(unless(404));
    if (present !== undefined && annotation(present, 'from') !== `${from}/${name}`) {
      const message = `${namespace} has a ConfigMap of this name that is no copy of this one`;
      recorder.event(source, { type: 'Warning', reason: 'NotMirrored', message });
      return;
    }
    const metadata = { name, annotations: { [`${domain}/from`]: `${from}/${name}` } };
    const { data, binaryData } = source;
    await place.apply({ metadata, data, binaryData }, { fieldManager: 'mirror', force: true, signal });
  };

  const controller = createController(client, {
    name: 'mirror',
    for: all,
    watches: [
      {
        resource: all,
        map(copy) {
          const [namespace, name] = annotation(copy, 'from').split('/');
          return namespace === undefined || name === undefined ? [] : [{ namespace, name }];
        },
      },
      {
        resource: namespaces,
        map: ({ metadata: { name } }) =>
          all.store
            .list()
            .filter((source) => targetsOf(source).includes(name))
            .map(({ metadata }) => metadata),
      },
    ],
    concurrency: 4,
    onError,
    async reconcile(request, context) {
      const source = context.object;
      const targets = targetsOf(source).filter((each) => namespaces.store.get(undefined, each) !== undefined);
      await remove(request, targets, context.signal);
      if (source !== undefined) for (const namespace of targets) await write(source, namespace, context);
    },
  });
  const close = (): void => {
    for (const informer of [all, namespaces]) informer.close();
  };
  void controller.ended.then(close, close);
  return controller;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const client = createClient(await loadKubeconfig());
  const onError = (error: unknown): unknown => process.stderr.write(`${String(error)}\n`);
  await runController(client, (run) => mirrorConfigMaps(run.client, { onError })).finally(() => client.close());
}
