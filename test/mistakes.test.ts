import { afterAll, describe, expect, it } from 'vitest';
import * as admission from '../src/admission/index.js';
import * as census from '../src/census/index.js';
import * as controller from '../src/controller/index.js';
import * as fleetEntry from '../src/fleet/index.js';
import * as http2 from '../src/http2/index.js';
import * as identityEntry from '../src/identity/index.js';
import * as openapiEntry from '../src/openapi/index.js';
import * as root from '../src/index.js';
import * as kubeconfig from '../src/kubeconfig/index.js';
import * as ownersEntry from '../src/owners/index.js';
import * as proxy from '../src/proxy/index.js';
import * as representations from '../src/representations/index.js';
import { createBrowserStore } from '../src/stores/browser.js';
import { createFileStore } from '../src/stores/file.js';
import { createKeyvStore } from '../src/stores/keyv.js';
import * as testing from '../src/testing/index.js';
import * as msw from '../src/testing/msw.js';
import * as node from '../src/testing/node.js';
import * as upgrade from '../src/upgrade/index.js';
import * as yaml from '../src/yaml/index.js';

const server = 'http://127.0.0.1:8001';
/** Never answers: a call has to refuse its options before it sends anything. */
const transport: root.Transport = {
  send: () => new Promise(() => undefined),
  close: () => undefined,
};
const client = root.createClient({ server, transport });
afterAll(() => client.close());
const fleet = fleetEntry.createFleet({ clusters: [{ name: 'here', client }] });
afterAll(() => fleet.close());

const mapping: root.RESTMapping = {
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  scope: 'Namespaced',
};
const entry = {
  ...{ ...mapping.resource, ...mapping.kind, scope: mapping.scope, singular: 'pod', shortNames: [], categories: [] },
  ...{ verbs: ['list'], subresources: [], freshness: 'Current', storageVersionHash: undefined },
} as unknown as root.ResourceEntry;
const catalog = root.createCatalog({ groups: [], failures: [], provenance: { api: 'legacy', apis: 'legacy' } });
const mapper = root.createMapper(catalog);
const handle = client.handle(mapping).namespace('shop');
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front', namespace: 'shop', uid: '1', resourceVersion: '1' },
};
const reference = { apiVersion: 'v1', kind: 'Pod', name: 'front', uid: '1' };
const table: root.Table = {
  apiVersion: 'meta.k8s.io/v1',
  kind: 'Table',
  metadata: {},
  columnDefinitions: [],
  rows: [],
};
const webhook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'policy' },
  webhooks: [],
};
const identity = identityEntry.createIdentity(client);
const openapi = openapiEntry.createOpenAPI(client);
const openapiDocument: openapiEntry.OpenAPIDocument = {
  openapi: '3.0.0',
  paths: {
    '/api/v1/pods': { get: { 'x-kubernetes-group-version-kind': { group: '', version: 'v1', kind: 'Pod' } } },
  },
  components: {
    schemas: { Pod: { 'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Pod' }] } },
  },
};
const podsResource = { group: '', version: 'v1', resource: 'pods' };
const podExplanation = openapiEntry.explainField(openapiDocument, podsResource);
const owners = ownersEntry.createOwners(client);
const reader = root.createMetadataReader(client);
const question = { mapping, namespace: 'shop' };
const dependents = ownersEntry.informerForOwners(client, 'pods');
const queue = controller.createWorkQueue();
const runner = controller.createController(client, {
  ...{ name: 'shop', for: 'pods', reconcile: () => Promise.resolve(undefined), onError: () => undefined },
});
const lease = { name: 'shop', namespace: 'shop' };
const fake = testing.createFakeApiServer();
const keyv = { get: () => undefined, set: () => true, delete: () => true, on: () => undefined };
const kubeConfig = { getCurrentCluster: () => ({ server }), applyToHTTPSOptions: () => Promise.resolve() };
const folder = createFileStore('/nonexistent');
const key = '0'.repeat(64);

/** A call with good arguments but for the options, and the options that it cannot do without. */
type Case = readonly [call: (options: never) => unknown, good?: object];

const calls: Readonly<Record<string, Case>> = {
  createClient: [root.createClient, { server }],
  'createClient, retry': [(retry) => root.createClient({ server, retry })],
  'createClient, discovery': [(discovery) => root.createClient({ server, discovery })],
  'client.mapper': [(options) => client.mapper(options)],
  'client.resolve': [(options) => client.resolve('pods', options)],
  'client.resolveAll': [(options) => client.resolveAll('pods', options)],
  'client.resource': [(options) => client.resource('pods', options)],
  'client.request': [(options) => client.request(options), { path: '/version' }],
  'client.stream': [(options) => client.stream(options), { path: '/version' }],
  'discovery.catalog': [(options) => client.discovery.catalog(options)],
  'discovery.refresh': [(options) => client.discovery.refresh(options)],
  'discovery.evidence': [(options) => client.discovery.evidence(catalog, [], options)],
  'catalog.resources': [(options) => catalog.resources(options)],
  'mapper.resolve': [(options) => mapper.resolve('pods', options)],
  'mapper.resolveAll': [(options) => mapper.resolveAll('pods', options)],
  createMemoryStore: [root.createMemoryStore],

  'handle.isServed': [(options) => handle.isServed(options)],
  'handle.as, Table': [(options) => handle.as('Table', options)],
  'handle.as, PartialObjectMetadata': [(options) => handle.as('PartialObjectMetadata', options)],
  'handle.as, own': [(options): unknown => Reflect.apply(handle.as, undefined, [root.wholeObject(), options])],
  'handle.get': [(options) => handle.get('front', options)],
  'handle.list': [(options) => handle.list(options)],
  'handle.pages': [(options) => handle.pages(options)],
  'handle.items': [(options) => handle.items(options)],
  'handle.watch': [(options) => handle.watch(options)],
  'handle.create': [(options) => handle.create(pod, options)],
  'handle.replace': [(options) => handle.replace(pod, options)],
  'handle.apply': [(options) => handle.apply(pod, options), { fieldManager: 'shop' }],
  'handle.patch': [(options) => handle.patch('front', {}, options), { type: 'merge' }],
  'handle.delete': [(options) => handle.delete('front', options)],
  'handle.deleteCollection': [(options) => handle.deleteCollection(options)],
  'scale.get': [(options) => handle.scale('front').get(options)],
  'scale.set': [(options) => handle.scale('front').set(1, options)],
  retryOnConflict: [(options) => root.retryOnConflict(client.handle(mapping), 'front', () => undefined, options)],
  probeVersions: [(options) => representations.probeVersions(handle, options)],

  negotiatedMediaType: [representations.negotiatedMediaType],
  asKind: [(options) => representations.asKind(mapping.kind, options)],
  csv: [representations.csv],
  formatCsv: [(options) => representations.formatCsv(table, options)],
  formatTable: [(options) => root.formatTable(table, options)],
  manifest: [representations.manifest],
  toManifest: [(options) => representations.toManifest(pod, options)],
  partialObjectMetadata: [root.partialObjectMetadata],
  tableRepresentation: [root.tableRepresentation],
  versioned: [(versions) => representations.versioned(root.wholeObject(), versions), { serverVersion: 'v1' }],
  yaml: [yaml.yaml],
  parseJSONPath: [(options) => representations.parseJSONPath('{.kind}', options)],
  'path.format': [(format) => representations.parseJSONPath('{.kind}').format(pod, format)],

  aliasesOf: [(options) => identityEntry.aliasesOf(entry, catalog, options)],
  compareEndpoints: [(options) => identityEntry.compareEndpoints(entry, entry, catalog, options)],
  distinctResources: [(options) => identityEntry.distinctResources(catalog, options)],
  equivalenceClasses: [(options) => identityEntry.equivalenceClasses(catalog, options)],
  identityReport: [(options) => identityEntry.identityReport(catalog, options)],
  candidatesForEvidence: [(asked) => identityEntry.candidatesForEvidence(catalog, asked)],
  'createIdentity, compare': [(options) => identity.compare('pods', 'pods', options)],
  'createIdentity, aliasesOf': [(options) => identity.aliasesOf('pods', options)],
  'createIdentity, classes': [(options) => identity.classes(options)],
  'createIdentity, distinctResources': [(options) => identity.distinctResources(options)],
  'createIdentity, report': [(options) => identity.report(options)],
  createOpenAPI: [(options) => openapiEntry.createOpenAPI(client, options)],
  'createOpenAPI, groupVersions': [(options) => openapi.groupVersions(options)],
  'createOpenAPI, document': [(options) => openapi.document('v1', options)],
  'createOpenAPI, documents': [(options) => openapi.documents(options)],
  'createOpenAPI, schemaOf': [(options) => openapi.schemaOf('pods', options)],
  'createOpenAPI, representationsOf': [(options) => openapi.representationsOf('pods', options)],
  'createOpenAPI, explain': [(options) => openapi.explain('pods', '', options)],
  explainField: [(options) => openapiEntry.explainField(openapiDocument, podsResource, [], options)],
  formatExplanation: [(options) => openapiEntry.formatExplanation(podExplanation, options)],
  writeTypes: [(options) => openapiEntry.writeTypes({}, options)],
  createProxyHandler: [
    proxy.createProxyHandler,
    { origins: ['https://dashboard.example.com'], credentialsFor: () => undefined },
  ],
  'createCensus, count': [(options) => census.createCensus(client).count(options)],
  'createCensus, objects': [(options) => census.createCensus(client).objects(options)],
  expandRules: [(options) => admission.expandRules(webhook, catalog, options)],
  'createRules, expand': [(options) => admission.createRules(client).expand(webhook, options)],

  compareServers: [(options) => upgrade.compareServers(catalog, catalog, options)],
  checkUpgrade: [(options) => upgrade.checkUpgrade(client, catalog, options)],
  findStoredVersions: [(options) => upgrade.findStoredVersions(client, options)],
  migrateStorage: [(options) => upgrade.migrateStorage(client, 'pods', options)],

  'createOwners, resolve': [(options) => owners.resolve(reference, options)],
  'createOwners, ownersOf': [(options) => owners.ownersOf(pod, options)],
  'createOwners, dependentsOf': [(options) => owners.dependentsOf(pod, options)],
  'createOwners, graph': [(options) => owners.graph(options)],
  blockOwnerDeletionChecks: [(options) => ownersEntry.blockOwnerDeletionChecks([], [], mapper, options)],
  completeOwnerReference: [(options) => ownersEntry.completeOwnerReference(reference, mapper, options)],
  isMutation: [(options) => ownersEntry.isMutation([], [], mapper, options)],
  validateOwnerReference: [(options) => ownersEntry.validateOwnerReference(reference, options)],
  validateOwnerReferences: [(options) => ownersEntry.validateOwnerReferences([], options)],

  describe: [(options) => representations.describe(client, handle, 'front', options)],
  formatDescription: [(options) => representations.formatDescription({} as representations.Description, options)],
  'createMetadataReader, read': [(options) => reader.read(options), { ...question, name: 'front' }],
  'createMetadataReader, read with options': [(options) => reader.read({ ...question, name: 'front' }, options)],
  'createMetadataReader, pages': [(options) => reader.pages(options), question],
  'createMetadataReader, pages with options': [(options) => reader.pages(question, options)],
  canI: [(asked) => root.canI(client, asked), { verb: 'get', resource: 'pods' }],
  reviewAccess: [(asked) => root.reviewAccess(client, asked), { verb: 'get', resource: 'pods' }],

  follow: [(options) => root.follow(handle, options)],
  waitFor: [(options) => root.waitFor(handle, 'front', () => true, options)],
  createLiveCatalog: [(options) => root.createLiveCatalog(client, options)],
  waitForResource: [(options) => root.waitForResource(client, 'pods', options)],
  createInformer: [(options) => root.createInformer(client, 'pods', options)],
  'informer.store.list': [(options) => dependents.store.list(options)],
  informerForOwners: [(options) => ownersEntry.informerForOwners(client, 'pods', options)],
  'informerForOwners, dependentsOf': [(options) => dependents.dependentsOf(pod, options)],
  createInformerPool: [(options) => root.createInformerPool(client, options)],
  'createInformerPool, acquire': [(options) => root.createInformerPool(client).acquire('pods', options)],

  createController: [
    (options) => controller.createController(client, options),
    { name: 'shop', for: 'pods', reconcile: () => Promise.resolve(undefined), onError: () => undefined },
  ],
  'controller.enqueue': [(options) => runner.enqueue({ namespace: 'shop', name: 'front' }, options)],
  'controller.idle': [(options) => runner.idle(options)],
  'controller.close': [(options) => runner.close(options)],
  settled: [(options) => controller.settled(runner, options)],
  createWorkQueue: [controller.createWorkQueue],
  'createWorkQueue, retry options': [(retry) => controller.createWorkQueue({ retry })],
  'queue.add': [(options) => queue.add('front', options)],
  'queue.retry': [(options) => queue.retry('front', options)],
  addFinalizer: [(options) => controller.addFinalizer(client.handle(mapping), pod, 'example.com/a', options)],
  removeFinalizer: [(options) => controller.removeFinalizer(client.handle(mapping), pod, 'example.com/a', options)],
  childName: [(options) => controller.childName('front', 'config', options)],
  createEventRecorder: [(options) => controller.createEventRecorder(client, options), { component: 'shop' }],
  createHealthHandler: [controller.createHealthHandler],
  createPrometheusMetrics: [controller.createPrometheusMetrics],
  runController: [(options) => controller.runController(client, () => runner, options)],
  createLeaderElection: [(options) => controller.createLeaderElection(client, options), lease],
  'createLeaderElection, fence': [
    (fence) => controller.createLeaderElection(client, { ...lease, fence }),
    { annotation: 'example.com/epoch' },
  ],
  createSharing: [(options) => controller.createSharing(client, options), lease],
  'election.unhealthy': [(options) => controller.createLeaderElection(client, lease).unhealthy(options)],

  createHttp2Transport: [http2.createHttp2Transport],
  loadKubeconfig: [kubeconfig.loadKubeconfig],
  contextClusters: [kubeconfig.contextClusters],
  secretClusters: [
    (options) => kubeconfig.secretClusters(client, options),
    { namespace: 'capi', labelSelector: 'fleet' },
  ],
  createFleet: [fleetEntry.createFleet, { clusters: [] }],
  fleetTable: [(options) => fleetEntry.fleetTable(fleet, 'pods', options)],
  fleetResolve: [(options) => fleetEntry.fleetResolve(fleet, 'pods', options)],
  fleetCount: [(options) => fleetEntry.fleetCount(fleet, options)],
  fleetDiff: [(options) => fleetEntry.fleetDiff(fleet, options)],
  joinTables: [(options) => representations.joinTables([], options)],
  diagnose: [(options) => representations.diagnose({}, options)],
  writeRoles: [(options) => testing.writeRoles([], options), { name: 'shop' }],
  createFleetInformer: [(options) => fleetEntry.createFleetInformer(fleet, 'pods', options)],
  createFleetController: [
    (options) => fleetEntry.createFleetController(fleet, () => undefined, options),
    { name: 'shop', onError: () => undefined },
  ],
  'createFleet, each': [(options) => fleet.each(() => 1, options)],
  'createFleet, engage': [(options) => fleet.engage(() => undefined, options)],
  listContexts: [kubeconfig.listContexts],
  formatYaml: [(options) => yaml.formatYaml(pod, options)],
  inClusterOptions: [kubeconfig.inClusterOptions],
  fromClientNode: [(options) => kubeconfig.fromClientNode(kubeConfig, options)],
  createBrowserStore: [createBrowserStore],
  createFileStore: [(options) => createFileStore('/nonexistent', options)],
  'createFileStore, get': [(options) => folder.get(key, options)],
  'createFileStore, set': [(options) => folder.set(key, new Uint8Array(), options)],
  createKeyvStore: [(options) => createKeyvStore(keyv as never, options)],

  createFakeApiServer: [testing.createFakeApiServer],
  'fake.handle': [(options) => fake.handle(new Request(server), options)],
  'fake.put': [(options) => fake.put(pod, options)],
  'fake.remove': [(options) => fake.remove(pod, options)],
  'fake.configure': [(options) => fake.configure(options)],
  'fake.fail': [(answer) => fake.fail('/version', answer), { status: 503 }],
  failure: [(subject) => testing.failure('NotFound', subject)],
  createManualClock: [testing.createManualClock],
  startFakeApiServer: [(options) => node.startFakeApiServer(fake, options)],
  fakeApiServerHandlers: [(options) => msw.fakeApiServerHandlers(fake, options), { baseUrl: server }],
};

/** Exported functions without options: their objects are data, or have methods, or their methods are in the table. */
const withoutOptions = [
  'describedEvent',
  ...['parseAge', 'parseCellCount', 'parseQuantity', 'readCell'],
  // What is wrong is the error of the state.
  'viewFleetObjects',
  ...['documentsOfDefinitions', 'celRules', 'divideIntoShards', 'createShardSelector'],
  ...['controllerReference', 'setCondition'],
  ...['createAnswerBody', 'formatAccept', 'parseAccept', 'kindMediaType', 'formatMediaType', 'parseMediaType'],
  ...['readNegotiation', 'createCatalog', 'diffCatalogs', 'describeFailedPart'],
  ...['describeFailedParts', 'describeFailure', 'createMapper', 'isTie', 'describeResolution', 'isKubeError'],
  ...['explainOwnerResource', 'withoutOwnerResource', 'walkDependents', 'markConverted', 'originOf', 'humanAge'],
  ...['humanDuration', 'liveAges', 'formatCell', 'column', 'records', 'wholeObject', 'stateKey', 'meetsCondition'],
  ...['formatGroupVersion', 'parseGroupVersion', 'formatGroupVersionKind', 'formatGroupResource', 'resourceKey'],
  ...['formatGroupVersionResource', 'sameResource', 'compareVersions', 'deepCopy', 'isConflict', 'isExpired'],
  ...[
    'isForbidden',
    'isNotFound',
    'isObjectNotFound',
    'isTooManyRequests',
    'isAlreadyExists',
    'isInvalid',
    'isUnauthorized',
    'allOf',
    'annotationsChanged',
    'anyOf',
    'generationChanged',
  ],
  ...['labelsChanged', 'not', 'withFinalizer', 'isKubeconfigError', 'formatYaml', 'formatYamlValue'],
  ...['loadRelease', 'catalogAfterUpgrade', 'catalogAfterDefinitions', 'compareDefinitions'],
  ...['documentsFromYaml', 'objectsFromYaml', 'findSchema', 'findRepresentations', 'resolveReference', 'checkManifest'],
];

async function answerOf(call: () => unknown): Promise<unknown> {
  const result = await call();
  const isIterable = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
  return isIterable ? (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : result;
}

/** Returns the error of a call, which throws or rejects at once; what a request answers would never come. */
async function outcomeOf(call: () => unknown): Promise<unknown> {
  const turn = new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return Promise.race([answerOf(call), turn]).catch((error: unknown) => error);
}

describe.each(Object.entries(calls))('%s', (_name, [call, good]) => {
  it('refuses a misspelt option, and options that are none', async () => {
    const unknown = await outcomeOf(() => call({ ...good, nosuch: 1 } as never));
    expect(unknown).toBeInstanceOf(root.InvalidArgumentError);
    expect((unknown as root.InvalidArgumentError).argument).toMatch(/(^|\.)nosuch$/);
    for (const options of [null, [], Promise.resolve(good)]) {
      expect(await outcomeOf(() => call(options as never)), JSON.stringify(options)).toBeInstanceOf(
        root.InvalidArgumentError,
      );
    }
  });
});

it('every exported function is called above, or has no options', () => {
  const named = Object.keys(calls).map((name) => /^\w+/.exec(name)?.[0]);
  const missing = Object.entries({
    ...root,
    ...admission,
    ...census,
    ...identityEntry,
    ...openapiEntry,
    ...ownersEntry,
    ...proxy,
    ...representations,
    ...upgrade,
    ...controller,
    ...fleetEntry,
    ...http2,
    ...kubeconfig,
    ...testing,
    ...node,
    ...msw,
    ...yaml,
  })
    .filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name))
    .filter(([name]) => !named.includes(name) && !withoutOptions.includes(name));
  expect(missing.map(([name]) => name)).toEqual([]);
});

/** A mistake that people make, and the code of the error that tells them. */
type Mistake = readonly [what: string, call: () => unknown, code: string, detail?: object];

const unset = undefined as never;
const blank = ' ';
const invalid = (argument: string): [string, object] => ['invalid-argument', { argument }];
const noName: [string, object] = ['invalid-name', { role: 'name' }];
const count = '10' as never;

const mistakes: readonly Mistake[] = [
  ['undefined for a name to get', () => handle.get(unset), ...noName],
  ['undefined for a name to patch', () => handle.patch(unset, {}, { type: 'merge' }), ...noName],
  ['undefined for a name to scale', () => handle.scale(unset).set(1), ...noName],
  ['undefined for a name to evict', () => handle.create({ metadata: {} }, { subresource: 'eviction' }), ...noName],
  ['undefined for a name to replace', () => handle.replace({ metadata: { name: unset } }), ...noName],
  ['undefined for a name to apply', () => handle.apply({ metadata: {} }, { fieldManager: 'shop' }), ...noName],
  ['undefined for a name to describe', () => representations.describe(client, handle, unset), ...noName],
  ['undefined for a resource', () => mapper.resolve(unset), ...invalid('subject')],
  ['undefined for a namespace', () => handle.namespace(unset).get('front'), 'namespace-required'],
  ['undefined for a verb', () => root.canI(client, { verb: unset, resource: 'pods' }), ...invalid('verb')],
  ['undefined for a field manager', () => handle.apply(pod, { fieldManager: unset }), ...invalid('fieldManager')],
  ['undefined for a folder', () => createFileStore(unset), ...invalid('folder')],

  ['a client without await', () => root.createInformer(Promise.resolve(client) as never, 'pods'), ...invalid('client')],
  ['client options without await', () => root.createClient(Promise.resolve({ server }) as never), 'invalid-argument'],
  ['an object to create without await', () => handle.create(Promise.resolve(pod) as never), ...invalid('object')],
  ['an object to replace without await', () => handle.replace(Promise.resolve(pod) as never), ...invalid('object')],
  ['a patch without await', () => handle.patch('a', Promise.resolve({}), { type: 'merge' }), ...invalid('body')],
  ['a graph without await', () => ownersEntry.walkDependents(pod, Promise.resolve() as never), ...invalid('graph')],

  ['text for a limit', () => handle.list({ limit: count }), ...invalid('limit')],
  ['text for replicas', () => handle.scale('front').set(count), ...invalid('replicas')],
  [
    'text for a grace period',
    () => handle.delete('a', { gracePeriodSeconds: count }),
    ...invalid('gracePeriodSeconds'),
  ],
  ['text for a time limit', () => census.createCensus(client).count({ timeoutMs: count }), ...invalid('timeoutMs')],
  ['text for a number of requests', () => owners.graph({ concurrency: count }), ...invalid('concurrency')],
  ['text for a page', () => reader.pages(question, { limit: count }), ...invalid('limit')],
  [
    'text for events',
    () => representations.describe(client, handle, 'a', { maxEvents: count }),
    ...invalid('maxEvents'),
  ],
  ['text for keys', () => controller.createWorkQueue({ maxKeys: count }), ...invalid('maxKeys')],
  ['text for workers', () => startController({ concurrency: count }), ...invalid('concurrency')],
  ['text for a timeout', () => kubeconfig.loadKubeconfig({ connectTimeoutMs: count }), ...invalid('connectTimeoutMs')],
  ['text for a size', () => createFileStore('/x', { maxBytes: count }), ...invalid('maxBytes')],
  ['text for a flag', () => kubeconfig.loadKubeconfig({ interactive: 'no' as never }), ...invalid('interactive')],

  ['a selector that does not parse', () => dependents.store.list({ labelSelector: 'a in' }), 'invalid-selector'],
  ['a selector of a list', () => handle.list({ labelSelector: ['a=b'] as never }), ...invalid('labelSelector')],

  [
    'a selector of an unset variable',
    () => handle.deleteCollection({ labelSelector: unset }),
    ...invalid('labelSelector'),
  ],
  ['a blank selector', () => handle.deleteCollection({ labelSelector: blank }), ...invalid('labelSelector')],
  ['an unset field selector', () => handle.deleteCollection({ fieldSelector: unset }), ...invalid('fieldSelector')],
  [
    'a field selector without fields',
    () => handle.deleteCollection({ fieldSelector: ',' }),
    ...invalid('fieldSelector'),
  ],
  ['all namespaces', () => client.handle(mapping).deleteCollection(), 'namespace-required'],
  ['an unset limit', () => handle.deleteCollection({ limit: unset }), ...invalid('limit')],
  ['an unset dry run', () => handle.deleteCollection({ dryRun: unset }), ...invalid('dryRun')],
  ['undefined for a name to delete', () => handle.delete(unset), ...noName],
  ['an empty name to delete', () => handle.delete(''), ...noName],
  ['a blank name to delete', () => handle.delete(blank), ...noName],
  ['no preconditions', () => handle.delete('a', { preconditions: {} }), ...invalid('preconditions')],
  ['an unset uid', () => handle.delete('a', { preconditions: { uid: unset } }), ...invalid('preconditions.uid')],
  ['a blank uid', () => handle.delete('a', { preconditions: { uid: blank } }), ...invalid('preconditions.uid')],
  ['an unset number', () => handle.scale('a').set(1, { currentReplicas: unset }), ...invalid('currentReplicas')],
  ['an unset version', () => handle.scale('a').set(1, { resourceVersion: unset }), ...invalid('resourceVersion')],
  [
    'no version',
    () => controller.removeFinalizer(handle, { ...pod, metadata: { name: 'a' } } as never, 'a.b/c'),
    ...invalid('object'),
  ],
];

function startController(options: object): unknown {
  const reconcile = () => Promise.resolve(undefined);
  return controller.createController(client, {
    name: 'a',
    for: 'pods',
    reconcile,
    onError: () => undefined,
    ...options,
  });
}

describe('a mistake that people make', () => {
  it.each(
    mistakes.map(([what, call, code, detail = {}]): [string, () => unknown, string, object] => [
      what,
      call,
      code,
      detail,
    ]),
  )('is told before anything is sent: %s', async (_what, call, code, detail) => {
    expect(await outcomeOf(call)).toMatchObject({ code, ...detail });
  });
});
