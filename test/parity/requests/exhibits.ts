/** A sort of resource with two objects of it, for the requests that are sent to each sort. */
export interface Exhibit {
  /** `<plural>.<group>`, the plural alone in the core group. */
  readonly word: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Of the collection, inside the namespace where there are namespaces. */
  readonly path: string;
  /** Of all namespaces; the same for a cluster-scoped resource. */
  readonly everywhere: string;
  /** The fields beside apiVersion, kind and metadata. */
  readonly fields: object;
  /** A merge patch that changes one of the fields. */
  readonly change: object;
  /** A JSON pointer to a text or number that is there in `fields`, and to a field that is not. */
  readonly pointers: { readonly there: string; readonly missing: string };
}

/** The namespace of all objects. */
export const namespace = 'parity';

const labels = (name: string): Record<string, string> => ({ app: name, part: 'exhibit' });

/** An object of an exhibit. */
export function objectOf({ apiVersion, kind, fields }: Exhibit, name: string, metadata: object = {}): object {
  return { apiVersion, kind, metadata: { name, labels: labels(name), ...metadata }, ...fields };
}

/** A deployment with every default written out, so that a server has nothing to fill in. */
export const deploymentSpec = {
  progressDeadlineSeconds: 600,
  replicas: 2,
  revisionHistoryLimit: 10,
  selector: { matchLabels: { app: 'main' } },
  strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' }, type: 'RollingUpdate' },
  template: {
    metadata: { labels: { app: 'main' } },
    spec: {
      containers: [
        {
          image: 'example.org/main:1',
          imagePullPolicy: 'IfNotPresent',
          name: 'main',
          resources: {},
          terminationMessagePath: '/dev/termination-log',
          terminationMessagePolicy: 'File',
        },
      ],
      dnsPolicy: 'ClusterFirst',
      restartPolicy: 'Always',
      schedulerName: 'default-scheduler',
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    },
  },
};

export const configMaps: Exhibit = {
  word: 'configmaps',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  path: `/api/v1/namespaces/${namespace}/configmaps`,
  everywhere: '/api/v1/configmaps',
  fields: { data: { colour: 'blue' } },
  change: { data: { colour: 'red' } },
  pointers: { there: '/data/colour', missing: '/data/shape' },
};
export const deployments: Exhibit = {
  word: 'deployments.apps',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  path: `/apis/apps/v1/namespaces/${namespace}/deployments`,
  everywhere: '/apis/apps/v1/deployments',
  fields: { spec: deploymentSpec },
  change: { spec: { paused: true } },
  pointers: { there: '/spec/replicas', missing: '/spec/minReadySeconds' },
};
export const clusterRoles: Exhibit = {
  word: 'clusterroles.rbac.authorization.k8s.io',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  everywhere: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  fields: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  change: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] },
  pointers: { there: '/rules/0/verbs/0', missing: '/rules/7' },
};
export const gadgets: Exhibit = {
  word: 'gadgets.parity.example.org',
  apiVersion: 'parity.example.org/v1',
  kind: 'Gadget',
  path: `/apis/parity.example.org/v1/namespaces/${namespace}/gadgets`,
  everywhere: '/apis/parity.example.org/v1/gadgets',
  fields: {
    spec: { replicas: 2, colour: 'blue', weight: 1.5, since: '2020-01-01T00:00:00Z', wide: true, parts: ['a', 'b'] },
  },
  change: { spec: { colour: 'red' } },
  pointers: { there: '/spec/colour', missing: '/spec/shape' },
};
export const crates: Exhibit = {
  word: 'crates.parity.example.org',
  apiVersion: 'parity.example.org/v1',
  kind: 'Crate',
  path: `/apis/parity.example.org/v1/namespaces/${namespace}/crates`,
  everywhere: '/apis/parity.example.org/v1/crates',
  fields: { spec: { colour: 'blue' }, status: { full: false } },
  change: { spec: { colour: 'red' } },
  pointers: { there: '/spec/colour', missing: '/spec/shape' },
};
export const planets: Exhibit = {
  word: 'planets.parity.example.org',
  apiVersion: 'parity.example.org/v1',
  kind: 'Planet',
  path: '/apis/parity.example.org/v1/planets',
  everywhere: '/apis/parity.example.org/v1/planets',
  fields: { spec: { moons: 2 } },
  change: { spec: { moons: 3 } },
  pointers: { there: '/spec/moons', missing: '/spec/rings' },
};

/** One of each sort: built-in and custom, namespaced and cluster-scoped, with and without spec, columns and scale. */
export const exhibits: readonly Exhibit[] = [configMaps, deployments, clusterRoles, gadgets, crates, planets];
