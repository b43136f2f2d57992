import { onTestFinished } from 'vitest';
import { follow, type FollowOptions } from '../../src/watch/follow.js';
import type { FollowStep } from '../../src/watch/follow-step.js';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import type { Served } from '../../src/core/representation/shapes.js';
import type { ClientOptions } from '../../src/core/client-options.js';
import { podMapping } from '../representation/contexts.js';
import {
  bookmark,
  instantClock,
  podEvent,
  watchServer,
  type Answer,
  type Asked,
} from '../resource/watch/watch-server.js';

/** Follows pods on a scripted server. */
export function followPods(
  watches: readonly Answer[],
  options: FollowOptions<Served<KubeObject>> = {},
  list?: (asked: Asked) => Answer,
  clientOptions?: Partial<ClientOptions>,
) {
  const server = watchServer(watches, list, clientOptions);
  onTestFinished(() => server.client.close());
  const clock = instantClock();
  const steps = follow(server.client.handle(podMapping), { clock, ...options });
  return { ...server, clock, steps };
}

/** `added a@1`: a step in short. */
export function brief(step: FollowStep<unknown>): string {
  if (step.type === 'synced' || step.type === 'recovered') return `${step.type} @${step.resourceVersion}`;
  if (step.type === 'interrupted') return `interrupted ${String((step.error as { code?: unknown }).code)}`;
  const { name = '', resourceVersion = '' } = (step.object as KubeObject).metadata;
  const before = step.type === 'changed' ? ` was ${(step.before as KubeObject).metadata.resourceVersion}` : '';
  return `${step.type} ${name}@${resourceVersion}${before}`;
}

/** Reads so many steps, then leaves; with the error that came before. */
export async function take(
  steps: AsyncIterable<FollowStep<unknown>>,
  count: number,
): Promise<{ seen: string[]; error: unknown }> {
  const seen: string[] = [];
  try {
    for await (const step of steps) {
      seen.push(brief(step));
      if (seen.length === count) break;
    }
  } catch (error) {
    return { seen, error };
  }
  return { seen, error: undefined };
}

export const twoPods = [podEvent('ADDED', 'a', 1), podEvent('ADDED', 'b', 2), bookmark(9, true)];
