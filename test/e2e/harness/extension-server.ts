import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '../../../src/index.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';

/** A resource as an extension server publishes it, with only the required fields unless set. */
export interface ExtensionResource {
  readonly plural: string;
  readonly kind: string;
  /** @default 'Namespaced' */
  readonly scope?: Scope | undefined;
  readonly shortNames?: readonly string[] | undefined;
  /** The verbs that it publishes; it only answers get and list. @default get and list */
  readonly verbs?: readonly string[] | undefined;
  /**
   * A field that kube-apiserver does not have: servers that implement KEP-31 use it to mark endpoints of one set of
   * objects.
   */
  readonly internalID?: string | undefined;
  /** The same under its later name in the design. */
  readonly resourceID?: string | undefined;
  /**
   * The names of its objects; those of namespaced resources are in `default`. An object of one set has the same UID in
   * each endpoint.
   */
  readonly objects?: readonly string[] | undefined;
}

/** One group-version of an extension server. */
export interface ExtensionGroup {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ExtensionResource[];
}

/**
 * An HTTPS server on loopback that only supports legacy discovery and no tables, like servers built with old libraries.
 */
export interface ExtensionServer {
  readonly port: number;
  /** The Accept header and path of each request for a discovery document. */
  readonly asked: readonly string[];
  /** Stops the server; another one may use its port. */
  stop(): Promise<void>;
}

/** Starts an extension server on a port of 127.0.0.1. `registerExtension` registers it with a real server. */
export async function startExtensionServer(groups: readonly ExtensionGroup[], port: number): Promise<ExtensionServer> {
  const { certificate: cert, key } = createCertificateAuthority('kubeatlas e2e extension').issue({
    commonName: 'extension',
    hosts: ['localhost', '127.0.0.1'],
  });
  const asked: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    if (/^\/apis(\/[^/]+\/[^/]+)?$/.test(pathname)) asked.push(`${pathname} ${request.headers.accept ?? ''}`);
    answer(request, response, answerTo(pathname, groups));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port,
    asked,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

/**
 * Answers with plain JSON, the only type that it can write: 406 if the client only accepts others, whatever the
 * parameters.
 */
function answer({ headers, method }: IncomingMessage, response: ServerResponse, body: object | undefined): void {
  const clauses = (headers.accept ?? '*/*').split(',').map((clause) => clause.trim());
  const acceptable = clauses.some((clause) => clause === '*/*' || /^application\/(\*|json)(;q=[\d.]+)?$/.test(clause));
  const [status, text] =
    body === undefined || method !== 'GET'
      ? [404, '404 page not found\n']
      : acceptable
        ? [200, JSON.stringify(body)]
        : [406, 'only application/json is served\n'];
  response.writeHead(status, { 'content-type': status === 200 ? 'application/json' : 'text/plain' }).end(text);
}

function answerTo(pathname: string, groups: readonly ExtensionGroup[]): object | undefined {
  const [root, group, version, ...rest] = pathname.split('/').slice(1);
  if (root !== 'apis') return undefined;
  if (group === undefined) return groupList(groups);
  const found = groups.find((each) => each.group === group && each.version === version);
  if (found === undefined) return undefined;
  if (rest.length === 0) return resourceList(found);
  const [plural, name] = rest[0] === 'namespaces' ? rest.slice(2) : rest;
  const resource = found.resources.find((each) => each.plural === plural);
  if (resource === undefined) return undefined;
  const items = (resource.objects ?? []).map((each) => ({
    ...typeOf(found, resource),
    metadata: metadataOf(each, resource),
  }));
  if (name !== undefined) return items.find(({ metadata }) => metadata.name === name);
  const { apiVersion, kind } = typeOf(found, resource);
  return { apiVersion, kind: `${kind}List`, metadata: { resourceVersion: '1' }, items };
}

function metadataOf(
  name: string,
  { plural, scope, internalID, resourceID }: ExtensionResource,
): { readonly name: string; readonly namespace?: string; readonly uid: string } {
  const uid = `${internalID ?? resourceID ?? plural}-${name}`;
  return { name, ...(scope !== 'Cluster' && { namespace: 'default' }), uid };
}

function groupList(groups: readonly ExtensionGroup[]): object {
  const items = groups.map(({ group, version }) => {
    const preferredVersion = { groupVersion: `${group}/${version}`, version };
    return { name: group, versions: [preferredVersion], preferredVersion };
  });
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: items };
}

function resourceList({ group, version, resources }: ExtensionGroup): object {
  const entries = resources.flatMap(({ plural, kind, scope, verbs = ['get', 'list'], ...said }) => {
    const { shortNames, internalID, resourceID } = said;
    const namespaced = scope !== 'Cluster';
    return [
      { name: plural, singularName: '', namespaced, kind, verbs, shortNames, internalID, resourceID },
      { name: `${plural}/status`, singularName: '', namespaced, kind, verbs: ['get'] },
      {
        name: `${plural}/scale`,
        singularName: '',
        namespaced,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get'],
      },
    ];
  });
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/${version}`, resources: entries };
}

function typeOf({ group, version }: ExtensionGroup, { kind }: ExtensionResource): { apiVersion: string; kind: string } {
  return { apiVersion: `${group}/${version}`, kind };
}
