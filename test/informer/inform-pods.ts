import { expect, onTestFinished } from 'vitest';
import { createInformer, type Informer, type InformerOptions } from '../../src/watch/informer/informer.js';
import type { DeepReadonly } from '../../src/core/model/deep-readonly.js';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import type { Served } from '../../src/core/representation/shapes.js';
import { brief } from '../follow/follow-pods.js';
import { podMapping } from '../representation/contexts.js';
import { bookmark, instantClock, watchServer, type Answer } from '../resource/watch/watch-server.js';
import { eventually } from '../shared/eventually.js';

/** As an informer hands them out. */
export type Pod = DeepReadonly<Served<KubeObject>>;

/** One event of a pod. */
export function pod(type: string, name: string, version: number, more: object = {}, namespace = 'web'): object {
  const metadata = { name, namespace, uid: `uid-${name}`, resourceVersion: String(version), ...more };
  return { type, object: { apiVersion: 'v1', kind: 'Pod', metadata, spec: { nodeName: 'n1' } } };
}

/** An informer of pods on a scripted server. */
export function inform(
  watches: readonly Answer[],
  { listen = true, ...options }: InformerOptions<Served<KubeObject>> & { readonly listen?: boolean } = {},
) {
  const server = watchServer(watches);
  onTestFinished(() => server.client.close());
  const clock = instantClock();
  const informer = createInformer<
    { one: Pod; many: never; item: Served<KubeObject>; event: never; input: KubeObject },
    boolean
  >(server.client, server.client.handle(podMapping) as never, { clock, ...options });
  const steps: string[] = [];
  if (listen) informer.on((step) => steps.push(brief(step)));
  return { ...server, informer, steps, clock };
}

/** Two pods, and that this is all. */
export const state = [
  pod('ADDED', 'a', 1, { labels: { app: 'x' } }),
  pod('ADDED', 'b', 2, { labels: { app: 'y' } }, 'shop'),
  bookmark(9, true),
];
export const named = (objects: readonly Pod[]) => objects.map(({ metadata }) => metadata.name);

export async function until(condition: () => boolean): Promise<void> {
  await eventually(() => {
    expect(condition()).toBe(true);
  });
}

/** Reads so many steps, then leaves. */
export async function read(informer: Informer<Pod>, count: number): Promise<string[]> {
  const seen: string[] = [];
  for await (const step of informer) {
    seen.push(brief(step));
    if (seen.length === count) break;
  }
  return seen;
}
