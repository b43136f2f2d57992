import { describe, expect, it } from 'vitest';
import { asKind } from '../../src/representations/as-kind.js';
import { originOf } from '../../src/core/representation/origin.js';
import { frame, pod, podList, received, success } from './bodies.js';
import { thrownBy, webPods } from './contexts.js';

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
const scale = {
  kind: 'Scale',
  apiVersion: 'autoscaling/v1',
  metadata: { name: 'front', uid: 'u', resourceVersion: '5' },
};
const scales = {
  kind: 'ScaleList',
  apiVersion: 'autoscaling/v1',
  metadata: { continue: 'next' },
  items: [{ metadata: { name: 'front' } }],
};

describe('another kind', () => {
  it('is asked for by itself, and by its list where there are many', () => {
    const form = asKind(scaleKind);
    const one = 'application/json;g=autoscaling;v=v1;as=Scale,application/json';
    expect(form.offer('get', webPods)).toEqual({ accept: one });
    expect(form.offer('watch', webPods)).toEqual({ accept: one });
    expect(form.offer('list', webPods)).toEqual({ accept: `application/json;g=autoscaling;v=v1;as=ScaleList,${one}` });
  });

  it('of the core group has an empty one, in quotes', () => {
    expect(asKind({ group: '', version: 'v1', kind: 'Node' }).offer('get', webPods).accept).toBe(
      'application/json;g="";v=v1;as=Node,application/json',
    );
  });

  it('is read as whole objects of it, which the server made', () => {
    const one = asKind(scaleKind).decodeOne(received(scale), webPods);
    expect(one).toEqual(scale);
    expect(originOf(one)).toBe('server');
    const many = asKind(scaleKind).decodeMany(received(scales), webPods);
    expect(many).toMatchObject({
      kind: 'ScaleList',
      items: [{ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'front' } }],
    });
    expect(originOf(many)).toBe('server');
    expect(asKind(scaleKind).itemsOf(many)).toBe(many.items);
    expect(asKind(scaleKind).continueOf(many)).toBe('next');
    const event = asKind(scaleKind).decodeEvents(webPods)(frame('MODIFIED', scale));
    expect([event, originOf(event)]).toEqual([{ type: 'MODIFIED', object: scale }, 'server']);
  });

  it('may itself end in List', () => {
    const allow = { group: 'x.example', version: 'v1', kind: 'AllowList' };
    const object = { apiVersion: 'x.example/v1', kind: 'AllowList', metadata: { name: 'a' }, items: ['b'] };
    expect(asKind(allow).decodeOne(received(object), webPods)).toEqual(object);
  });

  it.each([
    ['its own kind', pod('front'), 'kind "Pod"'],
    ['another version of the kind', { ...scale, apiVersion: 'autoscaling/v2' }, 'apiVersion "autoscaling/v2"'],
    ['a Status', success, 'kind "Status"'],
    ['the list of the kind', scales, 'kind "ScaleList"'],
  ])('is missed where a server answers %s', (_what, body, told) => {
    const error = thrownBy(() => asKind(scaleKind).decodeOne(received(body), webPods));
    expect(error).toMatchObject({ code: 'unexpected-shape' });
    expect(String(error)).toContain(told);
    expect(String(error)).toContain('it is not autoscaling/v1 Scale, which was requested');
  });

  it('is missed in a list and in an event as well', () => {
    expect(() => asKind(scaleKind).decodeMany(received(podList([])), webPods)).toThrow(
      'is not autoscaling/v1 ScaleList',
    );
    const decode = asKind(scaleKind).decodeEvents(webPods);
    expect(() => decode(frame('ADDED', pod('front')))).toThrow('object is not autoscaling/v1 Scale');
    expect(() => decode(frame('ADDED', null))).toThrow('object is missing');
  });

  it('is replaced by the server’s own where that is taken, and it is told', () => {
    const either = asKind(scaleKind, { orOwn: true });
    const results = [
      either.decodeOne(received(pod('front')), webPods),
      either.decodeMany(received(podList([pod('front')])), webPods),
      either.decodeEvents(webPods)(frame('ADDED', pod('front'))),
    ];
    expect(results.map(originOf)).toEqual(['converted', 'converted', 'converted']);
    expect(results[0]).toMatchObject({ kind: 'Pod' });
    expect(originOf(either.decodeOne(received(scale), webPods))).toBe('server');
    expect(() => either.decodeOne(received(success), webPods)).toThrow('is a Status');
  });

  it('lets bookmarks pass in any kind', () => {
    const bookmark = (kind: string, apiVersion: string) =>
      asKind(scaleKind).decodeEvents(webPods)(
        frame('BOOKMARK', { kind, apiVersion, metadata: { resourceVersion: '9' } }),
      );
    expect(bookmark('Pod', 'v1')).toMatchObject({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } });
    expect(bookmark('Scale', 'autoscaling/v1')).toMatchObject({ type: 'BOOKMARK' });
  });

  it.each([
    [{ group: 'g', version: '', kind: 'K' }, 'requested.version must not be empty.'],
    [{ group: 'g', version: 'v1' }, 'requested.kind must be a string.'],
    [
      { group: 'meta.k8s.io', version: 'v1', kind: 'Table' },
      "requested.kind is a separate representation: use as('Table').",
    ],
    [{ group: 'meta.k8s.io', version: 'v1', kind: 'PartialObjectMetadataList' }, "use as('PartialObjectMetadata')."],
  ])('must be one: %j', (wanted, problem) => {
    expect(() => asKind(wanted as never)).toThrow(problem);
  });

  it('with a line break in it is not sent', () => {
    expect(() => asKind({ group: 'g', version: 'v1', kind: 'K\r\nX: y' }).offer('get', webPods)).toThrow(
      'not a valid header value',
    );
  });
});
