import type { Client } from '../../core/client.js';
import { waitForResource } from '../wait-for-resource.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { Shapes } from '../../core/representation/shapes.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';
import type { Clock } from '../../core/shared/clock.js';

/** The forms that an informer of a name can request, besides whole objects. */
export type InformerForm = 'PartialObjectMetadata' | 'Table';

/** The form in which the objects of a handle are requested. */
export interface FormChoice {
  readonly as?: InformerForm | undefined;
  readonly managedFields?: boolean | undefined;
}

/** How a name is resolved. */
interface NameChoice extends FormChoice {
  readonly namespace?: string | undefined;
  readonly waitForResourceMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly signal: AbortSignal;
}

/** Returns the given handle, or the handle of a name. */
export async function handleOf(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  choice: NameChoice,
): Promise<ResourceHandle<Shapes>> {
  const { namespace, waitForResourceMs: timeoutMs, signal, clock } = choice;
  if (typeof subject !== 'string') return namespace === undefined ? subject : subject.namespace(namespace);
  const handle =
    timeoutMs === undefined
      ? client.resource(subject, { verbs: ['list'] })
      : await waitForResource(client, subject, { signal, timeoutMs, clock });
  return inForm(namespace === undefined ? handle : handle.namespace(namespace), choice);
}

/** Returns the same resource in a form that can be followed. */
export function inForm(handle: ResourceHandle, { as, managedFields }: FormChoice): ResourceHandle<Shapes> {
  switch (as) {
    case undefined:
      return handle;
    case 'PartialObjectMetadata':
      return handle.as(as, { managedFields });
    case 'Table':
      return handle.as(as, { includeObject: 'Metadata' });
  }
}

/** Returns the resource in the best other version that is still served, in the same representation. */
export function successorOf<S extends Shapes>(
  client: Client,
  handle: ResourceHandle<S>,
  { group, version, resource }: GroupVersionResource,
): ResourceHandle<S> | undefined {
  const others = (client.discovery.current?.resources({ group, verbs: ['list'] }) ?? []).filter(
    (each) => each.resource === resource && each.version !== version && each.freshness !== 'Kept',
  );
  const entry = others.find(({ verbs }) => verbs.includes('watch')) ?? others[0];
  if (entry === undefined) return undefined;
  const kind = { group, version: entry.version, kind: entry.kind };
  return handle.at({ resource: { group, version: entry.version, resource }, kind, scope: entry.scope });
}
