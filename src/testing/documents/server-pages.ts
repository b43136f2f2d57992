import { groupVersionPath } from '../../core/model/api-path.js';
import type { Registry } from '../served/registry.js';
import { jsonReply, textReply, type Reply } from '../wire/reply.js';

const alive = ['ping', 'log', 'etcd'];
/** The checks behind each page of health, of those that real servers have. */
const health: ReadonlyMap<string, readonly string[]> = new Map([
  ['/healthz', alive],
  ['/livez', alive],
  ['/readyz', [...alive, 'etcd-readiness', 'informer-sync', 'shutdown']],
]);

/**
 * Answers a page of health or one of its checks; undefined for any other path.
 * @see https://kubernetes.io/docs/reference/using-api/health-checks/
 */
export function healthAnswer(path: string, query: URLSearchParams): Reply | undefined {
  const [, page = '', check] = path.split('/', 3);
  const checks = health.get(`/${page}`);
  if (checks === undefined) return undefined;
  if (check !== undefined)
    return path === `/${page}/${check}` && checks.includes(check) ? textReply(200, 'ok') : undefined;
  if (!query.has('verbose')) return textReply(200, 'ok');
  const excluded = query.getAll('exclude');
  const unknown = excluded.filter((name) => !checks.includes(name)).map((name) => JSON.stringify(name));
  const lines = [
    ...checks.map((name) => (excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`)),
    ...(unknown.length === 0
      ? []
      : [`warn: some health checks cannot be excluded: no matches for ${unknown.join(',')}`]),
    `${page} check passed`,
  ];
  return textReply(200, `${lines.join('\n')}\n`);
}

/** Answers `/`: the paths that a server has. */
export function pathsAnswer(registry: Registry): Reply {
  const groups = (['api', 'apis'] as const).flatMap((root) => [...(registry.root(root)?.groups.values() ?? [])]);
  const discovery = groups.flatMap(({ name, versions }) => [
    ...(name === '' ? [] : [`/apis/${name}`]),
    ...versions.map(({ version }) => groupVersionPath({ group: name, version })),
  ]);
  const pages = [...health].flatMap(([page, checks]) => [page, ...checks.map((check) => `${page}/${check}`)]);
  const others = ['/api', '/apis', '/apis/', '/metrics', '/openapi/v2', '/openapi/v3', '/version'];
  const paths = [...new Set([...discovery, ...pages, ...others])].sort();
  return { ...jsonReply(200, {}), body: JSON.stringify({ paths }, null, 2) };
}
