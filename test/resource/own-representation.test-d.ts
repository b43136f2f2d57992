import { describe, expectTypeOf, it } from 'vitest';
import type { AnswerBody } from '../../src/core/media/answer-body.js';
import type { KubeList, KubeObject } from '../../src/core/model/kube-object.js';
import {
  partialObjectMetadata,
  type MetadataShapes,
  type ReadMetadata,
} from '../../src/core/representation/partial-object-metadata.js';
import type { Representation, RepresentationVerb } from '../../src/core/representation/representation.js';
import type { Served } from '../../src/core/representation/shapes.js';
import { wholeObject, type ObjectShapes } from '../../src/core/representation/whole-object.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';

declare const handle: ResourceHandle;
declare const deployments: ResourceHandle<ObjectShapes<Deployment>>;

interface Deployment {
  kind?: 'Deployment';
  metadata?: { name?: string };
  spec?: { replicas?: number };
}

interface Widget {
  kind: 'Widget';
  metadata: { name: string };
}

class Names {
  readonly name = 'names';
  offer(verb: RepresentationVerb): { accept: string; query?: Record<string, string> } {
    return { accept: verb === 'get' ? 'text/plain' : 'application/json' };
  }
  decodeOne(body: AnswerBody): string {
    return body.text();
  }
  decodeMany(body: AnswerBody): { lines: string[]; next: string } {
    return { lines: body.text().split('\n'), next: '' };
  }
  decodeEvents(): (frame: AnswerBody) => number {
    let seen = 0;
    return () => (seen += 1);
  }
  itemsOf(many: { lines: string[] }): string[] {
    return many.lines;
  }
  continueOf({ next }: { next: string }): string | undefined {
    return next;
  }
}

describe('a representation of the user', () => {
  interface NameShapes {
    one: string;
    many: { lines: string[]; next: string };
    item: string;
    event: number;
    input: Deployment;
  }

  it('may be an object literal, whose decoders say its types', () => {
    const names = deployments.as({
      name: 'names',
      offer: () => ({ accept: 'text/plain' }),
      decodeOne: (body) => body.text(),
      decodeMany: (body) => ({ lines: body.text().split('\n'), next: '' }),
      decodeEvents: () => (frame) => frame.bytes().length,
      itemsOf: (many) => many.lines,
      continueOf: ({ next }) => next,
    });
    expectTypeOf(names).toEqualTypeOf<ResourceHandle<NameShapes>>();
    expectTypeOf(names.items()).toEqualTypeOf<AsyncIterable<string>>();
  });

  it('may be a literal with a name, or with methods', () => {
    const literal = {
      name: 'names',
      offer: () => ({ accept: 'text/plain' }),
      decodeOne: (body: AnswerBody) => body.text(),
      decodeMany: (body: AnswerBody) => ({ lines: body.text().split('\n'), next: '' }),
      decodeEvents: () => (frame: AnswerBody) => frame.bytes().length,
      itemsOf: (many: { lines: string[] }) => many.lines,
      continueOf: (many: { next: string }) => many.next,
    };
    expectTypeOf(deployments.as(literal)).toEqualTypeOf<ResourceHandle<NameShapes>>();
    const withMethods = deployments.as({
      name: 'names',
      offer: () => ({ accept: 'text/plain' }),
      decodeOne(body) {
        return body.text();
      },
      decodeMany(body) {
        return { lines: body.text().split('\n'), next: '' };
      },
      decodeEvents() {
        return (frame) => frame.bytes().length;
      },
      itemsOf(many) {
        return many.lines;
      },
      continueOf(many) {
        return many.next;
      },
    });
    expectTypeOf(withMethods).toEqualTypeOf<ResourceHandle<NameShapes>>();
  });

  it('may be an instance of a class', () => {
    expectTypeOf(deployments.as(new Names())).toEqualTypeOf<ResourceHandle<NameShapes>>();
  });

  it('may have its types in one place', () => {
    const own = {} as Representation<{ one: string; many: string[]; item: number; event: boolean }>;
    expectTypeOf(handle.as(own)).toEqualTypeOf<
      ResourceHandle<{ one: string; many: string[]; item: number; event: boolean; input: KubeObject }>
    >();
    expectTypeOf(handle.as(wholeObject<Widget>()).list()).resolves.toEqualTypeOf<KubeList<Served<Widget>>>();
    expectTypeOf(handle.as(partialObjectMetadata())).toEqualTypeOf<
      ResourceHandle<MetadataShapes<KubeObject, ReadMetadata>>
    >();
  });

  it('is refused without a decoder', () => {
    const rest = { ...partialObjectMetadata(), decodeEvents: undefined };
    // @ts-expect-error no decodeEvents
    expectTypeOf(handle.as(rest)).toBeAny();
  });
});
