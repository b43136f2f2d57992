/** What a room may import of which others. */
interface Rights {
  readonly values: readonly string[];
  /** Rooms of which only types may come. */
  readonly types?: readonly string[];
}

/** What is above the core gets a client and calls it: of the rooms that send requests it knows the types alone. */
const typesOfTheCore = ['client', 'resource'];

/**
 * Which room may import which others: the table of docs/architecture.md. A room that has pure functions and a face, which
 * is a function of a client, stands here twice.
 */
export const mayImport: Readonly<Record<string, Rights>> = {
  shared: { values: [] },
  model: { values: ['shared'] },
  media: { values: ['shared'] },
  selector: { values: ['shared'] },
  jsonpath: { values: ['shared'] },
  catalog: { values: ['shared', 'model'] },
  transport: { values: ['shared', 'media'], types: ['model'] },
  representation: { values: ['shared', 'model', 'media'] },
  identity: { values: ['shared', 'model', 'catalog'] },
  mapper: { values: ['shared', 'model', 'catalog'] },
  discovery: { values: ['shared', 'model', 'media', 'transport', 'catalog'] },
  resource: { values: ['shared', 'model', 'media', 'transport', 'representation', 'errors'], types: ['catalog'] },
  client: {
    values: ['shared', 'transport', 'representation', 'mapper', 'discovery', 'resource'],
    types: ['model', 'catalog'],
  },
  errors: {
    values: ['shared'],
    types: [
      'media',
      'jsonpath',
      'transport',
      'representation',
      'mapper',
      'discovery',
      'resource',
      'follow',
      'live',
      'informer',
      'admission',
      'census',
      'selector',
    ],
  },
  metadata: { values: ['shared', 'representation', 'errors'], types: ['model', ...typesOfTheCore] },
  follow: { values: ['shared', 'model', 'errors'], types: ['representation', 'resource'] },
  informer: {
    values: ['shared', 'model', 'selector', 'follow', 'live', 'errors'],
    types: ['catalog', 'mapper', 'representation', ...typesOfTheCore],
  },
  controller: {
    values: ['shared', 'model', 'owners', 'follow', 'informer', 'errors'],
    types: ['representation', 'transport', ...typesOfTheCore],
  },
  // Through the inner door of discovery.
  live: {
    values: ['shared', 'model', 'catalog', 'discovery', 'follow', 'errors'],
    types: ['representation', ...typesOfTheCore],
  },
  access: { values: ['shared', 'representation'], types: ['model', 'mapper', 'client'] },
  owners: { values: ['shared', 'model', 'catalog', 'identity', 'mapper'], types: ['metadata', 'resource'] },
  admission: { values: ['shared', 'model', 'identity'], types: ['catalog'] },
  census: { values: ['shared', 'model', 'catalog', 'identity'], types: ['metadata', 'resource'] },
  'identity face': {
    values: ['shared', 'model', 'identity', 'metadata', 'errors'],
    types: ['catalog', 'mapper', ...typesOfTheCore],
  },
  'owners face': {
    values: ['shared', 'model', 'identity', 'identity face', 'owners', 'metadata', 'follow', 'informer', 'errors'],
    types: ['representation', ...typesOfTheCore],
  },
  'admission face': {
    values: ['shared', 'identity face', 'admission', 'metadata'],
    types: ['catalog', 'identity', ...typesOfTheCore],
  },
  'census face': { values: ['shared', 'catalog', 'identity face', 'census', 'metadata'], types: typesOfTheCore },
  describe: {
    values: ['shared', 'model', 'selector', 'representation', 'identity', 'owners face', 'metadata'],
    types: ['catalog', 'owners', ...typesOfTheCore],
  },
  kubeconfig: { values: ['shared'], types: ['transport', 'client'] },
  // What does not go over HTTP/2 goes over the transport that is there already.
  http2: { values: ['shared', 'transport'] },
  // A store brings its codec along.
  stores: { values: ['shared', 'discovery'] },
  testing: { values: ['shared', 'model', 'media', 'selector', 'jsonpath'], types: ['catalog'] },
  yaml: { values: ['shared', 'media', 'representation'], types: ['model'] },
  cli: { values: [] },
};
/** The public list alone may take from every room of the root entry. */
export const notInTheRootEntry = ['controller', 'http2', 'kubeconfig', 'stores', 'testing', 'yaml', 'cli'];

/** The files of a room that are functions of a client. */
export const faces: Readonly<Record<string, readonly string[]>> = {
  identity: ['create-identity.ts', 'find-evidence.ts'],
  owners: ['create-owners.ts', 'informer-for-owners.ts'],
  admission: ['create-rules.ts'],
  census: ['create-census.ts'],
};

/** The one place (file or room) where each package and Node's own modules may be imported. */
export const onlyIn: Record<string, RegExp> = {
  axios: /^transport\/axios-transport\.ts$/,
  'lru-cache': /^(discovery\/documents\/memory-store|owners\/absent-owners)\.ts$/,
  'idb-keyval': /^stores\/browser\.ts$/,
  msw: /^testing\/msw\.ts$/,
  'string-width': /^representation\//,
  yaml: /^(kubeconfig|cli|yaml)\//,
  commander: /^cli\//,
  'lossless-json': /^cli\//,
  socks: /^kubeconfig\//,
  'node:': /^(http2\/|kubeconfig\/|cli\/|testing\/node\.ts$|stores\/file\.ts$)/,
};
export const publicEntries = [
  'index.ts',
  'controller/index.ts',
  'http2/index.ts',
  'kubeconfig/index.ts',
  'stores/browser.ts',
  'stores/file.ts',
  'stores/keyv.ts',
  'testing/index.ts',
  'testing/kubernetes.ts',
  'testing/node.ts',
  'yaml/index.ts',
];

/** The folders of the fake API server: each imports those before it alone. Its entries stand behind all of them. */
export const fakeServerOrder = ['wire', 'served', 'documents', 'store', 'verbs', 'views', 'http', 'server', 'entries'];
