import { onTestFinished } from 'vitest';
import { createClient, type Client, type KubeObject } from '../../src/index.js';
import {
  createController,
  type Controller,
  type ControllerFailure,
  type ControllerOptions,
  type ReconcileRequest,
} from '../../src/controller/index.js';
import type { WatchedResource } from '../../src/controller/controller-source.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { capturedDocuments } from '../testing/support.js';
import { createManualClock, type ManualClock } from '../../src/testing/manual-clock.js';
import { idleTurns } from '../shared/idle-turns.js';
import { transportTo } from '../live/transport-to.js';

export const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };

/** A widget, as a manifest. */
export function widget(name: string, metadata: object = {}, more: object = {}): object {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, namespace: 'shop', ...metadata }, ...more };
}

/** A config map, as a manifest. */
export function configMap(name: string, metadata: object = {}, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop', ...metadata }, ...more };
}

/** An owner reference to an object that the fake server has stored. */
export function ownedBy({ apiVersion, kind, metadata }: KubeObject, more: object = {}): object {
  const { name, uid } = metadata;
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true, ...more }] };
}

export interface Stage {
  readonly fake: FakeApiServer;
  readonly client: Client;
  readonly clock: ManualClock;
}

/** A fake server of Kubernetes 1.36 with widgets, a client of it, and a clock. */
export function stage(
  options: Pick<FakeApiServerOptions, 'documents' | 'objects' | 'resources' | 'ownerResource'> = {},
): Stage {
  const documents = options.documents ?? capturedDocuments('kube-1.36-legacy');
  const fake = createFakeApiServer({ resources: [widgets], ...options, documents });
  const transport = transportTo(fake);
  const client = createClient({ server: 'http://kubernetes.test', transport });
  onTestFinished(() => client.close());
  return { fake, client, clock: createManualClock({ settle: idleTurns(transport.isBusy) }) };
}

/** A controller on a stage, and what it was called and told. */
export interface Controlled extends Stage {
  readonly controller: Controller;
  /** The requests, as keys, in the order of their reconciles. */
  readonly reconciled: string[];
  readonly told: { readonly error: unknown; readonly failure: ControllerFailure }[];
}

export const keyOf = ({ namespace, name }: ReconcileRequest) =>
  namespace === undefined ? name : `${namespace}/${name}`;

/** Starts a controller of widgets, unless the options say otherwise. */
export function control(on: Stage, options: Partial<ControllerOptions<WatchedResource>> = {}): Controlled {
  const reconciled: string[] = [];
  const told: Controlled['told'] = [];
  const { reconcile, ...others } = options;
  const controller = createController<WatchedResource>(on.client, {
    name: 'tester',
    for: 'widgets',
    clock: on.clock,
    random: () => 1,
    onError: (error, failure) => told.push({ error, failure }),
    ...others,
    reconcile: (request, context) => {
      reconciled.push(keyOf(request));
      return reconcile?.(request, context);
    },
  });
  onTestFinished(() => void controller.close({ timeoutMs: 0 }));
  return { ...on, controller, reconciled, told };
}

/** A promise, and the function that fulfils it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
