import * as clientNode from '@kubernetes/client-node';
import { expect, onTestFinished } from 'vitest';
import { objectsFromYaml } from '../../../src/yaml/index.js';
import { runExample, type RunningExample } from '../run-example.js';
import { comparable } from './comparable.js';
import { fencesBelow, programOf, type GuideRow, type Side } from './guide.js';

const crd = (names: string, group: string, version: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${/plural: (\w+)/.exec(names)?.[1] ?? ''}.${group}
  annotations: { api-approved.kubernetes.io: 'unapproved, for a test' }
spec:
  group: ${group}
  scope: Namespaced
  names: ${names}
  versions:
    - name: ${version}
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

/** What has to be there before the objects. */
export const definitions = objectsFromYaml(`
${crd('{ plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }', 'example.com', 'v1')}
---
${crd('{ plural: pods, singular: pod, kind: PodMetrics, listKind: PodMetricsList }', 'metrics.k8s.io', 'v1beta1')}
---
{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }
`);

const pod = (name: string): string => `
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, labels: { app: front } }
spec: { nodeName: worker-1, containers: [{ name: main, image: 'front:1' }] }
status: { phase: Running, startTime: '2026-01-01T00:00:00Z' }
`;

/** The objects that the lines of the guide speak of. */
export const objects = objectsFromYaml(`
${pod('front-0')}
---
${pod('front-1')}
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop }, data: { colour: blue, size: big } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: other, namespace: shop, labels: { app: front } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec: { containers: [{ name: main, image: 'front:1' }, { name: side, image: 'side:1' }] }
---
{ apiVersion: example.com/v1, kind: Widget, metadata: { name: one, namespace: shop }, spec: { size: 3 } }
---
apiVersion: metrics.k8s.io/v1beta1
kind: PodMetrics
metadata: { name: front-0, namespace: shop }
timestamp: '2026-01-01T00:00:00Z'
window: 30s
containers: [{ name: main, usage: { cpu: 5m, memory: 10Mi } }]
`);

/** Runs a program of the guide, whichever of the clients it takes. It ends with the test. */
export function runGuideProgram(code: string, kubeconfig: string): RunningExample {
  const stops: (() => unknown)[] = [];
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  class Watch extends clientNode.Watch {
    override async watch(...args: Parameters<clientNode.Watch['watch']>): Promise<AbortController> {
      const controller = await super.watch(...args);
      stops.push(() => {
        controller.abort();
      });
      return controller;
    }
  }
  const makeInformer: typeof clientNode.makeInformer = (...args) => {
    const informer = clientNode.makeInformer(...args);
    stops.push(() => informer.stop());
    return informer;
  };
  return runExample(code, {
    kubeconfig,
    modules: { '@kubernetes/client-node': { ...clientNode, Watch, makeInformer } },
  });
}

/** Runs the programs below a heading, one after the other, and gives the lines that each prints when something happens. */
export async function linesOf(
  heading: string,
  kubeconfig: string,
  { events, count }: { readonly events: () => Promise<void>; readonly count: number },
): Promise<Readonly<Record<Side, readonly string[]>>> {
  const lines = async (side: Side): Promise<readonly string[]> => {
    const program = runGuideProgram(fencesBelow(heading)[side], kubeconfig);
    await expect.poll(() => program.printed.length).toBeGreaterThan(0);
    await events();
    await expect.poll(() => program.printed.length).toBe(count);
    return [...program.printed].sort();
  };
  return { clientNode: await lines('clientNode'), kubeatlas: await lines('kubeatlas') };
}

/** What a line of the guide answers with each of the clients, as far as it can be compared. */
export async function answersOf(
  row: GuideRow,
  { kubeconfig, restore }: { readonly kubeconfig: string; readonly restore: () => Promise<void> },
): Promise<Readonly<Record<Side, unknown>>> {
  const answerOf = async (side: Side): Promise<unknown> => {
    await restore();
    return comparable(await runGuideProgram(programOf(row, side), kubeconfig).done);
  };
  return { clientNode: await answerOf('clientNode'), kubeatlas: await answerOf('kubeatlas') };
}
