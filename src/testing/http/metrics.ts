import type { FakeAccess } from '../served/options.js';
import type { Registry } from '../served/registry.js';
import { patchTypeOf } from '../verbs/patch.js';
import { textReply, type Reply } from '../wire/reply.js';

/** A request, as far as it is counted. */
export interface CountedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  /** Undefined for paths that are no resource. */
  readonly access: FakeAccess | undefined;
  /** The status of its answer. */
  readonly code: number;
}

/** Counts requests as kube-apiserver does. */
export interface RequestMetrics {
  count(request: CountedRequest, registry: Registry): void;
  /** Answers `/metrics`. */
  answer(): Reply;
}

/** What servers call verbs in metrics, where they do not write them in capitals. */
const verbs: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT' };
const pages = ['/healthz', '/livez', '/readyz'];
const connected = ['attach', 'exec', 'portforward', 'proxy'];
const name = 'apiserver_request_total';
const help =
  '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.';

/**
 * Creates the metrics of a server: `apiserver_request_total` for resources and pages of health.
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/
 */
export function createRequestMetrics(): RequestMetrics {
  const counts = new Map<string, number>();
  return {
    count: (request, registry) => {
      const labels = labelsOf(request, registry);
      if (labels === undefined) return;
      const key = Object.entries(labels)
        .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
        .join(',');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    answer: () => {
      const lines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, count]) => `${name}{${key}} ${count}`);
      const text = [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines, ''].join('\n');
      const reply = textReply(200, text);
      const type = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';
      return { ...reply, headers: new Map([...reply.headers, ['content-type', type]]) };
    },
  };
}

/**
 * Returns the labels in their order; undefined for a request that is not counted, among them those for what is not served:
 * there would be labels without end.
 */
function labelsOf(request: CountedRequest, registry: Registry): Record<string, string> | undefined {
  const { method, path, query, contentType, access, code: status } = request;
  const code = String(status);
  if (access === undefined) {
    if (!pages.includes(path)) return undefined;
    const none = { group: '', resource: '', scope: '' };
    return { code, component: '', dry_run: '', ...none, subresource: path, verb: method, version: '' };
  }
  const { group, resource, namespace, name: own, subresource = '', verb, version } = access;
  const served = registry.resource(access);
  const isServed = subresource === '' || served?.subresources.some((each) => each.subresource === subresource) === true;
  if (served === undefined || !isServed || verb === '') return undefined;
  const isOne = own !== undefined || verb === 'create';
  const isApplied = verb === 'patch' && patchTypeOf(contentType) === 'application/apply-patch+yaml';
  const called = connected.includes(subresource) ? 'CONNECT' : (verbs[verb] ?? verb.toUpperCase());
  return {
    code,
    component: 'apiserver',
    dry_run: query.has('dryRun') ? 'All' : '',
    group,
    resource,
    scope: isOne ? 'resource' : namespace === undefined ? 'cluster' : 'namespace',
    subresource,
    verb: isApplied ? 'APPLY' : called,
    version,
  };
}
