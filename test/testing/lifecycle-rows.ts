import type { Asking } from './support.js';

/** A request whose answer is as that of a real server, with its words. */
export interface LifecycleRow {
  readonly what: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly contentType?: Asking['contentType'];
}

const all = '/api/v1/namespaces';
const mergePatch = 'application/merge-patch+json';
const applyPatch = 'application/apply-patch+yaml';
const map = (metadata: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } };
const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'x' } };
const token = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'x' }, target: { kind: 'Node', name: 'n' } };
const namespace = (name: string, metadata: object = {}, spec?: object): object => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, ...metadata },
  ...(spec && { spec }),
});
const review = {
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'LocalSubjectAccessReview',
  metadata: { namespace: 'missing' },
  spec: { user: 'a', resourceAttributes: { namespace: 'missing', verb: 'get', resource: 'pods' } },
};
const job = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'held', finalizers: ['kit.example.org/held'] },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main' }] } } },
};
const event = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'held', finalizers: ['kit.example.org/held'] },
  eventTime: '2026-01-01T00:00:00.000000Z',
  reportingController: 'kit.example.org/kit',
  reportingInstance: 'kit',
  action: 'Act',
  reason: 'Because',
  type: 'Normal',
  regarding: { kind: 'Pod', namespace: 'kit-held', name: 'x' },
};

function creates(name: string): LifecycleRow[] {
  const where = name === 'missing' ? 'a namespace that does not exist' : 'a namespace that is being deleted';
  return [
    { what: `a create in ${where}`, method: 'POST', path: `${all}/${name}/configmaps`, body: map({ name: 'a' }) },
    {
      what: `a create with a generated name in ${where}`,
      method: 'POST',
      path: `${all}/${name}/configmaps`,
      body: map({ generateName: 'a-' }),
    },
    { what: `a create without a name in ${where}`, method: 'POST', path: `${all}/${name}/configmaps`, body: map({}) },
    {
      what: `a dry run of a bad name in ${where}`,
      method: 'POST',
      path: `${all}/${name}/configmaps?dryRun=All`,
      body: map({ name: 'A!' }),
    },
    {
      what: `a create for another namespace in ${where}`,
      method: 'POST',
      path: `${all}/${name}/configmaps`,
      body: map({ name: 'a', namespace: 'other' }),
    },
    { what: `a replace that creates in ${where}`, method: 'PUT', path: `${all}/${name}/services/a`, body: service },
    {
      what: `an apply that creates in ${where}`,
      method: 'PATCH',
      path: `${all}/${name}/configmaps/a?fieldManager=kit`,
      body: map({ name: 'a' }),
      contentType: applyPatch,
    },
    { what: `an eviction in ${where}`, method: 'POST', path: `${all}/${name}/pods/x/eviction`, body: eviction },
    { what: `a token in ${where}`, method: 'POST', path: `${all}/${name}/serviceaccounts/x/token`, body: token },
    { what: `a binding in ${where}`, method: 'POST', path: `${all}/${name}/pods/x/binding`, body: binding },
    { what: `an old binding in ${where}`, method: 'POST', path: `${all}/${name}/bindings`, body: binding },
    {
      what: `a patch of nothing in ${where}`,
      method: 'PATCH',
      path: `${all}/${name}/configmaps/a`,
      body: { data: {} },
      contentType: mergePatch,
    },
  ];
}

const held = `${all}/kit-held`;

/** In this order, on a server with nothing in these namespaces. */
export const lifecycleRows: readonly LifecycleRow[] = [
  ...creates('missing'),
  {
    what: 'a review in a namespace that does not exist',
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/namespaces/missing/localsubjectaccessreviews',
    body: review,
  },
  ...['default', 'kube-system', 'kube-public'].map((name): LifecycleRow => ({
    what: `the deletion of ${name}`,
    method: 'DELETE',
    path: `${all}/${name}?dryRun=All`,
  })),
  { what: 'the deletion of kube-node-lease', method: 'DELETE', path: `${all}/kube-node-lease?dryRun=All` },
  {
    what: 'a namespace with finalizers',
    method: 'POST',
    path: all,
    body: namespace('kit-held', { finalizers: ['kit.example.org/own'] }, { finalizers: ['kit.example.org/spec'] }),
  },
  {
    what: 'an object with a finalizer',
    method: 'POST',
    path: `${held}/configmaps`,
    body: map({ name: 'held', finalizers: ['kit.example.org/held'] }),
  },
  { what: 'a job with a finalizer', method: 'POST', path: '/apis/batch/v1/namespaces/kit-held/jobs', body: job },
  {
    what: 'an event with a finalizer',
    method: 'POST',
    path: '/apis/events.k8s.io/v1/namespaces/kit-held/events',
    body: event,
  },
  ...['Foreground', 'Orphan', 'Background', 'Backwards'].map((policy): LifecycleRow => ({
    what: `a dry run of a deletion with ${policy}`,
    method: 'DELETE',
    path: `${held}/configmaps/held?dryRun=All&propagationPolicy=${policy}`,
  })),
  ...['true', 'false'].map((value): LifecycleRow => ({
    what: `a dry run of a deletion with orphanDependents=${value}`,
    method: 'DELETE',
    path: `${held}/configmaps/held?dryRun=All&orphanDependents=${value}`,
  })),
  {
    what: 'a deletion whose options are in the body',
    method: 'DELETE',
    path: `${held}/configmaps/held`,
    body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Foreground', dryRun: ['All'] },
  },
  {
    what: 'the deletion of a job, which orphans its pods',
    method: 'DELETE',
    path: '/apis/batch/v1/namespaces/kit-held/jobs/held?dryRun=All',
  },
  {
    what: 'the deletion of an event, which has no dependents',
    method: 'DELETE',
    path: '/apis/events.k8s.io/v1/namespaces/kit-held/events/held?dryRun=All&propagationPolicy=Foreground',
  },
  { what: 'a dry run of the deletion of a namespace', method: 'DELETE', path: `${held}?dryRun=All` },
  { what: 'the deletion of a namespace', method: 'DELETE', path: held },
  ...creates('kit-held'),
  {
    what: 'a finalizer with a bad name',
    method: 'PUT',
    path: `${held}/finalize`,
    body: namespace('kit-held', {}, { finalizers: ['q'] }),
  },
  {
    what: 'a patch of finalize',
    method: 'PATCH',
    path: `${held}/finalize`,
    body: { spec: {} },
    contentType: mergePatch,
  },
];
