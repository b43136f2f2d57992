import { expect, it } from 'vitest';
import { dependentsIn, requestsOfOwners } from '../../src/controller/owner-requests.js';
import type { InformerStore } from '../../src/watch/informer/informer-store.js';
import { ownedBy, widget } from './controlled.js';

const typed = { apiVersion: 'v1', kind: 'ConfigMap' };
const owner = {
  ...widget('a'),
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'shop', uid: 'u1' },
};
const [reference] = (ownedBy(owner) as { ownerReferences: object[] }).ownerReferences;

// The fake server stores no such lists.
it.each<[string, unknown, number]>([
  ['nothing', [null], 0],
  ['nothing, and the owner', [null, reference], 1],
  ['numbers, texts and lists, and the owner', [5, 'x', [], {}, reference], 1],
  [
    'an owner of no version',
    [
      { ...reference, apiVersion: null },
      { ...reference, apiVersion: 5 },
    ],
    0,
  ],
  [
    'a uid that is no text',
    [
      { ...reference, uid: null },
      { ...reference, uid: 1 },
    ],
    0,
  ],
  ['no list', { uid: 'u1' }, 0],
  ['text', 'u1', 0],
])('references to %s wake the owners that they name', (_what, ownerReferences, count) => {
  const dependent = { ...typed, metadata: { name: 'd', namespace: 'shop', uid: 'd', ownerReferences } };
  const store = {
    byUid: (uid: string) => (uid === 'u1' ? owner : undefined),
    by: () => [dependent],
  } as unknown as InformerStore<unknown>;
  const owners = { store, mapping: undefined };
  expect(requestsOfOwners(dependent, owners, {})).toEqual(count === 0 ? [] : [{ namespace: 'shop', name: 'a' }]);
  expect(dependentsIn(store, owner, owners, {})).toHaveLength(count);
});
