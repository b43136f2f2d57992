import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { Client } from '../../core/client.js';
import { firstServed, waitForResource } from '../wait-for-resource.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import { mappingOf } from '../../core/model/rest-mapping.js';
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

const none = { mapping: undefined };

/**
 * Returns the resource in the best other version that is still served, in the same representation. One that discovery
 * keeps is as good, if its own path lists it: versions that come and go are kept for a minute.
 */
export async function successorOf<S extends Shapes>(
  client: Client,
  handle: ResourceHandle<S>,
  { group, version, resource }: GroupVersionResource,
  limits: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<ResourceHandle<S> | undefined> {
  const rankOf = ({ verbs, freshness }: ResourceEntry): number =>
    (freshness === 'Kept' ? 2 : 0) + (verbs.includes('watch') ? 0 : 1);
  const others = (client.discovery.current?.resources({ group, verbs: ['list'] }) ?? [])
    .filter((each) => each.resource === resource && each.version !== version)
    .sort((one, other) => rankOf(one) - rankOf(other));
  const { mapping } = await firstServed(client, others.map(mappingOf), limits).catch(() => none);
  return mapping && handle.at(mapping);
}
