import { createHash } from 'node:crypto';
import { definitionOf, type CustomResource, type PrinterColumn } from '../e2e/harness/custom-resources.js';
import type { FakeResource } from '../../src/testing/index.js';

const group = 'parity.example.org';

const gadgetColumns: readonly PrinterColumn[] = [
  { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
  { name: 'Colour', type: 'string', jsonPath: '.spec.colour' },
  { name: 'Weight', type: 'number', jsonPath: '.spec.weight' },
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  { name: 'Since', type: 'date', jsonPath: '.spec.since' },
  { name: 'Wide', type: 'boolean', jsonPath: '.spec.wide', priority: 1 },
  { name: 'Parts', type: 'string', jsonPath: '.spec.parts', priority: 1 },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];
const planetColumns: readonly PrinterColumn[] = [{ name: 'Moons', type: 'integer', jsonPath: '.spec.moons' }];

/** Namespaced in two versions, with columns, status and scale; namespaced with none of these; and cluster-scoped. */
export const resources: readonly CustomResource[] = [
  {
    group,
    plural: 'gadgets',
    kind: 'Gadget',
    shortNames: ['gd'],
    categories: ['all'],
    versions: [
      { name: 'v1', scalable: true, columns: gadgetColumns },
      { name: 'v1beta1', scalable: true, columns: gadgetColumns },
      { name: 'v1alpha1', served: false },
    ],
  },
  { group, plural: 'crates', kind: 'Crate', versions: [{ name: 'v1' }] },
  { group, plural: 'planets', kind: 'Planet', scope: 'Cluster', versions: [{ name: 'v1', columns: planetColumns }] },
  { group, plural: 'meters', kind: 'Meter', versions: [{ name: 'v1' }] },
];

const open = { 'x-kubernetes-preserve-unknown-fields': true };
const colourSchema = {
  openAPIV3Schema: {
    type: 'object',
    ...open,
    properties: { spec: { type: 'object', ...open, properties: { colour: { type: 'string' } } } },
  },
};
const meterSchema = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['size'],
        properties: { size: { type: 'integer', minimum: 1 }, unit: { type: 'string', default: 'cm' } },
      },
    },
  },
};

interface Version {
  readonly name: string;
  readonly served: boolean;
}

/** Fields of a definition that `definitionOf` does not support, by plural. */
const additions: Readonly<Record<string, (version: Version) => object>> = {
  gadgets: ({ served }) => (served ? { selectableFields: [{ jsonPath: '.spec.colour' }], schema: colourSchema } : {}),
  meters: () => ({ schema: meterSchema }),
};

/** The definitions for the real server. */
export const definitions: readonly object[] = resources.map((resource) => {
  const definition = definitionOf(resource) as { spec: { versions: Version[] } };
  const add = additions[resource.plural] ?? (() => ({}));
  const versions = definition.spec.versions.map((version) => ({ ...version, ...add(version) }));
  return { ...definition, spec: { ...definition.spec, versions } };
});

/**
 * Returns the hash in legacy documents, which derives from the storage version of a resource: `v1` for all of these.
 */
function hashOf(kind: string): string {
  return createHash('sha256').update(`${group}/v1/${kind}`).digest().subarray(0, 8).toString('base64');
}

/**
 * The same resources as a user of the fake server would describe them. Discovery has everything else, but not columns,
 * selectable fields and the paths of the scale.
 */
export const descriptions: readonly FakeResource[] = [
  ...['v1', 'v1beta1'].map((version) => ({
    group,
    version,
    resource: 'gadgets',
    kind: 'Gadget',
    shortNames: ['gd'],
    categories: ['all'],
    subresources: ['status', 'scale'],
    printerColumns: gadgetColumns,
    selectableFields: ['.spec.colour'],
    storageVersionHash: hashOf('Gadget'),
  })),
  {
    group,
    version: 'v1',
    resource: 'planets',
    kind: 'Planet',
    scope: 'Cluster',
    printerColumns: planetColumns,
    storageVersionHash: hashOf('Planet'),
  },
];
