import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/core/representation/origin.js';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import { bareItem, frame, partial, partialList, pod, podList, received } from './bodies.js';
import { allPods, webPods } from './contexts.js';

const metadata = partialObjectMetadata();

describe('PartialObjectMetadata', () => {
  it('asks for the kind that fits one object, and for the list kind on a list: in protobuf, then in JSON', () => {
    const json = (kind: string) =>
      `application/json;g=meta.k8s.io;v=v1;as=${kind},application/json;g=meta.k8s.io;v=v1beta1;as=${kind},application/json`;
    const protobuf = (kind: string) => `application/vnd.kubernetes.protobuf;g=meta.k8s.io;v=v1;as=${kind}`;
    const offerOf = (kind: string) => ({ accept: `${protobuf(kind)},${json(kind)}`, jsonAccept: json(kind) });
    expect(metadata.offer('get', webPods)).toEqual(offerOf('PartialObjectMetadata'));
    expect(metadata.offer('watch', webPods)).toEqual(offerOf('PartialObjectMetadata'));
    expect(metadata.offer('list', webPods)).toEqual(offerOf('PartialObjectMetadataList'));
    const withManagers = partialObjectMetadata({ managedFields: true });
    expect(withManagers.offer('get', webPods)).toEqual({ accept: json('PartialObjectMetadata') });
    expect(withManagers.offer('list', webPods)).toEqual({ accept: json('PartialObjectMetadataList') });
  });

  it.each(['v1', 'v1beta1'])('of %s gets the kind and apiVersion of the object it stands for', (version) => {
    const decoded = metadata.decodeOne(received(partial('front', 'web', version)), webPods);
    expect(decoded).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: partial('front')['metadata'] });
    expect(originOf(decoded)).toBe('server');
  });

  it('stamps the items of a list, and keeps its continue token', () => {
    const list = metadata.decodeMany(
      received(partialList([partial('a'), partial('b')], { continue: 'next' })),
      allPods,
    );
    expect(list.items.map(({ kind, apiVersion }) => `${apiVersion} ${kind}`)).toEqual(['v1 Pod', 'v1 Pod']);
    expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(metadata.continueOf(list)).toBe('next');
    expect(metadata.itemsOf(list)).toBe(list.items);
    expect(originOf(list)).toBe('server');
  });

  it('cuts a whole object that came instead, and says so', () => {
    const decoded = metadata.decodeOne(received(pod('front')), webPods);
    expect(decoded).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: pod('front')['metadata'] });
    expect(originOf(decoded)).toBe('converted');
  });

  it('cuts the items of a whole list, with the kind they carry or the mapping’s', () => {
    const foreign = { kind: 'Sandbox', apiVersion: 'example.com/v2', metadata: { name: 'x' }, spec: {} };
    const list = metadata.decodeMany(received(podList([bareItem('a', 'web'), foreign], { continue: 'next' })), allPods);
    expect(list).toEqual({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadataList',
      metadata: { continue: 'next' },
      items: [
        { apiVersion: 'v1', kind: 'Pod', metadata: bareItem('a', 'web')['metadata'] },
        { apiVersion: 'example.com/v2', kind: 'Sandbox', metadata: { name: 'x' } },
      ],
    });
    expect(originOf(list)).toBe('converted');
  });
});

describe('managedFields', () => {
  const fields = { managedFields: [{ manager: 'kubectl' }], creationTimestamp: null, deletionTimestamp: null };
  const bare = { name: 'a', uid: 'u', labels: { tier: 'db' } };
  const one = { ...partial('a'), metadata: { ...bare, ...fields } };
  const cut = { ...pod('a'), metadata: { ...bare, ...fields } };
  const decoded = (representation: typeof metadata) => [
    representation.decodeOne(received(one), webPods).metadata,
    representation.decodeOne(received(cut), webPods).metadata,
    ...representation.decodeMany(received(partialList([one, cut])), allPods).items.map((item) => item.metadata),
    representation.decodeEvents(webPods)(frame('ADDED', one)).object.metadata,
    representation.decodeEvents(webPods)(frame('BOOKMARK', one)).object.metadata,
  ];

  it('are left out, and so are the times that are null', () => {
    for (const each of decoded(metadata)) expect(each).toStrictEqual(bare);
  });

  it('are there where they are asked for', () => {
    const { managedFields } = fields;
    for (const each of decoded(partialObjectMetadata({ managedFields: true }))) {
      expect(each).toStrictEqual({ ...bare, managedFields });
    }
  });

  it('are left in the body that they came in', () => {
    const body = received(one);
    const parsed = body.json();
    metadata.decodeOne({ ...body, json: () => parsed }, webPods);
    expect(parsed).toEqual(one);
  });
});

describe('the mark of a converted result', () => {
  it('does not show when the result is printed, compared or serialised', () => {
    const decoded = metadata.decodeOne(received(pod('front')), webPods);
    expect(Object.keys(decoded)).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(JSON.parse(JSON.stringify(decoded))).toEqual(decoded);
  });
});
