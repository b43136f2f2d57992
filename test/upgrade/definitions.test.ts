import { describe, expect, it } from 'vitest';
import { catalogAfterDefinitions, compareDefinitions, compareServers } from '../../src/upgrade/index.js';
import { formatGroupVersionResource as nameOf } from '../../src/core/model/group-version-resource.js';
import { catalogOf, endpoint } from '../identity/catalogs.js';

interface Version {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly subresources?: object;
  readonly properties?: object;
  readonly required?: readonly string[];
}

function definition(versions: readonly Version[], more: object = {}) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
      versions: versions.map(({ name, served = true, storage = false, subresources, properties, required }) => ({
        name,
        served,
        storage,
        subresources,
        schema: { openAPIV3Schema: { type: 'object', properties, required } },
      })),
    },
    ...more,
  };
}

const spec = (properties: object, more: object = {}) => ({ spec: { type: 'object', properties, ...more } });

describe('compareDefinitions', () => {
  it('names versions that are dropped, and those in which objects may be stored', () => {
    const before = definition([{ name: 'v1beta1', storage: true }, { name: 'v1' }], {
      status: { storedVersions: ['v1beta1'] },
    });

    const changes = compareDefinitions(before, definition([{ name: 'v1', storage: true }]));

    expect(changes.map(({ change, version }) => [change, version])).toEqual([
      ['stored-version', 'v1beta1'],
      ['storage-version', 'v1'],
      ['version', 'v1beta1'],
    ]);
  });

  it('names fields, types, defaults, required fields and subresources that change', () => {
    const before = definition([
      {
        name: 'v1',
        storage: true,
        subresources: { status: {}, scale: {} },
        properties: spec({
          size: { type: 'integer', default: 3 },
          mode: { type: 'string' },
          color: { type: 'string', default: 'red' },
          items: { type: 'array', items: { type: 'object', properties: { old: { type: 'string' } } } },
        }),
      },
    ]);
    const after = definition([
      {
        name: 'v1',
        storage: true,
        subresources: { status: {} },
        properties: spec(
          {
            size: { type: 'string', default: '3' },
            color: { type: 'string', default: 'blue' },
            items: { type: 'array', items: { type: 'object', properties: { fresh: { type: 'string' } } } },
            owner: { type: 'string' },
            zone: { type: 'string', default: 'a' },
          },
          { required: ['owner', 'zone'] },
        ),
      },
    ]);

    expect(compareDefinitions(before, after).map(({ change, path }) => [change, path])).toEqual([
      ['subresource', 'scale'],
      ['required', '.spec.owner'],
      ['type', '.spec.size'],
      ['field', '.spec.mode'],
      ['default', '.spec.color'],
      ['field', '.spec.items[].old'],
    ]);
  });

  it('finds nothing where the new definition keeps unknown fields, or only adds', () => {
    const before = definition([{ name: 'v1', storage: true, properties: spec({ mode: { type: 'string' } }) }]);
    const keeps = spec({}, { 'x-kubernetes-preserve-unknown-fields': true });

    expect(compareDefinitions(before, definition([{ name: 'v1', storage: true, properties: keeps }]))).toEqual([]);
    const more = spec({ mode: { type: 'string' }, extra: { type: 'string' } });
    expect(
      compareDefinitions(before, definition([{ name: 'v2' }, { name: 'v1', storage: true, properties: more }])),
    ).toEqual([]);
  });

  it('refuses what is no definition, and two resources', () => {
    const widgets = definition([{ name: 'v1', storage: true }]);
    const gadgets = { ...widgets, spec: { ...widgets.spec, names: { plural: 'gadgets', kind: 'Gadget' } } };

    expect(() => compareDefinitions({ kind: 'Pod', apiVersion: 'v1' }, widgets)).toThrow(/CustomResourceDefinition/);
    expect(() => compareDefinitions(widgets, gadgets)).toThrow(/must define widgets\.example\.com/);
  });
});

it('catalogAfterDefinitions replaces the versions of a resource alone', () => {
  const now = catalogOf([
    endpoint('pods.v1.'),
    endpoint('widgets.v1beta1.example.com'),
    endpoint('gadgets.v1beta1.example.com'),
  ]);

  const after = catalogAfterDefinitions(now, [
    definition([
      { name: 'v1', storage: true },
      { name: 'v0', served: false },
    ]),
  ]);

  const { gone, added } = compareServers(now, after);
  expect([gone.map(nameOf), added.map(nameOf)]).toEqual([['widgets.v1beta1.example.com'], ['widgets.v1.example.com']]);
});
