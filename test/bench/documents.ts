import type { TransportAnswer } from '../../src/core/transport/transport.js';

/** The discovery documents of one server, as bytes. */
export interface Documents {
  readonly api: Uint8Array;
  readonly apis: Uint8Array;
}

/** The names of the group at an index, which all follow the same pattern. */
export interface Names {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortName: string;
}

/** Returns the names of the group at an index. */
export function namesOf(place: number): Names {
  const letters = lettersOf(place);
  const word = `${letters}widget`;
  return {
    group: `${letters}.team${place % 97}.example.com`,
    plural: `${word}s`,
    singular: word,
    kind: `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    shortName: `${letters}w`,
  };
}

/**
 * Returns aggregated documents of a server with that many custom groups, each with two versions of one resource that
 * has a short name, two categories and a status. Fields and verbs are those that kube-apiserver has for custom
 * resources.
 */
export function documentsOf(groups: number): Documents {
  return { api: render([]), apis: render(Array.from({ length: groups }, (_, place) => groupOf(namesOf(place)))) };
}

/** The content type of {@link documentsOf}. */
export const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Answers a request from the documents. */
export function answer(documents: Documents, url: string): TransportAnswer {
  const bytes = url.endsWith('/api') ? documents.api : documents.apis;
  return { status: 200, headers: { 'content-type': aggregatedType }, body: onePiece(bytes) };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Decodes bytes as text. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function render(items: readonly object[]): Uint8Array {
  const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
  return new TextEncoder().encode(`${JSON.stringify(list)}\n`);
}

function groupOf(names: Names): object {
  const versions = ['v1', 'v1beta1'].map((version) => ({
    version,
    resources: [resourceOf(names, version)],
    freshness: 'Current',
  }));
  return { metadata: { name: names.group, creationTimestamp: null }, versions };
}

function resourceOf({ group, plural, singular, kind, shortName }: Names, version: string): object {
  const responseKind = { group, version, kind };
  return {
    resource: plural,
    responseKind,
    scope: 'Namespaced',
    singularResource: singular,
    verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
    shortNames: [shortName],
    categories: ['all', 'widgets'],
    subresources: [{ subresource: 'status', responseKind, verbs: ['get', 'patch', 'update'] }],
  };
}

/** Returns letters for an index: 0 is a, 25 is z, 26 is ba. */
function lettersOf(place: number): string {
  const rest = Math.floor(place / 26);
  return (rest === 0 ? '' : lettersOf(rest)) + String.fromCharCode(97 + (place % 26));
}
