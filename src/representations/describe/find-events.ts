import type { Catalog } from '../../core/catalog/catalog.js';
import type { ResourceEntry } from '../../core/catalog/entries.js';
import type { Client } from '../../core/client.js';
import { distinctResources } from '../../identity/distinct-resources.js';
import { unreadOf } from '../../core/metadata/judge-failure.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { mappingOf } from '../../core/model/rest-mapping.js';
import type { CallOptions } from '../../core/resource/options.js';
import { formatFieldSelector } from '../../core/selector/field-selector.js';
import type { DescribedEvent, DescriptionGap } from './description.js';
import { describedEvent, dialectOf, inTime, isEventOf } from './event-shape.js';

/** The object whose events to find, and how many. */
export interface EventQuestion {
  readonly object: KubeObject;
  readonly kind: string;
  readonly maxEvents: number;
  readonly calls: CallOptions;
}

/** How many events may be read for each one collected: the others are of earlier objects with the same name. */
const lookedAt = 10;

/** The number of events per page. */
const pageSize = 500;

/**
 * Returns the events of an object, each once, from every set of events that the server has; the two APIs of Kubernetes
 * serve the same set. If one endpoint of a set cannot be read, another one may be.
 */
export async function findEvents(
  client: Client,
  catalog: Catalog,
  question: EventQuestion,
  gaps: DescriptionGap[],
): Promise<readonly DescribedEvent[]> {
  const isOfEvents = ({ group, resource }: ResourceEntry): boolean =>
    resource === 'events' && dialectOf(group) !== undefined;
  const all = catalog.resources({ verbs: ['list'] }).filter(isOfEvents);
  const chosen = distinctResources(catalog, { verbs: ['list'], cohabitation: 'join' }).filter(isOfEvents);
  if (chosen.length === 0) {
    const message = 'discovery lists no events resource with the verb list';
    gaps.push({ part: 'events', reason: 'not-served', message });
  }
  const byUid = new Map<string, DescribedEvent>();
  for (const endpoint of chosen) {
    const others = all.filter((other) => !chosen.includes(other));
    const failed: DescriptionGap[] = [];
    for (const place of [endpoint, ...others]) {
      const gap = await readEvents(client, place, question, byUid);
      if (gap === undefined || gap.reason === 'limit') {
        failed.splice(0, failed.length, ...(gap === undefined ? [] : [gap]));
        break;
      }
      failed.push(gap);
    }
    // Other failures are about the same set under another name.
    gaps.push(...failed.slice(0, 1));
  }
  return inTime([...byUid.values()]);
}

/** Adds the events of an endpoint; returns a gap if they are incomplete. */
async function readEvents(
  client: Client,
  endpoint: ResourceEntry,
  { object, kind: kindOfObject, maxEvents, calls }: EventQuestion,
  byUid: Map<string, DescribedEvent>,
): Promise<DescriptionGap | undefined> {
  const dialect = dialectOf(endpoint.group);
  if (dialect === undefined) return undefined;
  const { namespace, name = '' } = object.metadata;
  const mapping = mappingOf(endpoint);
  const handle = client.handle(mapping);
  const fieldSelector = formatFieldSelector([
    { field: `${dialect.object}.name`, operator: '=', value: name },
    { field: `${dialect.object}.kind`, operator: '=', value: kindOfObject },
  ]);
  const part = { part: 'events', resource: mapping.resource } as const;
  try {
    // Events of cluster-scoped objects may be in any namespace.
    const events = namespace === undefined ? handle : handle.namespace(namespace);
    let seen = 0;
    for await (const event of events.items({ ...calls, fieldSelector, limit: pageSize })) {
      seen += 1;
      if (!isEventOf(event, dialect, object) && seen <= maxEvents * lookedAt) continue;
      const described = describedEvent(event, dialect);
      if (seen > maxEvents * lookedAt || (byUid.size >= maxEvents && !byUid.has(described.uid))) {
        return { ...part, reason: 'limit', message: `there are more than ${maxEvents} events (maxEvents)` };
      }
      byUid.set(described.uid, described);
    }
    return undefined;
  } catch (error) {
    const { reason, message, statusCode } = unreadOf(error, { signal: calls.signal, isPage: true });
    return { ...part, reason, message, ...(statusCode !== undefined && { statusCode }) };
  }
}
