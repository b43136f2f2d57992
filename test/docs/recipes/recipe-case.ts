import type { Client, KubeObject } from '../../../src/index.js';
import type { FakeApiServer, FakeApiServerOptions } from '../../../src/testing/index.js';

/** A server with the objects of a case, fake or real. */
export interface World {
  /** A client of the test's own, to look and to change. */
  readonly client: Client;
  /** Stores an object with its status, and gives it as it is stored. */
  put(object: KubeObject): Promise<KubeObject>;
}

/** What one recipe finds, does and prints. */
export interface RecipeCase {
  /** Its heading. */
  readonly title: string;
  /** What is there, as YAML in order; an owner reference without a uid gets that of the object before it. */
  readonly objects?: string;
  /** What the recipe reads by `readFile`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Prepares a fake server for what it does not do by itself. */
  readonly fake?: (api: FakeApiServer) => void;
  /** The server of the context `staging`; the others are of `production`. */
  readonly staging?: FakeApiServerOptions;
  /** Happens before the recipe runs. */
  readonly before?: (world: World) => Promise<void>;
  /** Happens while the recipe runs. */
  readonly during?: (world: World) => Promise<void>;
  /** The lines that it prints; those of `console.warn` begin with `! `. */
  readonly prints: readonly (string | RegExp)[];
  /** True for one that goes on until its client is closed. */
  readonly endless?: boolean;
  /** Looks at what was changed. */
  readonly after?: (world: World) => Promise<void>;
  /** Why a real server without controllers and nodes cannot run it. */
  readonly notReal?: string;
}

/** A deployment `front` in `shop`, as YAML. */
export const front = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: front, namespace: shop, labels: { app: front } }
spec:
  replicas: 2
  selector: { matchLabels: { app: front } }
  template:
    metadata: { labels: { app: front } }
    spec:
      initContainers: [{ name: init, image: 'example.com/init:1' }]
      containers: [{ name: main, image: 'example.com/front:1' }, { name: side, image: 'example.com/side:1' }]
`;

/** A pod in `shop`, as YAML; `metadata` and `rest` are YAML in flow form. */
export function pod(name: string, metadata = '', rest = ''): string {
  return `
---
apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: shop, ${metadata} }
spec: { nodeName: worker-1, containers: [{ name: main, image: 'example.com/front:1' }] }
${rest}
`;
}

/** The definition of `widgets.example.com`, as YAML. */
export const widgetDefinition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;
