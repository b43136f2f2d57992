import { describe, expect, it } from 'vitest';
import type { FakeApiServer } from '../../src/testing/index.js';
import { createClient, type Client, type Transport } from '../../src/index.js';
import { cli, connectWith, server, transportTo, type Outcome } from './support.js';

const pod = (name: string, ready: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'web', labels: { app: 'slow' }, ...more },
  status: { phase: ready === 'True' ? 'Running' : 'Pending', conditions: [{ type: 'Ready', status: ready }], size: 5 },
});

/** Runs a command, and does something once a watch is open. */
function whileWaiting(api: FakeApiServer, words: string, then: () => unknown): Promise<Outcome> {
  let isOpen = false;
  const connect = connectWith(api, {
    after({ url }) {
      if (!url.includes('watch=') || isOpen) return;
      isOpen = true;
      queueMicrotask(then);
    },
  });
  return cli(api, words, { connect });
}

const timedOut = 'error: timed out waiting for the condition on pods/slow\n';

describe('wait', () => {
  it('waits for a condition', async () => {
    const api = server();
    api.put(pod('slow', 'False'));
    const outcome = await whileWaiting(api, 'wait pod/slow -n web --for=condition=ready --timeout 1h', () =>
      api.put(pod('slow', 'True')),
    );
    expect(outcome).toEqual({ code: 0, stdout: 'pod/slow condition met\n', stderr: '' });
  });

  it.each([
    ['condition=Ready', 1],
    ['condition=Ready=False', 0],
    ['condition=Ready=false', 0],
    ['condition=Nope', 1],
    ['jsonpath={.status.phase}=Pending', 0],
    ["jsonpath='{.status.phase}'=Pending", 2],
    ["jsonpath={.status.phase}='Pending'", 0],
    ['jsonpath=.status.phase=Pending', 0],
    ['jsonpath=status.phase=Running', 1],
    ['jsonpath={.status.phase}', 0],
    ['jsonpath={.status.nope}', 1],
    ['jsonpath={.status.nope.deeper}=x', 1],
    ['jsonpath={.status.size}=5', 0],
    ['jsonpath={.metadata.labels.example\\.org/tier}=a=b', 0],
    ['jsonpath={.status.constructor}', 1],
    ['jsonpath={.status.conditions}=x', 2],
    ['jsonpath={.status.conditions[9].type}=x', 1],
    ['jsonpath={.status.conditions[?(@.type=="Ready")].status}=False', 0],
    ['jsonpath={.status.conditions[0].type}=Ready', 0],
    ['jsonpath={.metadata.*}=x', 2],
    ['create', 0],
    ['delete', 1],
  ])('with --timeout 0 --for=%s looks once: %d', async (goal, code) => {
    const api = server();
    api.put(pod('slow', 'False', { labels: { 'example.org/tier': 'a=b' } }));
    const outcome = await cli(api, ['wait', 'pod', 'slow', '-n', 'web', '--timeout', '0', `--for=${goal}`]);
    expect(outcome.code).toBe(code);
    if (code === 1) expect(outcome.stderr).toBe(timedOut);
    expect(api.requests.filter(({ path }) => path.includes('watch='))).toEqual([]);
  });

  it('waits for the creation and for the end of an object', async () => {
    const api = server();
    const create = await whileWaiting(api, 'wait pods slow -n web --for=create --timeout=-1s', () =>
      api.put(pod('slow', 'False')),
    );
    expect(create).toEqual({ code: 0, stdout: 'pod/slow condition met\n', stderr: '' });
    const remove = await whileWaiting(api, 'wait pods slow -n web --for=delete', () => api.remove(pod('slow', '')));
    expect(remove).toEqual({ code: 0, stdout: 'pod/slow condition met\n', stderr: '' });
    expect(await cli(api, 'wait pods slow -n web --for=delete')).toEqual(remove);
  });

  it('one that is made anew was gone', async () => {
    const api = server();
    api.put(pod('slow', 'False'));
    const outcome = await whileWaiting(api, 'wait pods slow -n web --for=delete', () => {
      api.remove(pod('slow', ''));
      api.put(pod('slow', 'False'));
    });
    expect(outcome).toEqual({ code: 0, stdout: 'pod/slow condition met\n', stderr: '' });
  });

  it('an object that is not there is an error, and so is one that is deleted meanwhile', async () => {
    const api = server();
    const missing = await cli(api, 'wait pods slow front-0 -n web --for=jsonpath={.status.phase}=Running');
    expect(missing).toEqual({
      code: 1,
      stdout: 'pod/front-0 condition met\n',
      stderr: 'error: GET /api/v1/namespaces/web/pods/slow: 404 NotFound: pods "slow" not found\n',
    });
    api.put(pod('slow', 'False'));
    const deleted = await whileWaiting(api, 'wait pods slow -n web --for=condition=Ready', () =>
      api.remove(pod('slow', '')),
    );
    expect(deleted).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: pods/slow was deleted before the condition was met\n',
    });
  });

  it('a selector or --all choose several, which share one time', async () => {
    const api = server();
    api.put(pod('slow', 'False'));
    api.put(pod('fast', 'True'));
    const { code, stdout, stderr } = await cli(api, 'wait pods -A -l app=slow --for=condition=Ready --timeout 20ms');
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: 'pod/fast condition met\n', stderr: timedOut });
    expect(await cli(api, 'wait nodes --all --for=jsonpath={.metadata.name}')).toMatchObject({
      code: 0,
      stdout: 'node/node-1 condition met\n',
    });
  });

  it('--for=delete looks at the object of that name alone, where a proxy takes the selector away', async () => {
    const api = server();
    api.put(pod('slow', 'False'));
    const inner = transportTo(api);
    const send: Transport['send'] = (request) =>
      inner.send({ ...request, url: request.url.replace(/fieldSelector=[^&]*&?/, '') });
    const connect = (): Promise<Client> =>
      Promise.resolve(createClient({ server: 'http://fake.example', transport: { ...inner, send } }));
    const outcome = await cli(api, 'wait pods slow -n web --for=delete --timeout 300ms', { connect });
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: timedOut });
  });

  it('nothing that is selected is an error, but for --for=delete', async () => {
    const api = server();
    expect(await cli(api, 'wait pods -l app=none --for=condition=Ready')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: no matching resources found\n',
    });
    expect(await cli(api, 'wait pods -l app=none --for=delete')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('does not say that nothing is there where it could not look', async () => {
    const api = server();
    api.fail('/api/v1/namespaces/default/pods', { status: 403, body: 'no' });
    for (const words of ['wait pods --all --for=condition=Ready', 'delete pods --all']) {
      const { code, stderr } = await cli(api, words);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: GET \S+: 403 .*\n$/);
    }
  });

  it('Ctrl-C ends it', async () => {
    const api = server();
    api.put(pod('slow', 'False'));
    const interruption = new AbortController();
    const connect = connectWith(api, {
      after({ url }) {
        if (url.includes('watch=')) interruption.abort(new Error('interrupted'));
      },
    });
    for (const goal of ['condition=Ready', 'delete']) {
      const outcome = await cli(api, `wait pods slow -n web --for=${goal}`, { connect, signal: interruption.signal });
      expect(outcome).toEqual({ code: 130, stdout: '', stderr: '' });
    }
  });

  it.each([
    ['pods a', "required option '--for <what>' not specified"],
    ['pods --for=delete', 'A type alone selects nothing'],
    ['pods -l a=b --for=create', '--for=create requires names'],
    ['pods a --for=ready', 'It must be delete, create, resource, condition=TYPE'],
    ['pods a --for=condition=', 'It must be delete, create, resource, condition=TYPE'],
    ['pods a --for=jsonpath={.a[b]}=c', '[b] is not an index'],
    ['pods a --for=jsonpath={.a}=', 'Specify the value'],
    ['pods a --for=jsonpath=', 'Specify a path: jsonpath={.status.phase}=Running.'],
    ['pods a --for=delete --timeout 30', 'It must be a duration with its unit, such as 30s, 2m or 500ms.'],
  ])('wait %s is wrong use', async (words, expected) => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, `wait ${words}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(api.requests).toEqual([]);
  });
});
