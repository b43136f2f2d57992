import type { CapturedDocument } from '../served/captured-documents.js';
import type { FakeSchemas } from '../served/options.js';
import type { Registry } from '../served/registry.js';
import { methodNotAllowed } from '../wire/refusals.js';
import { emptyReply, textReply, type Reply } from '../wire/reply.js';
import { etagOf } from './etag.js';
import { namesByKind, openAPIPath, renderOpenAPI, type SchemaNames } from './openapi-documents.js';

const root = '/openapi/v3';
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** The attributes of a request on which an OpenAPI answer depends. */
export interface OpenAPIRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly ifNoneMatch: string | null;
  readonly accept: string | null;
  readonly now: () => Date;
}

/** Answers `/openapi/v3` and the paths below; undefined for any other path. */
export type OpenAPIAnswers = (request: OpenAPIRequest) => Promise<Reply | undefined>;

interface Published {
  readonly text: string;
  readonly hash: string;
}

/**
 * Answers with the documents that were given, and with those made of the schemas of built-in kinds and definitions.
 * Documents are made when they are asked for, and kept until the registry changes.
 *
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export function createOpenAPIAnswers(registry: Registry, schemas: FakeSchemas): OpenAPIAnswers {
  let names: SchemaNames | undefined;
  let revision = registry.revision;
  let published = new Map<string, Promise<Published>>();

  const publish = (path: string, captured: CapturedDocument | undefined, make: () => unknown): Promise<Published> => {
    const body = captured === undefined ? make() : captured.body;
    const text = JSON.stringify(body);
    const made = etagOf(text).then((etag) => ({ text, hash: etag.slice(1, -1) }));
    published.set(path, made);
    return made;
  };
  /** Returns every document by its path; those of one path only if it is given. */
  const documents = (only?: string): (readonly [path: string, document: Promise<Published>])[] => {
    if (revision !== registry.revision) {
      revision = registry.revision;
      published = new Map();
    }
    return registry.versions().flatMap(({ group, version, resources }) => {
      const path = openAPIPath({ group, version });
      if (only !== undefined && path !== only) return [];
      const make = (): unknown => {
        names ??= namesByKind(schemas);
        return renderOpenAPI(resources, { schemas, names });
      };
      return [[path, published.get(path) ?? publish(path, registry.captured(`${root}/${path}`), make)] as const];
    });
  };

  return async ({ method, path: asked, query, ifNoneMatch, accept, now }) => {
    const path = asked.replace(/\/$/, '');
    if (path === '/openapi/v2' && method === 'GET') return version2(accept);
    if (path !== root && !path.startsWith(`${root}/`)) return undefined;
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
    if (path === root) {
      const entries = documents().map(async ([name, document]) => {
        return [name, { serverRelativeURL: `${root}/${name}?hash=${(await document).hash}` }] as const;
      });
      const index = JSON.stringify({ paths: Object.fromEntries(await Promise.all(entries)) });
      const { status, headers } = textReply(200, index);
      return { status, headers: new Map([...headers].filter(([name]) => !name.startsWith('x-'))), body: index };
    }
    const name = path.slice(root.length + 1);
    const [found] = documents(name);
    if (found === undefined) return emptyReply(404, {});
    const { text, hash } = await found[1];
    const given = query.get('hash');
    const head = { 'content-type': 'application/json', etag: `"${hash}"`, vary: 'Accept' };
    if (given !== null && given !== hash) {
      return emptyReply(301, { ...head, location: `${root}/${name}?hash=${hash}` });
    }
    const isKept = given === null ? {} : keptFor(now());
    if (ifNoneMatch === head.etag) return emptyReply(304, { ...head, ...isKept });
    const headers = { 'cache-control': 'no-cache, private', ...head, ...isKept };
    return { status: 200, headers: new Map(Object.entries(headers)), body: text };
  };
}

const infoOfVersion2 = { title: 'Kubernetes', version: 'unversioned' };
const protobufOfVersion2 = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/**
 * Answers `/openapi/v2` with a document without paths and definitions: kubectl asks for it where version 3 has no answer,
 * as for a manifest of kind List, and then leaves all validation to the server.
 */
function version2(accept: string | null): Reply {
  const field = (tag: number, value: string): string => String.fromCharCode(tag, value.length) + value;
  const info = field(0x0a, infoOfVersion2.title) + field(0x12, infoOfVersion2.version);
  const binary = Uint8Array.from(field(0x0a, '2.0') + field(0x12, info), (character) => character.charCodeAt(0));
  const isBinary = accept?.includes('proto-openapi.spec.v2') === true;
  const body = isBinary ? binary : JSON.stringify({ swagger: '2.0', info: infoOfVersion2, paths: {}, definitions: {} });
  const headers = { 'content-type': isBinary ? protobufOfVersion2 : 'application/json', vary: 'Accept' };
  return { status: 200, headers: new Map(Object.entries(headers)), body };
}

/** A document under its hash never changes. */
function keptFor(now: Date): { 'cache-control': string; expires: string } {
  const expires = new Date(now.getTime() + yearMs).toUTCString().replace('GMT', 'UTC');
  return { 'cache-control': 'public, immutable', expires };
}
