import { describe, expect, it } from 'vitest';
import {
  readAuditLog,
  collectFindings,
  type Evidenced,
  namedBy,
  ownersThatGo,
  writersOf,
  requestsIn,
  whatGoes,
} from '../../src/upgrade/evidence.js';
import { compareServers } from '../../src/upgrade/index.js';
import { catalogOf, endpoint } from '../identity/catalogs.js';

const widget = (version: string) =>
  endpoint(`widgets.${version}.example.com`, { kind: 'Widget', verbs: ['list', 'create', 'update'] });
const before = catalogOf([widget('v1'), widget('v1beta1'), endpoint('gadgets.v1.example.com', { kind: 'Gadget' })]);
const after = catalogOf([widget('v1')]);
const going = whatGoes(before, after, compareServers(before, after));
const object = { type: 'widgets.example.com', name: 'a' };

const entry = (manager: string, version: string, time: string, operation = 'Update') => ({
  manager,
  operation,
  apiVersion: `example.com/${version}`,
  time,
});
const writers = (...managedFields: object[]) =>
  [...writersOf({ managedFields }, 'Widget', going)].map(({ severity, who, last }) => {
    return [severity, who, last];
  });

describe('managers of fields', () => {
  it('names those whose last version goes, as applied or updated', () => {
    expect(
      writers(entry('old', 'v1beta1', '2026-01-01T00:00:00Z'), entry('new', 'v1', '2026-01-02T00:00:00Z')),
    ).toEqual([['warning', 'old', '2026-01-01T00:00:00Z']]);
    expect(writers(entry('applier', 'v1beta1', '2026-01-01T00:00:00Z', 'Apply'))).toHaveLength(1);
  });

  it('only notes one that wrote later in a version that stays, and nobody for a version that is not served today', () => {
    expect(writers(entry('op', 'v1beta1', '2026-01-01T00:00:00Z'), entry('op', 'v1', '2026-01-02T00:00:00Z'))).toEqual([
      ['note', 'op', '2026-01-01T00:00:00Z'],
    ]);
    expect(writers(entry('op', 'v1beta1', '2026-01-02T00:00:00Z'), entry('op', 'v1', '2026-01-01T00:00:00Z'))).toEqual([
      ['warning', 'op', '2026-01-02T00:00:00Z'],
    ]);
    expect(writers(entry('op', 'v1alpha1', '2026-01-02T00:00:00Z'))).toEqual([]);
  });

  it('never lets merged names move on, and takes forged entries', () => {
    expect(
      writers(
        entry('ancient-changes', 'v1beta1', '2026-01-01T00:00:00Z'),
        entry('ancient-changes', 'v1', '2026-01-02T00:00:00Z'),
      ),
    ).toEqual([['warning', 'ancient-changes', '2026-01-01T00:00:00Z']]);
    expect(writers({}, { apiVersion: 'a/b/c' }, { apiVersion: 'example.com/v1beta1' })).toEqual([
      ['warning', 'unknown', undefined],
    ]);
  });
});

describe('what objects name', () => {
  const names = (named: Record<string, unknown>) =>
    [...namedBy(named, going)].map(({ source, severity, uses }) => [source, severity, uses]);

  it('owners', () => {
    const reference = (version: string) => ({
      apiVersion: `example.com/${version}`,
      kind: 'Widget',
      name: 'x',
      uid: 'u',
    });
    const owners = (version: string) => [...ownersThatGo({ ownerReferences: [reference(version)] }, going)];
    expect(owners('v1beta1')).toMatchObject([{ severity: 'error', uses: 'example.com/v1beta1 Widget' }]);
    expect([owners('v1'), owners('v0')]).toEqual([[], []]);
  });

  it('scale targets: what is served in another version goes on', () => {
    const scaler = (kind: string, version: string) => ({
      kind: 'HorizontalPodAutoscaler',
      spec: { scaleTargetRef: { apiVersion: `example.com/${version}`, kind, name: 'x' } },
    });
    expect(names(scaler('Widget', 'v1beta1'))).toEqual([['scale-target', 'note', 'example.com/v1beta1 Widget']]);
    expect(names(scaler('Gadget', 'v1'))).toEqual([['scale-target', 'error', 'example.com/v1 Gadget']]);
    expect(names(scaler('Widget', 'v1'))).toEqual([]);
  });

  it('roles, but none that the server keeps up to date', () => {
    const role = {
      kind: 'Role',
      rules: [{ apiGroups: ['example.com'], resources: ['widgets', 'gadgets/status', '*'] }],
    };
    expect(names(role)).toEqual([['rbac-rule', 'warning', 'gadgets.example.com']]);
    expect(names({ ...role, metadata: { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } } })).toEqual([]);
  });

  it('webhooks that will miss requests, whatever their matchPolicy', () => {
    const hook = (apiVersions: string[], matchPolicy: string) => ({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      webhooks: [
        {
          name: 'w',
          matchPolicy,
          rules: [{ apiGroups: ['example.com'], apiVersions, resources: ['widgets'], operations: ['CREATE'] }],
        },
      ],
    });
    expect(names(hook(['v1beta1'], 'Equivalent'))).toEqual([
      ['admission-rule', 'error', 'widgets.v1beta1.example.com'],
    ]);
    expect(names(hook(['v1beta1', 'v1'], 'Exact'))).toEqual([]);
    expect(names(hook(['*'], 'Equivalent'))).toEqual([]);
  });

  it('stored versions', () => {
    const definition = {
      kind: 'CustomResourceDefinition',
      spec: { group: 'example.com', names: { plural: 'widgets' } },
      status: { storedVersions: ['v1beta1', 'v1', 'v0'] },
    };
    expect(names(definition)).toEqual([['stored-versions', 'warning', 'widgets.v1beta1.example.com']]);
  });

  it('nothing in objects of any shape', () => {
    for (const kind of [
      'Role',
      'ClusterRole',
      'HorizontalPodAutoscaler',
      'CustomResourceDefinition',
      'FooWebhook',
      7,
    ]) {
      expect(names({ kind, spec: 'x', rules: [7, { apiGroups: 'a' }] })).toEqual([]);
    }
  });
});

const event = (version: string, more: object = {}) => ({
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  auditID: 'x',
  stage: 'ResponseComplete',
  verb: 'list',
  user: { username: 'ci' },
  userAgent: 'helm/3',
  objectRef: { resource: 'widgets', apiGroup: 'example.com', apiVersion: version },
  requestReceivedTimestamp: '2026-01-01T00:00:00Z',
  ...more,
});

async function read(text: string, { pieces = 7, maxLineChars = 1000 } = {}) {
  const found: Evidenced[] = [];
  const bytes = new TextEncoder().encode(text);
  async function* stream() {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.slice(at, at + pieces);
  }
  const coverage = await readAuditLog(stream(), {
    going,
    findings: { add: (all) => found.push(...all) },
    maxLineChars,
  });
  return { coverage, found };
}

describe('the audit log', () => {
  it('finds readers by user and agent, once a request, in pieces of any size', async () => {
    const log = [
      event('v1beta1', { stage: 'RequestReceived' }),
      event('v1beta1', { userAgent: 'agent-é' }),
      event('v1'),
      event('v1alpha1', { requestReceivedTimestamp: '2026-01-03T00:00:00Z' }),
    ].map((each) => JSON.stringify(each));

    const { coverage, found } = await read(log.join('\n'), { pieces: 1 });

    expect(found).toMatchObject([{ source: 'audit-log', severity: 'error', who: 'ci (agent-é)' }]);
    expect(coverage).toEqual({ events: 4, unreadLines: 0, from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' });
  });

  it('counts requests that go on, and those that have ended once', async () => {
    const watch = (auditID: string, stage: string, verb = 'watch') =>
      JSON.stringify(event('v1beta1', { auditID, stage, verb }));
    const log = [watch('a', 'RequestReceived'), watch('a', 'ResponseStarted'), watch('b', 'ResponseStarted')];
    const { found } = await read(
      [...log, watch('b', 'Panic', 'ended'), watch('c', 'RequestReceived', 'list')].join('\n'),
    );
    expect(found.map(({ message }) => message)).toEqual([
      'requests ended in this version',
      'requests watch in this version',
      'requests list in this version',
    ]);
  });

  it('counts lines that are cut at either end, too long, or of something else', async () => {
    const line = JSON.stringify(event('v1beta1'));
    const log = [line.slice(40), line, `{"x":"${'y'.repeat(2000)}"}`, 'klog', '', line.slice(0, 200)].join('\n');

    const { coverage, found } = await read(log);

    expect(found).toHaveLength(1);
    expect(coverage).toMatchObject({ events: 1, unreadLines: 4 });
    expect((await read('{"kind":"Pod"}\n')).coverage).toEqual({ events: 0, unreadLines: 1 });
  });

  it.each([
    ['an object of another kind', '{"kind":"Pod","metadata":{"name":"a"}}'],
    ['a list of events', '{"kind":"EventList","items":[]}'],
    ['an event of the API, not of the log', '{"kind":"Event","apiVersion":"v1","metadata":{}}'],
    ['no JSON between braces', '{"kind":"Event","auditID":"x",}'],
    ['two events in one line', `${JSON.stringify(event('v1'))}${JSON.stringify(event('v1'))}`],
    ['an array', `[${JSON.stringify(event('v1'))}]`],
    ['null', 'null'],
    ['the name of a resource alone', '{"resource":"widgets"}'],
  ])('counts a line that is no event behind one that is: %s', async (_what, line) => {
    const log = [JSON.stringify(event('v1')), line, line, JSON.stringify(event('v1beta1'))].join('\r\n');
    const { coverage, found } = await read(log);
    expect(coverage).toMatchObject({ events: 2, unreadLines: 2 });
    expect(found).toHaveLength(1);
  });
});

it('finds requests in metrics, without those of what stays', () => {
  const line = (version: string, value: number) =>
    `apiserver_requested_deprecated_apis{group="example.com",removed_release="",resource="widgets",subresource="",version="${version}"} ${value}`;
  const text = ['# HELP x', line('v1beta1', 1), line('v1', 1), line('v1beta1', 0)].join('\n');

  expect([...requestsIn(text, going)].map(({ uses }) => uses)).toEqual(['widgets.v1beta1.example.com']);
});

it('keeps as many findings and objects as allowed, counts all, and takes over what another has kept', () => {
  const limits = { maxFindings: 2, objectsPerFinding: 2 };
  const [findings, whole] = [collectFindings(limits), collectFindings(limits)];
  const evidence = (uses: string): Evidenced => ({ source: 'managed-fields', severity: 'warning', uses, message: 'm' });
  findings.add(['a', 'a', 'a', 'b'].map(evidence), object);
  findings.add([evidence('c')], object);
  findings.add([evidence('b')]);
  whole.add([evidence('b')], object);
  whole.add(findings.findings());

  expect(findings.findings()).toMatchObject([
    { uses: 'a', count: 3, objects: [object, object] },
    { uses: 'b', count: 2, objects: [object] },
  ]);
  expect(whole.findings()).toMatchObject([
    { uses: 'b', count: 3, objects: [object, object] },
    { uses: 'a', count: 3, objects: [object, object] },
  ]);
});
