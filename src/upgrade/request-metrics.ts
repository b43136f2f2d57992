import { formatGroupVersionResource } from '../core/model/group-version-resource.js';
import type { Evidenced, Going } from './finding.js';

/**
 * Finds requests to endpoints that go away in the metrics of a process of kube-apiserver.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/#apiserver_requested_deprecated_apis
 */
export function* requestsIn(metrics: string, going: Going): Generator<Evidenced> {
  for (const [, labels = '', value] of metrics.matchAll(/^apiserver_requested_deprecated_apis\{([^}]*)\} (\S+)$/gm)) {
    const label = (name: string): string => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
    const endpoint = { group: label('group'), version: label('version'), resource: label('resource') };
    if (Number(value) === 0 || !going.goes(endpoint)) continue;
    const subresource = label('subresource');
    yield {
      source: 'request-metrics',
      severity: 'warning',
      uses: formatGroupVersionResource(endpoint),
      message: `was requested since this process of the API server began${subresource === '' ? '' : `: ${subresource}`}`,
    };
  }
}
