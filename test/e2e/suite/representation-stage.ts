import { inject } from 'vitest';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { createObject, deployment, namespace } from '../harness/objects.js';

/** A namespaced custom resource with printer columns and a scale. */
export const widgets: CustomResource = {
  group: 'representations.example.org',
  plural: 'widgets',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      scalable: true,
      columns: [
        { name: 'Size', type: 'integer', jsonPath: '.spec.replicas' },
        { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
        { name: 'Since', type: 'date', jsonPath: '.spec.since' },
        { name: 'Wide', type: 'boolean', jsonPath: '.spec.wide', priority: 1 },
      ],
    },
  ],
};

/** A cluster-scoped custom resource with neither. */
export const plants: CustomResource = {
  group: 'representations.example.org',
  plural: 'plants',
  kind: 'Plant',
  scope: 'Cluster',
  versions: [{ name: 'v1' }],
};

/** The namespace of all objects here; one for each file, since nobody on these servers ends a namespace. */
export const stage = `stage-${Date.now()}`;

/** One resource of each sort, with the two objects that it has. */
export const exhibits = [
  {
    word: 'deployments.apps',
    path: `/apis/apps/v1/namespaces/${stage}/deployments`,
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    names: ['front', 'idle'],
    columns: ['Name', 'Ready', 'Up-to-date', 'Available', 'Age', 'Containers', 'Images', 'Selector'],
  },
  {
    word: 'widgets.representations.example.org',
    path: `/apis/representations.example.org/v1/namespaces/${stage}/widgets`,
    apiVersion: 'representations.example.org/v1',
    kind: 'Widget',
    names: ['large', 'plain'],
    columns: ['Name', 'Size', 'Colour', 'Since', 'Wide'],
  },
] as const;

const server = inject('server');
const widget = { apiVersion: 'representations.example.org/v1', kind: 'Widget' };

/** Installs the resources and creates the objects. */
export async function setTheStage(): Promise<void> {
  const [deployments, customs] = exhibits;
  await install(server, [widgets, plants]);
  await createObject(server, '/api/v1/namespaces', namespace(stage));
  await createObject(server, deployments.path, deployment('front', 2));
  await createObject(server, deployments.path, deployment('idle', 0));
  await createObject(server, customs.path, {
    ...widget,
    metadata: { name: 'large', labels: { app: 'large' } },
    spec: { replicas: 2, colour: 'blue', since: '2020-01-01T00:00:00Z', wide: true },
  });
  await createObject(server, customs.path, { ...widget, metadata: { name: 'plain' }, spec: { replicas: 0 } });

  await createObject(server, '/apis/representations.example.org/v1/plants', {
    ...widget,
    kind: 'Plant',
    metadata: { name: 'oak' },
  });
}

/** Removes what {@link setTheStage} made, but for the namespace. */
export async function clearTheStage(): Promise<void> {
  for (const { path } of exhibits) await askAsAdmin(server, { method: 'DELETE', path });
  await uninstall(server, [widgets, plants]);
}
