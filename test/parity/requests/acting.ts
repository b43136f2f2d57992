import { objectFrom, scene, type ParityRequest } from '../request.js';
import { deploymentSpec, namespace } from './exhibits.js';

const core = `/api/v1/namespaces/${namespace}`;
const pods = `${core}/pods`;
const accounts = `${core}/serviceaccounts`;
const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
const merge = 'application/merge-patch+json';
const container = deploymentSpec.template.spec.containers[0];

const post = (
  name: string,
  path: string,
  body: ParityRequest['body'],
  more: Partial<ParityRequest> = {},
): ParityRequest => ({
  name,
  method: 'POST',
  path,
  body,
  ...more,
});
const pod = (name: string, phase?: string, labels: object = {}, ready = true): ParityRequest[] => [
  post(
    `make the pod ${name}`,
    pods,
    { metadata: { name, labels }, spec: { containers: [container] } },
    { prepares: true },
  ),
  ...(phase === undefined
    ? []
    : [
        {
          name: `let the pod ${name} be ${phase}`,
          method: 'PATCH',
          path: `${pods}/${name}/status`,
          contentType: merge,
          body: { status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] } },
          prepares: true,
        } as const,
      ]),
];
const budget = (name: string, status: object, app = name): ParityRequest[] => [
  post(
    `make the budget ${name}`,
    budgets,
    { metadata: { name }, spec: { minAvailable: 1, selector: { matchLabels: { app } } } },
    { prepares: true },
  ),
  {
    name: `set the budget ${name}`,
    method: 'PATCH',
    path: `${budgets}/${name}/status`,
    contentType: merge,
    body: { status },
    prepares: true,
  },
];
const counts = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1, observedGeneration: 1 };
const evict = (
  name: string,
  body: object = { metadata: { name } },
  more: Partial<ParityRequest> & { query?: string; as?: string } = {},
): ParityRequest => {
  const { query = '', as = `evict ${name}`, ...rest } = more;
  return post(as, `${pods}/${name}/eviction${query}`, body, rest);
};
const gone = (name: string): ParityRequest => ({ name: `look for ${name}`, path: `${pods}/${name}`, prepares: true });
const bind = (as: string, name: string, body: object, query = ''): ParityRequest =>
  post(as, `${pods}/${name}/binding${query}`, body);
const target = { kind: 'Node', name: 'node-1' };

/** What is done to an object by creating something below it. */
export const acting: readonly ParityRequest[] = scene('act', [
  ...pod('pending'),
  evict('pending', undefined, { query: '?dryRun=All', as: 'evict pending, dry run' }),
  evict(
    'pending',
    { metadata: { name: 'pending' }, deleteOptions: { dryRun: ['All'] } },
    { as: 'evict pending, dry run of the delete' },
  ),
  evict(
    'pending',
    { metadata: { name: 'pending' }, deleteOptions: { preconditions: { uid: 'other' } } },
    { as: 'evict pending of another uid' },
  ),
  evict(
    'pending',
    { metadata: { name: 'pending' }, deleteOptions: { preconditions: { resourceVersion: '1' } } },
    { as: 'evict pending of another version' },
  ),
  evict('pending', { metadata: { name: 'other' } }, { as: 'evict pending by another name' }),
  evict('pending', {}, { as: 'evict pending without a name' }),
  evict('pending', { metadata: { name: 'pending', namespace: 'other' } }, { as: 'evict pending in another namespace' }),
  evict(
    'pending',
    { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name: 'pending' } },
    { as: 'evict pending, beta' },
  ),
  ...pod('whole'),
  evict('whole', { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'whole' } }),
  evict('whole', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'whole' } }, { as: 'evict with a pod' }),
  gone('whole'),
  gone('pending'),
  evict('missing'),
  { name: 'read an eviction', path: `${pods}/pending/eviction` },

  ...pod('free', 'Running', { app: 'free' }),
  evict('free'),
  gone('free'),
  ...pod('held', 'Running', { app: 'held' }),
  ...budget('held', { ...counts }),
  evict('held'),
  evict('held', undefined, { query: '?dryRun=All', as: 'evict held, dry run' }),
  gone('held'),
  ...pod('fresh', 'Running', { app: 'fresh' }),
  ...budget('fresh', { ...counts, observedGeneration: 0 }),
  evict('fresh'),
  ...pod('more', 'Running', { app: 'more' }),
  ...budget('more', { ...counts, currentHealthy: 3 }),
  evict('more'),
  ...pod('allowed', 'Running', { app: 'allowed' }),
  ...budget('allowed', { ...counts, disruptionsAllowed: 1, currentHealthy: 2 }),
  evict('allowed', undefined, { query: '?dryRun=All', as: 'evict allowed, dry run' }),
  evict('allowed'),
  gone('allowed'),
  { name: 'the budget that was used', path: `${budgets}/allowed`, prepares: true },
  ...pod('broken', 'Running', { app: 'broken' }),
  ...budget('broken', {
    ...counts,
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: 'False',
        reason: 'SyncFailed',
        message: 'no way',
        lastTransitionTime: '2020-01-01T00:00:00Z',
      },
    ],
  }),
  evict('broken'),
  ...pod('quiet', 'Running', { app: 'quiet' }),
  ...budget('quiet', {
    ...counts,
    currentHealthy: 3,
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: 'False',
        reason: 'InsufficientPods',
        message: 'too few',
        lastTransitionTime: '2020-01-01T00:00:00Z',
      },
    ],
  }),
  evict('quiet'),
  ...pod('twice', 'Running', { app: 'twice' }),
  ...budget('twice', { ...counts, disruptionsAllowed: 1 }),
  ...budget('again', { ...counts, disruptionsAllowed: 1 }, 'twice'),
  evict('twice'),
  ...pod('sick', 'Running', { app: 'held' }, false),
  evict('sick'),
  ...pod('done', 'Succeeded', { app: 'held' }),
  evict('done'),

  ...pod('bound'),
  bind('bind without a target', 'bound', { metadata: { name: 'bound' } }),
  bind('bind to another kind', 'bound', { metadata: { name: 'bound' }, target: { ...target, kind: 'Pod' } }),
  bind('bind by another name', 'bound', { metadata: { name: 'other' }, target }),
  bind('bind with another uid', 'bound', { metadata: { name: 'bound', uid: 'other' }, target }),
  bind('bind, dry run', 'bound', { metadata: { name: 'bound' }, target }, '?dryRun=All'),
  bind('bind', 'bound', { metadata: { name: 'bound', annotations: { a: 'b' }, labels: { c: 'd' } }, target }),
  { name: 'the bound pod', path: `${pods}/bound` },
  bind('bind again', 'bound', { metadata: { name: 'bound' }, target }),
  bind('bind what is missing', 'missing', { metadata: { name: 'missing' }, target }),
  ...pod('plainly'),
  post('bind by the collection', `${core}/bindings`, { metadata: { name: 'plainly' }, target }),
  post('bind by the collection again', `${core}/bindings`, { metadata: { name: 'plainly' }, target }),
  { name: 'the plainly bound pod', path: `${pods}/plainly`, prepares: true },
  { name: 'list bindings', path: `${core}/bindings` },

  post('make an account', accounts, { metadata: { name: 'robot' } }, { prepares: true }),
  post('a token', `${accounts}/robot/token`, {}),
  post('a token with a spec', `${accounts}/robot/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 1200, audiences: ['a', 'b'] },
  }),
  post('a token for too short', `${accounts}/robot/token`, { spec: { expirationSeconds: 1 } }),
  post('a token for too long', `${accounts}/robot/token`, { spec: { expirationSeconds: 4294967297 } }),
  post('a token of another name', `${accounts}/robot/token`, { metadata: { name: 'other' } }),
  post('a token of another uid', `${accounts}/robot/token`, { metadata: { uid: 'other' } }),
  post('a token of nobody', `${accounts}/missing/token`, {}),
  post('a token bound to a missing pod', `${accounts}/robot/token`, {
    spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'missing' } },
  }),
  post('a token bound to a map', `${accounts}/robot/token`, {
    spec: { boundObjectRef: { apiVersion: 'v1', kind: 'ConfigMap', name: 'missing' } },
  }),
  post('a token bound to nothing', `${accounts}/robot/token`, { spec: { boundObjectRef: { name: 'missing' } } }),
  post('a token bound to a pod without a name', `${accounts}/robot/token`, {
    spec: { boundObjectRef: { kind: 'Pod' } },
  }),
  post('a token for a time that is a text', `${accounts}/robot/token`, { spec: { expirationSeconds: '600' } }),
  post('a token for a fraction', `${accounts}/robot/token`, { spec: { expirationSeconds: 1200.5 } }),
  post('a token for a text', `${accounts}/robot/token`, { spec: { audiences: 'a' } }),
  post('a token for a number', `${accounts}/robot/token`, { spec: { audiences: [1] } }),
  post('a token with nulls', `${accounts}/robot/token`, { spec: { audiences: null, expirationSeconds: null } }),
  { name: 'read a token', path: `${accounts}/robot/token` },
  post('review a token that was given', '/apis/authentication.k8s.io/v1/tokenreviews', (earlier) => {
    const { status } = objectFrom(earlier, 'act: a token') as { status?: { token?: string } };
    return { spec: { token: status?.token ?? 'none' } };
  }),
]);
