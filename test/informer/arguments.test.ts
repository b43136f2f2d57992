import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '../../src/core/client.js';
import { createInformer } from '../../src/watch/informer/informer.js';
import { podMapping } from '../representation/contexts.js';
import { hang, watchServer } from '../resource/watch/watch-server.js';

function start(): Client {
  const { client } = watchServer([{ steps: [hang] }]);
  onTestFinished(() => client.close());
  return client;
}
const refused = (argument: string) => expect.objectContaining({ code: 'invalid-argument', argument }) as Error;

describe('createInformer', () => {
  it.each([undefined, null, 5, {}])('refuses %j as a client', (client) => {
    expect(() => createInformer(client as never, 'pods')).toThrow(refused('client'));
  });

  it.each([undefined, null, 5, '', {}])('refuses %j as a resource', (subject) => {
    expect(() => createInformer(start(), subject as never)).toThrow(refused('subject'));
  });

  it.each<[string, unknown]>([
    ['options', null],
    ['indexes', { indexes: null }],
    ['indexes.a', { indexes: { a: 5 } }],
    ['signal', { signal: 'x' }],
    ['namespace', { namespace: 5 }],
    ['waitForResourceMs', { waitForResourceMs: 0 }],
    ['filter', { filter: 'x' }],
    ['transform', { transform: 'x' }],
    ['onListenerError', { onListenerError: 'x' }],
    ['state', { state: new Map() }],
    ['foo', { foo: 1 }],
    ['clock', { clock: {} }],
  ])('refuses %s of %j, in the call', (argument, options) => {
    expect(() => createInformer(start(), 'pods', options as object)).toThrow(refused(argument));
  });

  it.each([
    ['namespace', { namespace: 'web' }],
    ['waitForResourceMs', { waitForResourceMs: 5 }],
  ])('refuses a %s beside a handle, which would do nothing', (argument, options) => {
    const client = start();
    expect(() => createInformer(client, client.handle(podMapping), options)).toThrow(refused(argument));
  });

  it.each<[string, unknown]>([
    ['options', null],
    ['namespace', { namespace: 5 }],
    ['labels', { labels: 'x' }],
  ])('refuses to select by a wrong %s', (argument, selection) => {
    const client = start();
    const { store } = createInformer(client, client.handle(podMapping));
    expect(() => store.list(selection as object)).toThrow(refused(argument));
  });

  it.each([5, undefined, null])('refuses %j as a listener', (listener) => {
    const client = start();
    const informer = createInformer(client, client.handle(podMapping));
    expect(() => informer.on(listener as never)).toThrow(refused('listener'));
    expect(() => informer.subscribe(listener as never)).toThrow(refused('listener'));
  });
});
