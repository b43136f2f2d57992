import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, type Exchange, formatGroupVersionResource } from '../../../src/index.js';
import {
  catalogAfterDefinitions,
  catalogAfterUpgrade,
  checkUpgrade,
  compareServers,
  findStoredVersions,
  loadRelease,
  migrateStorage,
  type UpgradeReport,
} from '../../../src/upgrade/index.js';
import { mapLimit } from '../../../src/core/shared/concurrency.js';
import { closeClients, connect } from '../harness/connect.js';
import { definitionsPath } from '../harness/custom-resources.js';
import { askAsAdmin } from '../harness/install.js';
import { startControllerManager } from '../harness/start-component.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const group = 'upgrade.example.org';
const beta = `widgets.v1beta1.${group}`;
const stable = `widgets.v1.${group}`;

/** A definition whose objects are stored in the first version. */
function definition(plural: string, kind: string, versions: readonly string[], schema: object = {}) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: versions.map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        deprecated: name !== 'v1',
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            ...(name === 'v1' && schema),
          },
        },
      })),
    },
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-upgrade-'));
const auditLog = path.join(folder, 'audit.log');
const exchanges: Exchange[] = [];
let server: TestServer;
let client: Client;

async function define(body: ReturnType<typeof definition>): Promise<void> {
  const at = `${definitionsPath}/${body.metadata.name}`;
  const known = await askAsAdmin(server, { path: at }, [200, 404]);
  if (known.status === 404) await askAsAdmin(server, { method: 'POST', path: definitionsPath, body });
  else {
    const { metadata } = known.json() as { metadata: object };
    await askAsAdmin(server, { method: 'PUT', path: at, body: { ...body, metadata } });
  }
  const { plural } = body.spec.names;
  for (const version of ['v1beta1', 'v1']) {
    const expected = body.spec.versions.some(({ name }) => name === version) ? 200 : 404;
    await waitUntil(`${plural} in ${version} answers ${expected}`, async () => {
      const { status } = await askAsAdmin(
        server,
        { path: `/apis/${group}/${version}/${plural}?limit=1` },
        [200, 404, 429],
      );
      return status === expected || undefined;
    });
  }
  await client.discovery.refresh();
}

/** In which versions etcd has the objects of a resource, by name. */
async function stored(plural: string): Promise<ReadonlyMap<string, string>> {
  const key = (text: string): string => Buffer.from(`/registry/${group}/${plural}/${text}`).toString('base64');
  const body = JSON.stringify({ key: key(''), range_end: key('~') });
  const answer = await fetch(new URL('/v3/kv/range', server.etcdUrl), { method: 'POST', body });
  const { kvs = [] } = (await answer.json()) as { kvs?: { value: string }[] };
  const objects = kvs.map(({ value }) => {
    return JSON.parse(Buffer.from(value, 'base64').toString()) as { apiVersion: string; metadata: { name: string } };
  });
  return new Map(objects.map(({ apiVersion, metadata }) => [metadata.name, apiVersion]));
}

const versionsOf = async (plural: string): Promise<unknown[]> => [...new Set((await stored(plural)).values())];

beforeAll(async () => {
  const policy = path.join(folder, 'policy.yaml');
  const rules = [{ level: 'Metadata', resources: [{ group }] }, { level: 'None' }];
  writeFileSync(policy, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }));
  server = await startServer('1.37', { flags: [`--audit-log-path=${auditLog}`, `--audit-policy-file=${policy}`] });
  client = connect(server, { token: server.tokens.admin, onExchange: (exchange) => exchanges.push(exchange) });
});

afterAll(async () => {
  await closeClients();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/**
 * Who uses `v1beta1` of widgets, what the check has to say of it, and why. `none` is a use that leaves no trace in the
 * objects, or no use.
 */
const truth: readonly (readonly [name: string, finding: string])[] = [
  ['updated-old', 'warning managed-fields old-updater'],
  ['applied-old', 'warning managed-fields old-applier'],
  ['moved-update', 'note managed-fields moved-updater'],
  ['moved-apply', 'none'],
  ['new', 'none'],
  ['no-op', 'none'],
  ['many', 'warning managed-fields ancient-changes'],
  ['stripped', 'unread'],
  // Of an object that is created without any field, the server does not record later updates either.
  ['created-empty', 'unread'],
];

describe('who uses a version that its definition drops', () => {
  const next = definition('widgets', 'Widget', ['v1']);
  let report: UpgradeReport;

  beforeAll(async () => {
    await define(definition('widgets', 'Widget', ['v1beta1', 'v1']));
    const [old, now] = [beta, stable].map((word) => client.resource(word).namespace('default'));
    if (old === undefined || now === undefined) throw new Error('there are two handles');
    const by = (fieldManager: string) => ({ fieldManager });
    const merge = (fieldManager: string) => ({ fieldManager, type: 'merge' as const });
    /** Times in managedFields are whole seconds. */
    const nextSecond = async (): Promise<void> => {
      const begun = Math.floor(Date.now() / 1000);
      await waitUntil('the next second', async () => Math.floor(Date.now() / 1000) > begun || undefined);
    };

    await now.create({ metadata: { name: 'updated-old' }, spec: { z: 1 } }, by('creator'));
    await old.patch('updated-old', { spec: { a: 1 } }, merge('old-updater'));
    await old.apply({ metadata: { name: 'applied-old' }, spec: { a: 1 } }, by('old-applier'));
    await now.create({ metadata: { name: 'moved-update' }, spec: { z: 1 } }, by('creator'));
    await old.patch('moved-update', { spec: { a: 1, b: 1 } }, merge('moved-updater'));
    await old.apply({ metadata: { name: 'moved-apply' }, spec: { a: 1 } }, by('moved-applier'));
    await now.create({ metadata: { name: 'new' }, spec: { a: 1 } }, by('creator'));
    const noop = await now.create({ metadata: { name: 'no-op' }, spec: { a: 1 } }, by('creator'));
    await old.replace({ ...noop, apiVersion: `${group}/v1beta1` }, by('no-op-updater'));
    await now.create({ metadata: { name: 'many' }, spec: { z: 1 } }, by('creator'));
    for (let at = 0; at < 12; at += 1) await old.patch('many', { spec: { [`f${at}`]: at } }, merge(`updater-${at}`));
    await now.create({ metadata: { name: 'created-empty' } }, by('creator'));
    await old.patch('created-empty', { spec: { a: 1 } }, merge('old-updater'));
    await old.create({ metadata: { name: 'stripped' }, spec: { a: 1 } }, by('old-updater'));
    await nextSecond();
    await now.patch('moved-update', { spec: { b: 2 } }, merge('moved-updater'));
    await now.apply({ metadata: { name: 'moved-apply' }, spec: { a: 1 } }, by('moved-applier'));
    await now.patch('stripped', [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }], { type: 'json' });

    const owner = await now.get('new');
    const reference = (version: string) => {
      return { apiVersion: `${group}/${version}`, kind: 'Widget', name: 'new', uid: owner.metadata.uid };
    };
    for (const version of ['v1beta1', 'v1']) {
      const metadata = { name: `owned-${version}`, ownerReferences: [reference(version)] };
      await client.resource('configmaps').namespace('default').create({ metadata });
      await client
        .resource('horizontalpodautoscalers.v2.autoscaling')
        .namespace('default')
        .create({
          metadata: { name: `scaler-${version}` },
          spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: `${group}/${version}`, kind: 'Widget', name: 'new' } },
        });
      await client.resource('validatingadmissionpolicies.v1.admissionregistration.k8s.io').create({
        metadata: { name: `policy-${version}` },
        spec: {
          matchConstraints: {
            resourceRules: [
              { apiGroups: [group], apiVersions: [version], resources: ['widgets'], operations: ['CREATE'] },
            ],
          },
          validations: [{ expression: `object.metadata.name != 'denied-${version}'` }],
        },
      });
      await client.resource('validatingadmissionpolicybindings.v1.admissionregistration.k8s.io').create({
        metadata: { name: `policy-${version}` },
        spec: { policyName: `policy-${version}`, validationActions: ['Deny'] },
      });
      await client.resource('validatingwebhookconfigurations').create({
        metadata: { name: `hook-${version}` },
        webhooks: [
          {
            name: 'hook.example.org',
            clientConfig: { url: 'https://127.0.0.1:1/' },
            failurePolicy: 'Ignore',
            timeoutSeconds: 1,
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            // For other objects than those of the test.
            objectSelector: { matchLabels: { hooked: 'yes' } },
            rules: [{ apiGroups: [group], apiVersions: [version], resources: ['widgets'], operations: ['CREATE'] }],
          },
        ],
      });
    }
    await client
      .resource('roles')
      .namespace('default')
      .create({
        metadata: { name: 'widget-reader' },
        rules: [{ apiGroups: [group], resources: ['widgets'], verbs: ['get'] }],
      });
    const reader = connect(server, { token: server.tokens.admin, userAgent: 'old-reader/1.0' });
    await reader.resource(beta).namespace('default').get('new');

    exchanges.length = 0;
    const target = catalogAfterDefinitions(await client.discovery.catalog(), [next]);
    report = await checkUpgrade(client, target, { definitions: [next], auditLog: createReadStream(auditLog) });
  });

  const short = ({ findings }: UpgradeReport, source: string) =>
    findings
      .filter((each) => each.source === source)
      .map(({ severity, objects, who }) => [severity, who, objects.map(({ name }) => name).join()]);

  it.each(truth)('of %s it says: %s', (name, expected) => {
    const found = report.findings
      .filter(({ source, objects }) => source === 'managed-fields' && objects.some((each) => each.name === name))
      .map(({ severity, source, who = '' }) => `${severity} ${source} ${who}`);
    // Of the twelve updaters, ten still have a name.
    const isOwn = name === 'many' ? (text: string) => !/ updater-\d+$/.test(text) : () => true;
    if (expected === 'unread') {
      expect(found).toEqual([]);
      expect(report.unread).toEqual([
        { what: stable, why: '2 of its objects have no managedFields: who writes them is unknown' },
      ]);
    } else expect(found.filter(isOwn)).toEqual(expected === 'none' ? [] : [expected]);
  });

  it('finds what names the version, and nothing that names the one that stays', () => {
    expect(short(report, 'owner-reference')).toEqual([['error', undefined, 'owned-v1beta1']]);
    expect(short(report, 'scale-target')).toEqual([['note', undefined, 'scaler-v1beta1']]);
    expect(short(report, 'admission-rule').sort()).toEqual([
      ['error', undefined, 'hook-v1beta1'],
      ['error', undefined, 'policy-v1beta1'],
    ]);
    expect(short(report, 'rbac-rule')).toEqual([]);
    expect(short(report, 'stored-versions')).toEqual([['warning', undefined, `widgets.${group}`]]);
    expect(report.findings.filter(({ source }) => source === 'definition').map(({ message }) => message)).toEqual([
      'objects may be stored in v1beta1, which is no longer defined',
      'v1beta1 is no longer served',
      'objects are stored in v1, and were in v1beta1',
    ]);
  });

  it('finds the reader in the audit log alone, and that there were requests in the metrics', () => {
    const readers = report.findings.filter(
      ({ source, who = '' }) => source === 'audit-log' && who.includes('old-reader'),
    );
    expect(readers).toMatchObject([
      { severity: 'error', uses: beta, count: 1, message: 'requests get in this version' },
    ]);
    expect(report.findings.filter(({ source }) => source === 'request-metrics').map(({ uses }) => uses)).toEqual([
      beta,
    ]);
    expect(report.auditLog).toMatchObject({ unreadLines: 0 });
  });

  it('lists each set once, and requests nothing in the version that goes', () => {
    const lists = exchanges.filter(({ path: at }) => at.startsWith('/api')).map(({ path: at }) => at);
    expect(lists.filter((at) => at.includes(`${group}/v1beta1/`))).toEqual([]);
    expect(lists.filter((at) => at.startsWith(`/apis/${group}/v1/widgets`))).toHaveLength(1);
    expect(lists.filter((at) => at.startsWith('/api/v1/configmaps'))).toHaveLength(1);
  });

  it('what could not be read is named, for a user without rights', async () => {
    const nobody = connect(server, { token: server.tokens.reader });
    const target = catalogAfterDefinitions(await nobody.discovery.catalog(), [next]);
    const { unread } = await checkUpgrade(nobody, target);
    expect(unread.map(({ what }) => what)).toEqual(expect.arrayContaining([stable, '/metrics', 'configmaps.v1.']));
  });

  it('is right: after the step what was found breaks, and nothing else', async () => {
    const widgets = client.resource(stable).namespace('default');
    // A policy that names either version judges both.
    await waitUntil('both policies are in force', async () => {
      const denied = await Promise.all(
        ['v1beta1', 'v1'].map((version) =>
          widgets.create({ metadata: { name: `denied-${version}` } }, { dryRun: 'All' }).then(
            () => false,
            () => true,
          ),
        ),
      );
      return denied.every(Boolean) || undefined;
    });
    await expect(askAsAdmin(server, { path: `${definitionsPath}/widgets.${group}` })).resolves.toBeDefined();
    await define(definition('widgets', 'Widget', ['v1', 'v1beta1']));
    const { proved, storedVersions } = await migrateStorage(client, `widgets.${group}`, { by: 'client', trim: true });
    expect([proved, storedVersions]).toEqual([true, ['v1']]);
    expect(await versionsOf('widgets')).toEqual([`${group}/v1`]);

    await define(next);

    const old = { path: `/apis/${group}/v1beta1/namespaces/default/widgets/new` };
    expect((await askAsAdmin(server, old, [404])).status).toBe(404);
    for (const [name] of truth) expect((await widgets.get(name)).metadata.name).toBe(name);
    await waitUntil('the policy for v1beta1 judges no more', async () =>
      widgets.create({ metadata: { name: 'denied-v1beta1' } }, { dryRun: 'All' }).then(
        () => true,
        () => undefined,
      ),
    );
    await expect(widgets.create({ metadata: { name: 'denied-v1' } }, { dryRun: 'All' })).rejects.toThrow(/denied/);
    const after = await checkUpgrade(client, await client.discovery.catalog(), {
      auditLog: createReadStream(auditLog),
    });
    expect(after.findings).toEqual([]);
  });
});

describe('a storage migration', () => {
  /** More in the long tests. */
  const { KUBEATLAS_MIGRATED: migrated } = process.env;
  const count = Number(migrated ?? 120);
  const isLong = migrated !== undefined;
  const names = Array.from({ length: count }, (_, index) => `item-${String(index).padStart(5, '0')}`);
  const type = `parts.${group}`;

  const handle = () => client.resource(`parts.v1.${group}`).namespace('default');
  /** For a moment after its definition has changed, a server does not list many objects. */
  const listAll = () =>
    waitUntil('all objects are listed', () =>
      handle()
        .list()
        .catch(() => undefined),
    );
  type List = Awaited<ReturnType<ReturnType<typeof handle>['list']>>;

  /** Changes, deletes and creates objects until something has ended. Returns what was written; undefined is deleted. */
  async function writeUntil(end: Promise<unknown>, before: List): Promise<ReadonlyMap<string, unknown>> {
    const written = new Map<string, unknown>();
    let isOver = false;
    const ending = end.finally(() => {
      isOver = true;
    });
    // Each of three writers has every third object, from the last one on.
    const write = async (offset: number): Promise<void> => {
      for (let at = offset; at < before.items.length && !isOver; at += 3) {
        const item = before.items.at(-1 - at);
        const name = item?.metadata.name ?? '';
        if (at % 7 === 0) await handle().delete(name);
        else await handle().patch(name, { spec: { other: at } }, { type: 'merge', fieldManager: 'other' });
        written.set(name, at % 7 === 0 ? undefined : { ...(item?.['spec'] as object), other: at });
        if (at % 5 > 0) continue;
        const created = await handle().create({ metadata: { generateName: 'new-' }, spec: { at } });
        written.set(created.metadata.name, { at });
      }
    };
    await Promise.all([ending, ...[0, 1, 2].map(write)]);
    return written;
  }

  /** Every object is as it was or as it was written, by its uid too, and all are stored in `v1`. */
  async function expectWhole(before: List, written: ReadonlyMap<string, unknown>): Promise<void> {
    expect(written.size).toBeGreaterThan(3);
    expect(await versionsOf('parts')).toEqual([`${group}/v1`]);
    const after = await listAll();
    const expected = new Map<string | undefined, unknown>(
      before.items.map(({ metadata, spec }) => [metadata.name, spec]),
    );
    for (const [name, spec] of written) expected.set(name, spec);
    const found = new Map(after.items.map(({ metadata, spec }) => [metadata.name, spec]));
    expect(found).toEqual(new Map([...expected].filter(([, spec]) => spec !== undefined)));
    const uids = new Map(before.items.map(({ metadata: { name, uid } }) => [name, uid]));
    for (const { metadata } of after.items) expect(uids.get(metadata.name) ?? metadata.uid).toBe(metadata.uid);
  }

  beforeAll(async () => {
    await define(definition('parts', 'Part', ['v1beta1', 'v1']));
    const parts = handle();
    await mapLimit(names, 20, (name) => parts.create({ metadata: { name }, spec: { at: name } }));
    await define(definition('parts', 'Part', ['v1', 'v1beta1']));
  }, 1_200_000);

  it('is due, and a dry run stores nothing', { timeout: 1_200_000 }, async () => {
    expect(await findStoredVersions(client)).toEqual([
      { name: type, storageVersion: 'v1', storedVersions: ['v1beta1', 'v1'] },
    ]);
    const result = await migrateStorage(client, type, { dryRun: true, trim: true, writesPerSecond: 1000 });
    expect(result).toMatchObject({ objects: count, rewritten: 0, refusedCount: 0, proved: false });
    expect(await versionsOf('parts')).toEqual([`${group}/v1beta1`]);
  });

  it(
    'ends what another one began; among other writers none is lost, and none changed',
    { timeout: 2_400_000 },
    async () => {
      const before = await listAll();
      const options = { by: 'client', limit: 25, writesPerSecond: 1000 } as const;
      const ending = new AbortController();
      const cut = migrateStorage(client, type, {
        ...options,
        signal: ending.signal,
        onProgress(progress) {
          if (progress.objects >= 50) ending.abort(new Error('killed'));
        },
      });
      await expect(cut).rejects.toThrow('killed');
      expect(await versionsOf('parts')).toHaveLength(2);

      const migration = migrateStorage(client, type, { ...options, trim: true });
      const written = await writeUntil(migration, before);
      const result = await migration;

      expect(result).toMatchObject({ proved: true, refusedCount: 0, storedVersions: ['v1'] });
      await expectWhole(before, written);
    },
  );

  // It takes minutes to build.
  it.runIf(isLong)(
    'by kube-controller-manager, which is killed in the middle: all are stored anew, and it trims',
    { timeout: 2_400_000 },
    async () => {
      await define(definition('parts', 'Part', ['v1beta1', 'v1']));
      const old = (await listAll()).items;
      await mapLimit(old, 20, ({ metadata }) => {
        return handle().patch(metadata.name, { spec: { again: true } }, { type: 'merge' });
      });
      await define(definition('parts', 'Part', ['v1', 'v1beta1']));
      const before = await listAll();
      const controllers = ['garbage-collector-controller', 'storage-version-migrator-controller'];
      let manager = await startControllerManager(server, controllers);
      onTestFinished(() => manager.stop());
      const migration = migrateStorage(client, type, { by: 'server' });
      const killed = waitUntil('some objects are stored anew', async () => {
        const all = [...(await stored('parts')).values()];
        return all.filter((version) => version === `${group}/v1`).length > 50 || undefined;
      }).then(async () => {
        await manager.stop('SIGKILL');
        expect(await versionsOf('parts')).toHaveLength(2);
        manager = await startControllerManager(server, controllers);
      });
      const [written, result] = await Promise.all([writeUntil(migration, before), migration, killed]);

      expect(result).toMatchObject({ by: 'server', proved: true, storedVersions: ['v1'] });
      await expectWhole(before, written);
    },
  );

  it('never trims after an object that the server refuses, and names it', async () => {
    await define(definition('tools', 'Tool', ['v1beta1', 'v1']));
    const tools = client.resource(`tools.v1beta1.${group}`).namespace('default');
    for (const name of ['bad', 'good'])
      await tools.create({ metadata: { name }, spec: name === 'good' ? { size: 1 } : {} });
    const strict = { anyOf: [{ properties: { spec: { required: ['size'] } } }] };
    await define(definition('tools', 'Tool', ['v1', 'v1beta1'], strict));

    const options = { by: 'client', trim: true } as const;
    const result = await migrateStorage(client, `tools.v1.${group}`, options);

    expect(result).toMatchObject({ refused: [{ name: 'bad', namespace: 'default' }], refusedCount: 1, proved: false });
    expect(result.storedVersions).toEqual(['v1beta1', 'v1']);
    expect(Object.fromEntries(await stored('tools'))).toEqual({ bad: `${group}/v1beta1`, good: `${group}/v1` });
    await client.resource(`tools.v1.${group}`).namespace('default').delete('bad');
    expect(await migrateStorage(client, `tools.v1.${group}`, options)).toMatchObject({ storedVersions: ['v1'] });
  });

  it('does not take a server that still stores in the old version for proof', { timeout: 120_000 }, async () => {
    await define(definition('flips', 'Flip', ['v1beta1', 'v1']));
    const flips = client.resource(`flips.v1.${group}`).namespace('default');
    for (const name of ['a', 'b', 'c']) await flips.create({ metadata: { name } });
    const at = `${definitionsPath}/flips.${group}`;
    for (const versions of [
      ['v1', 'v1beta1'],
      ['v1beta1', 'v1'],
      ['v1', 'v1beta1'],
    ]) {
      const { metadata } = (await askAsAdmin(server, { path: at })).json() as { metadata: object };
      const body = { ...definition('flips', 'Flip', versions), metadata };
      await askAsAdmin(server, { method: 'PUT', path: at, body });

      const result = await migrateStorage(client, `flips.v1.${group}`, { by: 'client', trim: true });

      expect(result).toMatchObject({ rewritten: 3, proved: true, storedVersions: [versions[0]] });
      expect(await versionsOf('flips')).toEqual([`${group}/${versions[0]}`]);
    }
  });

  it('asks the controller of the server first, and goes on by itself where there is none', async () => {
    const result = await migrateStorage(client, `tools.v1.${group}`, { controllerMs: 1500 });
    expect(result).toMatchObject({ by: 'client', objects: 1, rewritten: 0, proved: true });
    const asked = await client.resource('storageversionmigrations.v1.storagemigration.k8s.io').list();
    expect(asked.items).toEqual([]);
    expect(await migrateStorage(client, `tools.v1.${group}`, { by: 'server', controllerMs: 500 })).toMatchObject({
      proved: false,
      problem: expect.stringContaining('500 ms (controllerMs)') as string,
    });
  });
});

describe('an upgrade from 1.36 with its betas to 1.37, on the same data', () => {
  let old: TestServer;

  beforeAll(async () => {
    old = await startServer('1.36', { flags: ['--runtime-config=api/beta=true'] });
  });

  afterAll(async () => {
    await old.stop();
  });

  it('takes away what was said, and finds who used it', async () => {
    const admin = connect(old, { token: old.tokens.admin });
    const classes = admin.resource('volumeattributesclasses.v1beta1.storage.k8s.io');
    const attributes = { driverName: 'csi.example.org', parameters: { iops: '1' } };
    await classes.apply({ metadata: { name: 'gold' }, ...attributes }, { fieldManager: 'old-storage' });
    const current = admin.resource('volumeattributesclasses.v1.storage.k8s.io');
    await current.apply({ metadata: { name: 'silver' }, ...attributes }, { fieldManager: 'new-storage' });
    const now = await admin.discovery.catalog();
    const target = catalogAfterUpgrade(now, await loadRelease('1.37'));

    const { comparison, findings } = await checkUpgrade(admin, target);

    expect(comparison.lost).toEqual([]);
    const managers = findings.filter(({ source }) => source === 'managed-fields');
    expect(managers).toMatchObject([
      { who: 'old-storage', uses: 'storage.k8s.io/v1beta1 VolumeAttributesClass', objects: [{ name: 'gold' }] },
    ]);
    const metrics = findings.filter(({ source }) => source === 'request-metrics').map(({ uses }) => uses);
    expect(metrics).toEqual(['volumeattributesclasses.v1beta1.storage.k8s.io']);

    await old.restart({ kind: '1.37' });

    const upgraded = connect(old, { token: old.tokens.admin });
    const real = compareServers(now, await upgraded.discovery.catalog());
    expect(real.gone.map(formatGroupVersionResource).sort()).toEqual(
      comparison.gone.map(formatGroupVersionResource).sort(),
    );
    // Which further betas the flag switches on, nobody can tell from the old server.
    const { offByDefault } = await loadRelease('1.37');
    const isKnown = (name: string): boolean => !offByDefault.map(formatGroupVersionResource).includes(name);
    expect(real.added.map(formatGroupVersionResource).filter(isKnown).sort()).toEqual(
      comparison.added.map(formatGroupVersionResource).sort(),
    );
    const { items } = await upgraded.resource('volumeattributesclasses').list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['gold', 'silver']);
  });
});
