import { passesRouter } from '../http/accept-header.js';
import { jsonAnswer, textAnswer, type Answer } from '../http/answer.js';
import { methodNotAllowed, notRoutable } from '../http/refusal.js';
import type { Registry } from '../served/registry.js';
import { capturedAnswer, type DiscoveryRequest } from './discovery-answers.js';

const health = ['/healthz', '/livez', '/readyz'];

/** Answers paths that are neither discovery nor resources: what was captured, `/version`, health; else undefined. */
export function otherAnswer(
  path: string,
  { method, accept, switches: { speaks } }: DiscoveryRequest,
  registry: Registry,
): Answer | undefined {
  if (health.includes(path)) return textAnswer(200, 'ok');
  const isVersion = path === '/version' || path === '/version/';
  const captured = registry.captured(isVersion ? '/version' : path);
  if (captured === undefined && !isVersion) return undefined;
  if (method !== 'GET') throw methodNotAllowed();
  if (isVersion && !passesRouter(accept, ['application/json'])) throw notRoutable(['application/json']);
  if (captured !== undefined) return capturedAnswer(captured);
  const minor = /^1\.(\d+)$/.exec(typeof speaks === 'string' ? speaks : '1.36')?.[1] ?? '25';
  return jsonAnswer(200, { major: '1', minor, gitVersion: `v1.${minor}.0`, platform: 'linux/amd64' });
}
