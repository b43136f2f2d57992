import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/index.js';
import type { FakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { cli, server, transportTo, type Outcome, type Surroundings } from './support.js';

const configMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'web', creationTimestamp: '2026-03-01T10:00:00Z' },
  data: { note: 'one\ntwo' },
});
const with_ = (...names: string[]): FakeApiServer => server({ objects: names.map(configMap) });

/** A kubeconfig with these contexts. */
function kubeconfig(names: readonly string[], urls: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-contexts-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, 'config');
  const clusters = names.map((name) => ({ name, cluster: { server: urls[name] ?? 'http://127.0.0.1:1' } }));
  const contexts = names.map((name) => ({ name, context: { cluster: name, namespace: 'web' } }));
  writeFileSync(file, JSON.stringify({ clusters, contexts }));
  return file;
}

/** Runs a command line where each context leads to its server; one without a server cannot be reached. */
async function run(
  apis: Readonly<Record<string, FakeApiServer | undefined>>,
  words: string,
  input: Surroundings = {},
): Promise<Outcome & { readonly lines: string[] }> {
  const outcome = await cli(undefined, `${words} --no-cache --kubeconfig ${kubeconfig(Object.keys(apis))}`, {
    connect: ({ flags, options }) => {
      const api = apis[flags.context ?? ''];
      if (api === undefined) return Promise.reject(new Error(`no way to ${flags.context ?? ''}`));
      return Promise.resolve(
        createClient({ server: 'http://fake.example', namespace: 'web', transport: transportTo(api), ...options }),
      );
    },
    ...input,
  });
  return { ...outcome, lines: outcome.stdout.trimEnd().split('\n') };
}

const cut = (lines: readonly string[]): string[] => lines.map((line) => line.replace(/ {2,}/g, '|'));

describe('several contexts', () => {
  const apis = { 'prod/eu': with_('a', 'longer-name'), 'prod us': with_('c'), test: with_('d'), dead: undefined };

  it('get prints one table with the clusters first, and failures at the end', async () => {
    const { lines, stderr, code } = await run(apis, 'get cm --all-contexts');
    expect(cut(lines)[0]).toBe('CLUSTER|NAME|DATA|AGE');
    expect(
      cut(lines.slice(1))
        .map((line) => line.split('|').slice(0, 2).join('|'))
        .sort(),
    ).toEqual(['prod us|c', 'prod/eu|a', 'prod/eu|longer-name', 'test|d']);
    expect(stderr).toBe('error: dead: unexpected: no way to dead\n');
    expect(code).toBe(1);
  });

  it('are chosen by globs, each once; a name that no context has is an error, and the others are printed', async () => {
    const { lines, stderr, code } = await run(apis, 'get cm -A --contexts prod*,*/eu,tset --no-headers');
    expect(lines.map((line) => line.slice(0, 7)).sort()).toEqual(['prod us', 'prod/eu', 'prod/eu']);
    expect(stderr).toMatch(/^error: kubeconfig ".*": no context matches "tset"; defined: /);
    expect(code).toBe(1);
  });

  it.each([
    ['json', /^\{\n {2}"cluster": "test",\n {2}"answer": \{\n {4}"apiVersion": "v1"/],
    ['yaml', /^---\ncluster: "test"\nanswer:\n {2}apiVersion: v1\n/],
    ['name', /^test {6}configmap\/d\n$/],
  ])('get -o %s tells the clusters apart', async (output, expected) => {
    const { stdout, code } = await run({ test: apis.test }, `get cm --contexts test -o ${output}`);
    expect(stdout).toMatch(expected);
    expect(code).toBe(0);
    if (output === 'json')
      expect(JSON.parse(stdout)).toMatchObject({ answer: { items: [{ metadata: { name: 'd' } }] } });
  });

  it('get -o csv is one file, in the order of the contexts', async () => {
    const { stdout } = await run(apis, 'get cm -A -o csv --all-contexts');
    const records = stdout
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(0, 3).join());
    expect(records).toEqual([
      'Cluster,Namespace,Name',
      'prod/eu,web,a',
      'prod/eu,web,longer-name',
      'prod us,web,c',
      'test,web,d',
    ]);
  });

  it('get of several types has a header for each, with the cluster', async () => {
    const { lines } = await run({ test: server() }, 'get po,svc --all-contexts -n web');
    expect(cut(lines).map((line) => line.split('|').slice(0, 2).join('|'))).toEqual([
      'CLUSTER|NAME',
      'test|pod/cache-0',
      'test|pod/front-0',
      'test|pod/front-1',
      'CLUSTER|NAME',
      'test|service/front',
    ]);
  });

  it('get aligns the names of clusters as a terminal shows them', async () => {
    const { lines } = await run({ 東京: with_('a'), 'li\nne': with_('b') }, 'get cm --all-contexts --no-headers');
    expect(lines.map((line) => line.slice(0, line.search(/[ab] {3}/))).sort()).toEqual(['li ne     ', '東京      ']);
  });

  it('get joins the columns of different versions by their names', async () => {
    const columns = (...names: string[]) => ({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      printerColumns: names.map((name) => ({ name, type: 'string', jsonPath: `.${name.toLowerCase()}` })),
    });
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w', namespace: 'web' },
      size: 's',
      zone: 'z',
    };
    const api = (...names: string[]) => server({ resources: [columns(...names)], objects: [widget] });
    const { lines } = await run({ new: api('Zone', 'Size'), old: api('Size') }, 'get widgets --all-contexts', {});
    const heads = lines.filter((line) => line.startsWith('CLUSTER'));
    expect(heads.length).toBeLessThanOrEqual(2);
    expect(cut(lines)).toContainEqual(expect.stringMatching(/^new\|w\|(z\|s|s\|z)$/));
    expect(cut(lines)).toContainEqual(expect.stringMatching(/^old\|w\|s$/));
  });

  it.each([
    ['count cm', ['prod/eu|2|configmaps.v1.|Namespaced', 'test|1|configmaps.v1.|Namespaced']],
    ['resolve deploy', ['test|deploy|deployments.v1.apps|Deployment|Namespaced|built-in group']],
    ['api-resources --api-group apps', ['test|deployments|deploy|apps/v1|true|Deployment']],
    ['owners cm/d', ['test|configmap/d in namespace web']],
    [
      'discovery',
      ['CLUSTER|ROOT|FORMAT|GROUPS|VERSIONS|RESOURCES|SUBRESOURCES|STALE|KEPT', 'test|Server http://fake.example'],
    ],
    ['diff-apis 1.37 --no-added', ['CLUSTER|CHANGE|WHAT|HOW']],
    ['upgrade-check --to 1.37', ['test|Read 1 object in 68 resources.']],
  ])('%s has the clusters first', async (words, expected) => {
    const { lines, stderr } = await run({ 'prod/eu': apis['prod/eu'], test: apis.test }, `${words} --all-contexts`);
    for (const line of expected) expect(cut(lines), stderr).toContainEqual(expect.stringContaining(line));
    expect(lines.every((line) => /^(CLUSTER|prod\/eu|test) {3,}/.test(line))).toBe(true);
  });

  it.each([
    ['the first has printed its rows', ['ask one', 'print one', 'ask two', 'print two']],
    ['the first says nothing for long', ['ask one', 'ask two', 'print two', 'print one']],
  ])('are asked when %s', async (_, expected) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const told: string[] = [];
    let answer = (): void => undefined;
    const isTwoPrinted = new Promise<void>((resolve) => (answer = resolve));
    await run({ one: with_('a'), two: with_('b') }, 'get cm --all-contexts --no-headers', {
      async connect({ flags: { context = '' }, options }) {
        told.push(`ask ${context}`);
        if (context === 'one' && expected[1] === 'ask two') {
          vi.advanceTimersByTime(1000);
          await isTwoPrinted;
        }
        return createClient({
          server: 'http://fake.example',
          namespace: 'web',
          transport: transportTo(with_('a')),
          ...options,
        });
      },
      stdout: {
        write(text) {
          const [name = ''] = String(text).split(' ');
          told.push(`print ${name}`);
          if (name === 'two') answer();
          return Promise.resolve();
        },
      },
    });
    expect(told).toEqual(expected);
  });

  it('print changes as they come', async () => {
    const api = with_('a');
    const stopping = new AbortController();
    const lines: string[] = [];
    const running = run({ one: api, two: with_('b'), dead: undefined }, 'get cm -w --all-contexts', {
      signal: stopping.signal,
      stderr: { write: (text) => Promise.resolve(void lines.push(`! ${String(text)}`)) },
      stdout: {
        async write(text) {
          lines.push(...String(text).trimEnd().split('\n'));
          const has = (what: string): boolean => lines.some((line) => line.includes(what));
          if (has('one       a') && has('two       b') && !has('new')) api.put(configMap('new'));
          if (has('new')) stopping.abort(new Error('enough'));
          return Promise.resolve();
        },
      },
    });
    expect((await running).code).toBe(130);
    expect(cut(lines)).toContainEqual(expect.stringMatching(/^one\|new\|/));
    expect(lines).toContain('! error: dead: unexpected: no way to dead\n');
  });

  it.each([
    ['apply -f x --all-contexts', 'apply takes one context'],
    ['delete cm a --contexts test', 'delete takes one context'],
    ['rules check x --contexts test', 'check takes one context'],
    ['get cm --contexts a --all-contexts', '--contexts cannot be combined with --all-contexts'],
    ['get cm --contexts a --context b', '--contexts cannot be combined with --context'],
    ['get cm --all-contexts --token x', '--all-contexts cannot be combined with --token'],
    ['get cm --all-contexts -s http://a', '--all-contexts cannot be combined with --server'],
    ['get cm --all-contexts -o manifest', '--all-contexts takes -o wide, json'],
    ['get cm --all-contexts -w -o csv', '--all-contexts takes -o wide, json'],
    ['get --raw /healthz --all-contexts', '--raw'],
    ['diff-apis 1.36 1.37 --all-contexts', 'Specify only A with --contexts'],
  ])('%s is refused, and nothing is asked', async (words, message) => {
    const { code, stdout, stderr } = await run({ test: undefined }, words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('none at all is an error', async () => {
    const { code, stderr } = await run({}, 'get cm --all-contexts');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*no context/);
  });

  it('are reached by the kubeconfig, and one that is dead is named', async () => {
    const listening = await startFakeApiServer(with_('here'));
    onTestFinished(() => listening.close());
    const file = kubeconfig(['here', 'dead'], { here: listening.url });
    const { code, stdout, stderr } = await cli(
      undefined,
      `get cm --all-contexts --no-headers --no-cache --kubeconfig ${file} --request-timeout 2s`,
    );
    expect(stdout).toMatch(/^here {6}here /);
    expect(stderr).toMatch(/^error: dead: .*127\.0\.0\.1:1/);
    expect(code).toBe(1);
  });
});
