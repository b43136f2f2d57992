import { formatGroupVersionResource, systemClock, type GroupVersionResource, type KubeObject } from '../../index.js';
import { NotServedError } from '../errors.js';
import type { Session } from '../session.js';
import { isRecord } from '../is-record.js';

const pauseMs = 250;

/**
 * Waits until discovery shows the resources of CustomResourceDefinitions, in every version that they serve. Ignores
 * other objects.
 * @throws {NotServedError} when the time is over
 */
export async function awaitDefinitions(
  { client, calls, progress }: Session,
  objects: readonly KubeObject[],
  timeoutMs: number,
): Promise<void> {
  const expected = objects.flatMap(definedBy);
  if (expected.length === 0) return;
  const { signal } = calls;
  const end = systemClock.now() + timeoutMs;
  let catalog = await client.discovery.catalog({ signal });
  for (let isFirst = true; ; isFirst = false) {
    const missing = expected.filter((resource) => catalog.resource(resource) === undefined);
    const [first] = missing;
    if (first === undefined) return;
    const left = end - systemClock.now();
    if (!isFirst) {
      if (left <= 0) throw new NotServedError(missing.map(formatGroupVersionResource), timeoutMs);
      await systemClock.sleep(Math.min(pauseMs, left), signal);
    }
    progress.show(`waiting for the server to serve ${formatGroupVersionResource(first)}`);
    catalog = await client.discovery.refresh({ signal });
  }
}

function definedBy({ kind, ...object }: KubeObject): readonly GroupVersionResource[] {
  const { spec } = object as { readonly spec?: unknown };
  if (kind !== 'CustomResourceDefinition' || !isRecord(spec)) return [];
  const { group, names, versions, version } = spec;
  const resource = isRecord(names) ? names['plural'] : undefined;
  if (typeof group !== 'string' || typeof resource !== 'string') return [];
  const served = Array.isArray(versions) ? (versions as readonly unknown[]) : [{ name: version, served: true }];
  return served.flatMap((each) =>
    isRecord(each) && each['served'] === true && typeof each['name'] === 'string'
      ? [{ group, version: each['name'], resource }]
      : [],
  );
}
