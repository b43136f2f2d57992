/** What a folder of the core may import of which others. */
interface Rights {
  readonly values: readonly string[];
  /** Folders of which only types may come. */
  readonly types?: readonly string[];
}

/**
 * The folders of `src/core`, by what each may import of the others: the table of docs/architecture.md. `client` stands for
 * the files of `src/core` itself.
 */
export const coreMayImport: Readonly<Record<string, Rights>> = {
  shared: { values: [] },
  model: { values: [] },
  media: { values: ['shared'] },
  selector: { values: ['shared'] },
  catalog: { values: ['shared', 'model'] },
  transport: { values: ['shared', 'media'], types: ['model'] },
  representation: { values: ['shared', 'model', 'media', 'selector'] },
  mapper: { values: ['shared', 'model', 'catalog'] },
  discovery: { values: ['shared', 'model', 'media', 'transport', 'catalog'] },
  resource: {
    values: ['shared', 'model', 'media', 'transport', 'representation', 'errors'],
    types: ['catalog'],
  },
  metadata: { values: ['shared', 'representation', 'errors'], types: ['model', 'client', 'resource'] },
  access: { values: ['shared', 'representation'], types: ['model', 'mapper', 'client'] },
  client: {
    values: ['shared', 'transport', 'representation', 'mapper', 'discovery', 'resource'],
    types: ['model', 'catalog'],
  },
  // The union of the errors that the root entry exports.
  errors: {
    values: ['shared'],
    types: ['media', 'transport', 'representation', 'mapper', 'discovery', 'resource', 'selector', 'watch'],
  },
};

/**
 * Everything else is made of a client: it may import `core/shared` and `core/model`, and otherwise what a user could, which is
 * what some entry exports. These are the folders of which it knows more.
 */
export const beyond: Readonly<Record<string, readonly string[]>> = {
  admission: ['core/metadata', 'identity'],
  census: ['core/catalog', 'identity'],
  // Through the inner handle of a handle.
  connect: ['core/resource', 'core/selector', 'core/transport'],
  // Through the inner handle of a handle.
  controller: ['watch', 'core/resource', 'core/selector', 'core/transport'],
  // The watches and the views of many clusters, controllers with a check in front, and what tells columns apart.
  fleet: ['controller', 'core/resource', 'representations', 'views', 'watch'],
  http2: ['core/transport'],
  identity: ['core/catalog'],
  // Its limits for hostile YAML.
  kubeconfig: ['yaml'],
  // The calls of a store, and answers.
  openapi: ['core/discovery', 'core/media'],
  owners: ['core/metadata', 'identity', 'watch'],
  // Who sends what is a matter of each request.
  proxy: ['core/transport'],
  representations: ['core/media', 'core/representation', 'core/metadata', 'core/selector'],
  testing: ['core/media', 'core/selector', 'representations'],
  upgrade: ['core/metadata', 'identity'],
  // Through what discovery and a handle show to this package alone.
  watch: ['core/discovery', 'core/resource', 'core/selector'],
  // Its listeners; where a reader is in a log; the managedFields of an object.
  views: ['connect', 'representations', 'watch'],
  yaml: ['core/media'],
};

/** The files of an entry that are functions of a client: the others send no request. */
export const functionsOfAClient: Readonly<Record<string, readonly string[]>> = {
  identity: ['create-identity.ts', 'find-evidence.ts'],
  openapi: ['create-openapi.ts'],
  owners: ['create-owners.ts', 'informer-for-owners.ts'],
  admission: ['create-rules.ts'],
  census: ['create-census.ts'],
  upgrade: ['check-upgrade.ts', 'migrate-storage.ts'],
};

/** What sends requests. */
export const sendsRequests = ['transport', 'discovery', 'resource', 'metadata', 'client'];

/** The one file or folder where each package and Node's own modules may be imported. */
export const onlyIn: Record<string, RegExp> = {
  axios: /^core\/transport\/axios-transport\.ts$/,
  'idb-keyval': /^stores\/browser\.ts$/,
  '@marcbachmann/cel-js': /^(testing\/schemas\/cel|cli\/commands\/fake)/,
  re2js: /^(testing\/schemas\/patterns|cli\/commands\/check)/,
  msw: /^testing\/msw\.ts$/,
  '@tanstack/react-virtual': /^dashboard\//,
  kubeatlas: /^dashboard\//,
  react: /^(react|dashboard)\//,
  'react-dom': /^dashboard\//,
  vite: /^dashboard\/vite\.config\.ts$/,
  'string-width': /^(core\/representation|representations|cli)\//,
  yaml: /^(kubeconfig|cli|yaml)\//,
  commander: /^cli\//,
  ws: /^(proxy\/pass-(sockets|streams)|cli\/dashboard-ports)\.ts$/,
  'lossless-json': /^cli\//,
  socks: /^kubeconfig\//,
  'node:': /^(http2\/|kubeconfig\/|cli\/|proxy\/|dashboard\/vite\.config|testing\/(node\.ts$|tls\/)|stores\/file\.ts$)/,
};

/** The folders of the fake API server: each imports those before it alone. Its entries stand behind all of them. */
export const fakeServerOrder = [
  'wire',
  'protobuf',
  'defaults',
  'served',
  'schemas',
  'documents',
  'store',
  'verbs',
  'views',
  'http',
  'server',
  'tls',
  'entries',
];
