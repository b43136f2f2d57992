import { jsonAnswer, textAnswer, type Answer } from '../http/answer.js';
import type { FakeSwitches } from '../options.js';
import type { Registry } from '../served/registry.js';
import { capturedAnswer } from './discovery-answers.js';

const health = ['/healthz', '/livez', '/readyz'];

/** Answers paths that are neither discovery nor resources: what was captured, `/version`, health; else undefined. */
export function otherAnswer(path: string, registry: Registry, { speaks }: FakeSwitches): Answer | undefined {
  const captured = registry.captured(path);
  if (captured !== undefined) return capturedAnswer(captured);
  if (health.includes(path)) return textAnswer(200, 'ok');
  if (path !== '/version') return undefined;
  const minor = /^1\.(\d+)$/.exec(typeof speaks === 'string' ? speaks : '1.36')?.[1] ?? '25';
  return jsonAnswer(200, { major: '1', minor, gitVersion: `v1.${minor}.0`, platform: 'linux/amd64' });
}
