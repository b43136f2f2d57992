import { formatGroupVersionResource } from '../core/model/group-version-resource.js';
import type { Evidenced, Going } from './finding.js';

/**
 * Finds requests to endpoints that go away in the metrics of a process of kube-apiserver.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/#apiserver_requested_deprecated_apis
 */
export function* requestsIn(metrics: string, going: Going): Generator<Evidenced> {
  for (const { label, value } of samplesOf(metrics, 'apiserver_requested_deprecated_apis')) {
    const endpoint = { group: label('group'), version: label('version'), resource: label('resource') };
    if (value === 0 || !going.goes(endpoint)) continue;
    const subresource = label('subresource');
    yield {
      source: 'request-metrics',
      severity: 'warning',
      uses: formatGroupVersionResource(endpoint),
      message: `was requested since this process of the API server began${subresource === '' ? '' : `: ${subresource}`}`,
    };
  }
}

/**
 * Returns the resources of which the API server stores no object, as `resource.group`, by its own count, which is up to a
 * minute old. A count that failed is -1 there.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/#apiserver_storage_objects
 */
export function emptyResourcesIn(metrics: string): ReadonlySet<string> {
  const empty = new Set<string>();
  const [former, present] = ['apiserver_storage_objects', 'apiserver_resource_objects'];
  for (const { label, value } of [...samplesOf(metrics, former), ...samplesOf(metrics, present)]) {
    const [group, resource] = [label('group'), label('resource')];
    if (value === 0) empty.add(group === '' ? resource : `${resource}.${group}`);
  }
  return empty;
}

interface Sample {
  label(this: void, name: string): string;
  readonly value: number;
}

/** Yields what one metric says, in the text format of Prometheus. */
function* samplesOf(metrics: string, name: string): Generator<Sample> {
  for (const [, labels = '', value] of metrics.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))) {
    yield {
      label: (wanted) => new RegExp(`(?:^|,)${wanted}="([^"]*)"`).exec(labels)?.[1] ?? '',
      value: Number(value),
    };
  }
}
