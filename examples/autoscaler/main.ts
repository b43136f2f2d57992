// Keeps the replicas of every object that can be scaled within bounds: those in the annotation
// autoscaler.example.com/bounds (`2-5`) of a Deployment, a StatefulSet or an object of any custom resource with a
// scale. Run it with `npm run example -- autoscaler`.
import { pathToFileURL } from 'node:url';
import {
  createClient,
  formatGroupVersionResource,
  PreconditionError,
  type Client,
  type KubeObject,
  type ResourceEntry,
} from 'kubeatlas';
import { distinctResources } from 'kubeatlas/identity';
import {
  annotationsChanged,
  anyOf,
  createController,
  createEventRecorder,
  generationChanged,
  runController,
  TerminalError,
  type Controller,
  type ControllerOptions,
  type EventRecorder,
} from 'kubeatlas/controller';
import { loadKubeconfig } from 'kubeatlas/kubeconfig';

const key = 'autoscaler.example.com/bounds';

/** Parses `2-5`; throws for anything else. */
function boundsOf(text: string): { readonly least: number; readonly most: number } {
  const [, first, second] = /^\s*(\d{1,6})\s*-\s*(\d{1,6})\s*$/.exec(text) ?? [];
  const [least, most] = [Number(first), Number(second)];
  if (first === undefined || second === undefined || least > most) {
    throw new TerminalError(
      `${key} has to be two numbers like 2-5, the smaller one first, and is ${JSON.stringify(text)}`,
    );
  }
  return { least, most };
}

/** Starts a controller for each resource that can be scaled, one for each set of objects. */
export async function keepWithinBounds(
  client: Client,
  options: Pick<ControllerOptions<string>, 'onError' | 'signal'>,
): Promise<readonly Controller[]> {
  const catalog = await client.discovery.catalog();
  const scalable = distinctResources(catalog, { verbs: ['list', 'watch'] }).filter(({ subresources }) =>
    subresources.some(({ subresource, verbs }) => subresource === 'scale' && verbs.includes('patch')),
  );
  const recorder = createEventRecorder(client, { component: 'autoscaler', onError: () => undefined });
  return scalable.map((entry) => keepOne(client, entry, recorder, options));
}

function keepOne(
  client: Client,
  entry: ResourceEntry,
  recorder: EventRecorder,
  { onError, signal }: Pick<ControllerOptions<string>, 'onError' | 'signal'>,
): Controller {
  const handle = client.resource(entry);
  // Metadata is enough to see the bounds and that the spec changed, and is only a small part of a Deployment.
  const metadata = handle.as('PartialObjectMetadata');
  return createController(client, {
    name: `autoscaler of ${formatGroupVersionResource(entry)}`,
    for: { resource: metadata, predicate: anyOf(generationChanged, annotationsChanged) },
    onError,
    signal,
    async reconcile({ namespace, name }, context) {
      const { annotations = {}, ownerReferences = [] } = (context.object?.metadata ?? {}) as KubeObject['metadata'];
      const text = annotations[key];
      // A Deployment copies its annotations to its ReplicaSets, and scales them itself.
      if (text === undefined || ownerReferences.some(({ controller }) => controller === true)) return undefined;
      const { least, most } = boundsOf(text);
      const scale = (namespace === undefined ? handle : handle.namespace(namespace)).scale(name);
      const { replicas = 0 } = (await scale.get({ signal: context.signal })).spec;
      const wanted = Math.min(Math.max(replicas, least), most);
      if (wanted === replicas) return undefined;
      try {
        await scale.set(wanted, { currentReplicas: replicas, signal: context.signal });
      } catch (error) {
        // Somebody else has scaled it in the meantime: try again.
        if (error instanceof PreconditionError) return { requeueAfterMs: 0 };
        throw error;
      }
      if (context.object !== undefined) {
        const message = `Scaled from ${replicas} to ${wanted}, the bounds being ${least} and ${most}`;
        recorder.event(
          { ...context.object, apiVersion: formatApiVersion(entry), kind: entry.kind },
          { type: 'Normal', reason: 'Scaled', message },
        );
      }
      return undefined;
    },
  });
}

const formatApiVersion = ({ group, version }: ResourceEntry): string =>
  group === '' ? version : `${group}/${version}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const client = createClient(await loadKubeconfig());
  const onError = (error: unknown): unknown => process.stderr.write(`${String(error)}\n`);
  await runController(client, (run) => keepWithinBounds(run.client, { onError })).finally(() => client.close());
}
