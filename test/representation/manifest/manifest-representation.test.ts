import { describe, expect, it } from 'vitest';
import { manifest } from '../../../src/representations/manifest.js';
import { originOf } from '../../../src/core/representation/origin.js';
import { bareItem, frame, pod, podList, received, success } from '../bodies.js';
import { webPods } from '../contexts.js';

const cut = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front', namespace: 'web' }, spec: { containers: [] } };

describe('manifests', () => {
  it('are asked for as whole objects', () => {
    expect(manifest().offer('list', webPods)).toEqual({ accept: 'application/json' });
  });

  it('are one, or a page of them, and say that no server made them', () => {
    const one = manifest().decodeOne(received(pod('front')), webPods);
    const many = manifest().decodeMany(received(podList([bareItem('front', 'web')], { continue: 'next' })), webPods);
    expect(one).toEqual(cut);
    expect(many).toMatchObject({ kind: 'PodList', items: [cut] });
    expect([one, many].map(originOf)).toEqual(['converted', 'converted']);
    expect(manifest().itemsOf(many)).toBe(many.items);
    expect(manifest().continueOf(many)).toBe('next');
  });

  it('come by a watch as well, with its bookmarks', () => {
    const decode = manifest().decodeEvents(webPods);
    const event = decode(frame('ADDED', pod('front')));
    expect([event, originOf(event)]).toEqual([{ type: 'ADDED', object: cut }, 'converted']);
    expect(
      decode(frame('BOOKMARK', { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '7' } })),
    ).toMatchObject({
      type: 'BOOKMARK',
      object: { metadata: { resourceVersion: '7' } },
    });
  });

  it('are not made of anything else', () => {
    expect(() => manifest().decodeOne(received(success), webPods)).toThrow('is a Status');
  });

  it('are refused for options that make no sense, before anything is asked for', () => {
    expect(() => manifest({ controllers: 'keda' as never })).toThrow('controllers must be a list');
    expect(() => manifest(null as never)).toThrow('options must be an object');
  });
});
