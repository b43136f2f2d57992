import { describe, expectTypeOf, it } from 'vitest';
import type { KubeList, KubeObject } from '../../src/core/model/kube-object.js';
import { asKind } from '../../src/representations/as-kind.js';
import { csv, type Csv, type CsvEvent } from '../../src/representations/csv.js';
import { manifest } from '../../src/representations/manifest.js';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import type { Served } from '../../src/core/representation/shapes.js';
import { versioned } from '../../src/representations/versioned.js';
import type { BookmarkEvent, WatchEvent } from '../../src/core/representation/watch-event.js';
import { wholeObject, type ObjectShapes } from '../../src/core/representation/whole-object.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import { yaml, type Yaml } from '../../src/yaml/index.js';

interface Deployment {
  kind?: 'Deployment';
  metadata?: { name?: string };
  spec?: { replicas?: number };
}

interface Scale {
  kind?: 'Scale';
  metadata?: { name?: string };
  spec: { replicas: number };
}

declare const deployments: ResourceHandle<ObjectShapes<Deployment>>;
const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

describe('a further form', () => {
  it('answers in its own types, and keeps what the handle writes', () => {
    const lines = deployments.as(csv());
    expectTypeOf(lines.get('a')).resolves.toEqualTypeOf<Csv>();
    expectTypeOf(lines.list()).resolves.toEqualTypeOf<Csv>();
    expectTypeOf(lines.items()).toEqualTypeOf<AsyncIterable<string>>();
    expectTypeOf(lines.watch()).toEqualTypeOf<AsyncIterable<CsvEvent>>();
    expectTypeOf(lines.create({ spec: { replicas: 1 } })).resolves.toEqualTypeOf<Served<Deployment>>();
    const manifests = deployments.as(manifest());
    expectTypeOf(manifests.list()).resolves.toEqualTypeOf<KubeList>();
    expectTypeOf(manifests.watch()).toEqualTypeOf<AsyncIterable<WatchEvent<KubeObject>>>();
  });

  it('as another kind has the types that are given for it', () => {
    const scales = deployments.as(asKind<Scale>(scaleKind));
    expectTypeOf(scales.get('a')).resolves.toEqualTypeOf<Served<Scale>>();
    expectTypeOf(scales.items()).toEqualTypeOf<AsyncIterable<Served<Scale>>>();
    expectTypeOf(scales.create({ spec: { replicas: 1 } })).resolves.toEqualTypeOf<Served<Deployment>>();
  });

  it('in stated versions has the types of the form', () => {
    const stated = deployments.as(versioned(wholeObject<Deployment>(), { serverVersion: 'v1' }));
    expectTypeOf(stated.get('a')).resolves.toEqualTypeOf<Served<Deployment>>();
  });

  it('in YAML is text, and its bookmarks are those of what it is made of', () => {
    const documents = deployments.as(yaml({ of: partialObjectMetadata() }));
    expectTypeOf(documents.list()).resolves.toEqualTypeOf<Yaml>();
    expectTypeOf(documents.items()).toEqualTypeOf<AsyncIterable<string>>();
    expectTypeOf(deployments.as(yaml()).watch()).toEqualTypeOf<
      AsyncIterable<{ readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly document: string } | BookmarkEvent>
    >();
  });
});
