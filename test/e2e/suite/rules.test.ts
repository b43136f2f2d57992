import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRules, type RuleExpansion } from '../../../src/admission/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { createObject, namespace as namespaceOf } from '../harness/objects.js';
import {
  isRefused,
  putConfiguration,
  refusal,
  removeConfigurations,
  startRefusingWebhook,
  untilRefused,
  type Attempt,
  type RefusingWebhook,
} from './rules-guards.js';

const server = inject('server');
const client = connect(server, { token: server.tokens.admin });
const stamp = Date.now();
const name = `rules-${stamp}`;
const namespace = name;
const group = `${name}.example.org`;
const widgets: CustomResource = {
  group,
  plural: 'widgets',
  kind: 'Widget',
  versions: [{ name: 'v1' }, { name: 'v1beta1' }, { name: 'v1alpha1', served: false }],
};
/** Asked by a client of its own: what one client has learned stays as it was when custom resources come later. */
const served = await connect(server, { token: server.tokens.admin }).discovery.catalog();
/** On 1.29 policies are a beta that is off. */
const hasPolicies =
  served.resource({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resource: 'validatingadmissionpolicies',
  }) !== undefined;

const regarding = { kind: 'Pod', namespace, name: 'front' };
const scaler = { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front' } };
const attempt = (apiVersion: string, resource: string, body: object): Attempt => ({
  path: `${apiVersion === 'v1' ? '/api' : '/apis'}/${apiVersion}/namespaces/${namespace}/${resource}`,
  body: { apiVersion, metadata: { name: 'attempt' }, ...body },
});
const attempts = {
  events: attempt('v1', 'events', { kind: 'Event', involvedObject: regarding }),
  newEvents: attempt('events.k8s.io/v1', 'events', {
    kind: 'Event',
    eventTime: '2026-03-01T12:00:00.000000Z',
    reportingController: 'example.org/rules',
    reportingInstance: 'one',
    action: 'Asking',
    reason: 'Asked',
    type: 'Normal',
    regarding,
  }),
  scalersV1: attempt('autoscaling/v1', 'horizontalpodautoscalers', { kind: 'HorizontalPodAutoscaler', spec: scaler }),
  scalersV2: attempt('autoscaling/v2', 'horizontalpodautoscalers', { kind: 'HorizontalPodAutoscaler', spec: scaler }),
  widgetsV1: attempt(`${group}/v1`, 'widgets', { kind: 'Widget' }),
  widgetsV1beta1: attempt(`${group}/v1beta1`, 'widgets', { kind: 'Widget' }),
  configMaps: attempt('v1', 'configmaps', { kind: 'ConfigMap' }),
};
const ruleOf = (groups: readonly string[], versions: readonly string[], resources: readonly string[]): object => ({
  apiGroups: groups,
  apiVersions: versions,
  resources,
  operations: ['CREATE'],
});
/** What they name, and then what serves the same objects. */
const rules = [
  ruleOf([''], ['v1'], ['events']),
  ruleOf(['autoscaling'], ['v2'], ['horizontalpodautoscalers']),
  ruleOf([group], ['v1'], ['widgets']),
];
const named = [attempts.events, attempts.scalersV2, attempts.widgetsV1];
const others = [attempts.newEvents, attempts.scalersV1, attempts.widgetsV1beta1];
const otherNames = [
  ['events.k8s.io/v1', 'events'],
  ['autoscaling/v1', 'horizontalpodautoscalers'],
  [`${group}/v1beta1`, 'widgets'],
];
const here = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };
let webhook: RefusingWebhook;

beforeAll(async () => {
  webhook = await startRefusingWebhook();
  await install(server, [widgets]);
  await createObject(server, '/api/v1/namespaces', namespaceOf(namespace));
});

afterAll(async () => {
  await webhook.stop();
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
  await uninstall(server, [widgets]);
  await closeClients();
});

/** The two kinds of guard, for the same rules. */
const guards: Readonly<Record<string, (rules: readonly object[], matchPolicy: string) => readonly object[]>> = {
  ValidatingWebhookConfiguration: (rules, matchPolicy) => [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name },
      webhooks: [
        {
          name: 'guard.example.org',
          clientConfig: webhook.clientConfig,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          namespaceSelector: here,
          matchPolicy,
          rules,
        },
      ],
    },
  ],
  ...(hasPolicies && {
    ValidatingAdmissionPolicy: (rules, matchPolicy) => [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name },
        spec: {
          matchConstraints: { matchPolicy, resourceRules: rules },
          validations: [{ expression: 'false', message: refusal }],
        },
      },
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name },
        spec: { policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector: here } },
      },
    ],
  }),
};

function endpointsOf({ findings }: RuleExpansion<object>, state: 'missed' | 'covered'): unknown[] {
  return findings.flatMap((finding) =>
    finding[state].map((each) => [each.group === '' ? each.version : `${each.group}/${each.version}`, each.resource]),
  );
}

const refusals = (all: readonly Attempt[]): Promise<boolean[]> => Promise.all(all.map(isRefused));

describe.each(Object.keys(guards))('a %s', (kind) => {
  const guard = (said: readonly object[], matchPolicy: string): readonly object[] =>
    guards[kind]?.(said, matchPolicy) ?? [];

  it('that matches exactly lets pass what it is told to miss, and no more once it is completed', async () => {
    const [configuration = {}, ...binding] = guard(rules, 'Exact');
    const expansion = await createRules(client).expand(configuration);
    expect(endpointsOf(expansion, 'missed')).toEqual(otherNames);
    expect(endpointsOf(expansion, 'covered')).toEqual([]);
    for (const each of [configuration, ...binding]) await putConfiguration(each);
    try {
      for (const each of named) await untilRefused(each);
      expect(await refusals(others)).toEqual([false, false, false]);
      await putConfiguration(expansion.configuration);
      for (const each of others) await untilRefused(each);
      expect((await createRules(client).expand(expansion.configuration)).complete).toBe(true);
    } finally {
      await removeConfigurations([configuration, ...binding], attempts.events);
    }
  });

  it('that matches equivalents refuses everywhere, as it is told to be covered', async () => {
    const [configuration = {}, ...binding] = guard(rules, 'Equivalent');
    const expansion = await createRules(client).expand(configuration);
    expect(endpointsOf(expansion, 'covered')).toEqual(otherNames);
    expect(endpointsOf(expansion, 'missed')).toEqual([]);
    for (const each of [configuration, ...binding]) await putConfiguration(each);
    try {
      for (const each of named) await untilRefused(each);
      expect(await refusals(others)).toEqual([true, true, true]);
    } finally {
      await removeConfigurations([configuration, ...binding], attempts.events);
    }
  });

  it('for all subresources is for the objects too, and one for all objects is for all groups', async () => {
    const said = [ruleOf([''], ['v1'], ['configmaps/*']), ruleOf(['*'], ['*'], ['events'])];
    const [configuration = {}, ...binding] = guard(said, 'Exact');
    expect((await createRules(client).expand(configuration)).findings).toMatchObject([
      { matches: 1, missed: [] },
      { matches: 2, missed: [] },
    ]);
    for (const each of [configuration, ...binding]) await putConfiguration(each);
    try {
      for (const each of [attempts.configMaps, attempts.events, attempts.newEvents]) await untilRefused(each);
    } finally {
      await removeConfigurations([configuration, ...binding], attempts.events);
    }
  });
});

describe('a rule for a version of a custom resource that is not served', () => {
  const guard = (matchPolicy: string): object =>
    guards['ValidatingWebhookConfiguration']?.([ruleOf([group], ['v1alpha1'], ['widgets'])], matchPolicy)[0] ?? {};

  it.each(['Exact', 'Equivalent'])('is told to miss those that are: %s', async (matchPolicy) => {
    const { findings } = await createRules(client).expand(guard(matchPolicy));
    expect(findings).toMatchObject([{ matches: 0, missed: [{ reason: 'not served' }, { reason: 'not served' }] }]);
  });

  it('holds for them all the same under Equivalent, of which discovery tells nothing', async () => {
    await putConfiguration(guard('Equivalent'));
    try {
      for (const each of [attempts.widgetsV1, attempts.widgetsV1beta1]) await untilRefused(each);
    } finally {
      await removeConfigurations([guard('Equivalent')], attempts.widgetsV1);
    }
  });
});
