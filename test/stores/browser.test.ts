import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserStore } from '../../src/stores/browser.js';
import { a, behavesAsStore } from './contract.js';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a store in IndexedDB', () => {
  behavesAsStore(() => createBrowserStore());

  it('is there after a reload, in a database of its own name', async () => {
    await createBrowserStore({ database: 'one' }).set(a, new Uint8Array([1]));
    expect(await createBrowserStore({ database: 'one' }).get(a)).toEqual(new Uint8Array([1]));
    expect(await createBrowserStore({ database: 'two' }).get(a)).toBeUndefined();
  });

  it('can be made where there is no IndexedDB, and rejects then', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const store = createBrowserStore();
    await expect(store.get(a)).rejects.toThrow();
  });

  it('refuses options that are none', () => {
    expect(() => createBrowserStore(null as never)).toThrow(expect.objectContaining({ argument: 'options' }));
  });

  it.each([5, ''])('refuses the database %j', (database) => {
    expect(() => createBrowserStore({ database: database as string })).toThrow(
      expect.objectContaining({ argument: 'database' }),
    );
  });
});
