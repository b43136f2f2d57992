import type { Client } from '../core/client.js';
import type { DiscoveryStore, StoreFailure } from '../core/discovery/documents/discovery-store.js';
import { createStoreCalls } from '../core/discovery/documents/store-calls.js';
import type { ResolveOptions } from '../core/mapper/resolution.js';
import type { Subject } from '../core/mapper/subject.js';
import { createAnswerBody, readJsonObject } from '../core/media/answer-body.js';
import { MalformedAnswerError } from '../core/media/errors.js';
import { formatGroupVersion, type GroupVersion } from '../core/model/group-version.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { CallOptions } from '../core/resource/options.js';
import {
  callOptionNames,
  requireAge,
  requireCallOptions,
  requireClient,
  requireCount,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  requireText,
  requireTexts,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { isJsonRecord, recordIn, type JsonRecord } from '../core/shared/json-record.js';
import { mapLimit, singleFlight } from '../core/shared/concurrency.js';
import { RecentMap } from '../core/shared/recent-map.js';
import { trimEnd } from '../core/shared/trim-end.js';
import { AnswerTooLargeError, ApiError, ConnectionError, TimeoutError } from '../core/transport/errors.js';
import { type OpenAPIDocument, type Schema, findSchema, documentProblem } from './document.js';
import { OpenAPIDocumentError, type OpenAPIFailureReason, SchemaNotFoundError } from './errors.js';
import { explainField, type ExplainOptions, type Explanation } from './explain.js';
import { findRepresentations, type VerbRepresentations } from './find-representations.js';

/** Options of {@link createOpenAPI}. */
export interface OpenAPIOptions {
  /**
   * A store for documents, by their hashes: a hash never means another document, so what is stored is used without
   * asking. It may be the store of discovery. @default none
   */
  readonly store?: DiscoveryStore | undefined;
  /** Called when the store could not be used, once for each kind of failure. @default nothing is called */
  readonly onStoreFailure?: ((failure: StoreFailure) => void) | undefined;
  /** The maximum size of one document, in bytes after decompression. @default 33_554_432 */
  readonly maxDocumentBytes?: number | undefined;
  /** How many documents are kept in memory: the most recently used. A server has about 40. @default 100 */
  readonly maxDocuments?: number | undefined;
  /** How long the index of the documents is not read again, in milliseconds. @default 10_000 */
  readonly maxAgeMs?: number | undefined;
}

/** Options of {@link OpenAPI.documents}. */
export interface DocumentsOptions extends CallOptions {
  /** The group-versions, such as `apps/v1`. @default all that the server has documents of */
  readonly groupVersions?: readonly string[] | undefined;
  /** How many documents are requested at once. @default 6 */
  readonly concurrency?: number | undefined;
}

/** The answer of {@link OpenAPI.documents}. */
export interface DocumentsAnswer {
  /** By group-version, in the order of the server's index. */
  readonly documents: Readonly<Record<string, OpenAPIDocument>>;
  /** The group-versions that could not be read, and why. */
  readonly failures: readonly OpenAPIDocumentError[];
}

/** The schema of the objects of a resource. */
export interface ResourceSchema {
  /** What the name was resolved to. */
  readonly mapping: RESTMapping;
  /** The name of the schema in the document, such as `io.k8s.api.apps.v1.Deployment`. */
  readonly name: string;
  /** The schema of the objects. */
  readonly schema: Schema;
  /** The document that the references of the schema lead into: see `resolveReference`. */
  readonly document: OpenAPIDocument;
}

/** What can be requested of a resource. */
export interface ResourceRepresentations {
  /** What the name was resolved to. */
  readonly mapping: RESTMapping;
  /** By the verbs that the resource has. */
  readonly verbs: Readonly<Partial<Record<string, VerbRepresentations>>>;
}

/**
 * The OpenAPI v3 documents of a server, read when asked for. A document is one group-version; a failure is of one
 * group-version, and the next call tries again. `timeoutMs` applies to each request of a document; the index has the
 * client's limit.
 *
 * @throws InvalidArgumentError, by every method, for arguments that can never work; ClientClosedError; the signal's
 * reason after an abort; OpenAPIDocumentError with no `groupVersion` if the server has no OpenAPI v3 (before Kubernetes
 * 1.24), or its index cannot be read
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export interface OpenAPI {
  /**
   * Returns the group-versions that the server has documents of, as its index lists them.
   *
   * @throws OpenAPIDocumentError if the index could not be read
   */
  groupVersions(options?: Pick<CallOptions, 'signal'>): Promise<readonly string[]>;
  /**
   * Returns the document of one group-version, given as `apps/v1` or as an object. The same object as before, as long as
   * it is kept and the server has no other; do not change it.
   *
   * @throws OpenAPIDocumentError if it could not be read
   */
  document(groupVersion: string | GroupVersion, options?: CallOptions): Promise<OpenAPIDocument>;
  /**
   * Returns several documents, and what could not be read. With a store, those that it holds cost no request.
   *
   * @throws OpenAPIDocumentError if the index could not be read
   * @example
   * const { documents, failures } = await createOpenAPI(client).documents();
   * console.log(Object.keys(documents).length, failures);
   */
  documents(options?: DocumentsOptions): Promise<DocumentsAnswer>;
  /**
   * Finds the schema of a resource, given by any name that `client.resolve` takes.
   *
   * @throws NoMatchError, GroupUnavailableError or AmbiguousMatchError as `client.resolve`; OpenAPIDocumentError if its
   *   document could not be read; SchemaNotFoundError if the document has no schema of its kind
   */
  schemaOf(resource: Subject, options?: CallOptions & ResolveOptions): Promise<ResourceSchema>;
  /**
   * Explains a resource, or the field to which a path such as `spec.template` leads: its type, its description and its
   * fields, as data. `formatExplanation` prints it as `kubectl explain` does.
   *
   * @param path names of fields, separated by dots or as a list @default the resource itself
   * @throws as {@link schemaOf}, SchemaNotFoundError also if the field does not exist; ExplanationTooLargeError
   * @example
   * console.log(formatExplanation(await createOpenAPI(client).explain('pods', 'spec.containers')));
   */
  explain(
    resource: Subject,
    path?: string | readonly string[],
    options?: CallOptions & ResolveOptions & ExplainOptions,
  ): Promise<Explanation>;
  /**
   * Finds what can be requested of a resource, given by any name that `client.resolve` takes: for each of its verbs the
   * media types for Accept and for Content-Type, each with its source.
   *
   * @throws as {@link schemaOf}, without SchemaNotFoundError
   * @example
   * const { verbs } = await createOpenAPI(client).representationsOf('deployments');
   * for (const { form, mediaType, source } of verbs['list']?.answers ?? []) console.log(form, mediaType, source);
   * console.log(verbs['patch']?.bodies.map(({ mediaType }) => mediaType));
   */
  representationsOf(resource: Subject, options?: CallOptions & ResolveOptions): Promise<ResourceRepresentations>;
  /** Forgets the index and the documents in memory, so that the next call reads the index. The store is kept. */
  invalidate(): void;
}

const optionChecks: OptionChecks<OpenAPIOptions> = {
  store: (option, value) => requireMethods(option, value, ['get', 'set', 'delete']),
  onStoreFailure: requireFunction,
  maxDocumentBytes: requireCount,
  maxDocuments: requireCount,
  maxAgeMs: requireAge,
};
const documentsChecks: OptionChecks<DocumentsOptions> = {
  ...callOptionNames,
  groupVersions: requireTexts,
  concurrency: requireCount,
};
const schemaChecks = { ...callOptionNames, verbs: true, scope: true, ambiguity: true } as const;
const explainChecks = { ...schemaChecks, recursive: true, maxDepth: true } as const;

const indexPath = '/openapi/v3';
const mediaType = 'application/json';

/** Where a document is: the path is that of a group-version, the hash that of its present content. */
interface Address {
  readonly path: string;
  readonly hash: string | undefined;
}

/** By group-version; undefined where the index has no path on the server. */
type Index = ReadonlyMap<string, Address | undefined>;

/**
 * Creates the {@link OpenAPI} of a client. It sends nothing before the first call.
 *
 * @throws InvalidArgumentError if the argument is not a client, or for invalid options
 * @example
 * const openapi = createOpenAPI(client);
 * const { schema } = await openapi.schemaOf('deployments');
 * console.log(schema.description);
 */
export function createOpenAPI(client: Client, options: OpenAPIOptions = {}): OpenAPI {
  requireClient(client);
  const { store, onStoreFailure, ...limits } = requireKnownOptions(options, optionChecks);
  const { maxDocumentBytes = 33_554_432, maxDocuments = 100, maxAgeMs = 10_000 } = limits;
  // A hash names content, so the same document of two servers is stored once.
  const stored =
    store && createStoreCalls({ store, scope: ['openapi'], onFailure: onStoreFailure, date: () => Date.now() });
  const kept = new RecentMap<string, OpenAPIDocument>(maxDocuments);
  let index: { readonly value: Index; readonly readAt: number } | undefined;

  const readIndex = singleFlight(async (signal) => {
    const value = await ask(undefined, async () => {
      const answer = await client.request({ path: indexPath, signal, maxBytes: maxDocumentBytes });
      return parseIndex(readJsonObject(answer)['paths'], client.server);
    });
    index = { value, readAt: performance.now() };
    return value;
  });
  const currentIndex = async ({ signal }: CallOptions): Promise<Index> =>
    index !== undefined && performance.now() - index.readAt < maxAgeMs ? index.value : readIndex.run(signal);

  const keep = (groupVersion: string, hash: string, document: OpenAPIDocument): OpenAPIDocument => {
    kept.set(`${groupVersion} ${hash}`, document);
    return document;
  };
  const readStored = async (words: readonly string[], path: string): Promise<OpenAPIDocument | undefined> => {
    const record = await stored?.read(...words);
    try {
      return record && parseDocument(readJsonObject(createAnswerBody({ content: record.content, path })), path);
    } catch (error) {
      stored?.refuse(words, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };

  const read = async (groupVersion: string, options: CallOptions): Promise<OpenAPIDocument> => {
    const addresses = await currentIndex(options);
    const address = addresses.get(groupVersion);
    if (address === undefined) {
      throw addresses.has(groupVersion)
        ? new OpenAPIDocumentError(
            groupVersion,
            'malformed',
            'the index of the documents has no path on the server for it',
          )
        : new OpenAPIDocumentError(groupVersion, 'notFound', 'the server has no OpenAPI document for it');
    }
    const { path, hash } = address;
    if (hash !== undefined) {
      const known = kept.get(`${groupVersion} ${hash}`) ?? (await readStored([groupVersion, hash], path));
      if (known !== undefined) return keep(groupVersion, hash, known);
    }
    return ask(groupVersion, async () => {
      const request = { path, accept: mediaType, maxBytes: maxDocumentBytes, ...options };
      // The document may have changed since the index was read: then the server redirects to its present hash.
      const expected = hash === undefined ? [] : [301];
      let answer = await client.request({ ...request, query: { hash }, expected });
      if (answer.status === 301) answer = await client.request(request);
      const document = parseDocument(readJsonObject(answer), path);
      const received = answer.headers['etag']?.replace(/^W\//, '').replace(/^"(.*)"$/, '$1') ?? hash;
      if (received === undefined) return document;
      void stored?.write([groupVersion, received], { mediaType }, answer.bytes());
      // So that a program may end afterwards; for a store that takes too long, nobody waits again.
      await stored?.flush();
      return keep(groupVersion, received, document);
    });
  };

  const documentOf = async (
    resource: Subject,
    { signal, timeoutMs, ...choice }: CallOptions & ResolveOptions,
  ): Promise<Pick<ResourceSchema, 'mapping' | 'document'>> => {
    const { mapping } = await client.resolve(resource, { ...choice, signal });
    return { mapping, document: await read(formatGroupVersion(mapping.resource), { signal, timeoutMs }) };
  };

  return Object.freeze<OpenAPI>({
    async groupVersions(options = {}) {
      return [...(await currentIndex(requireCallOptions(options, { signal: true }, client))).keys()];
    },
    async document(groupVersion, options = {}) {
      const { signal, timeoutMs } = requireCallOptions(options, callOptionNames, client);
      return read(textOf(groupVersion), { signal, timeoutMs });
    },
    async documents(options = {}) {
      const { groupVersions, concurrency = 6, ...call } = requireCallOptions(options, documentsChecks, client);
      const names = groupVersions ?? [...(await currentIndex(call)).keys()];
      const answers = await mapLimit(names, concurrency, async (name) => {
        try {
          return { name, document: await read(name, call) };
        } catch (error) {
          if (error instanceof OpenAPIDocumentError && error.groupVersion !== undefined) return error;
          throw error;
        }
      });
      // No name of a server becomes a prototype.
      const documents = Object.create(null) as Record<string, OpenAPIDocument>;
      const failures: OpenAPIDocumentError[] = [];
      for (const answer of answers) {
        if (answer instanceof OpenAPIDocumentError) failures.push(answer);
        else documents[answer.name] = answer.document;
      }
      return { documents, failures };
    },
    async schemaOf(resource, options = {}) {
      const { mapping, document } = await documentOf(resource, requireCallOptions(options, schemaChecks, client));
      const found = findSchema(document, mapping.kind);
      if (found !== undefined) return { mapping, ...found, document };
      const groupVersion = formatGroupVersion(mapping.resource);
      throw new SchemaNotFoundError(`the OpenAPI document of ${groupVersion} has no schema of ${mapping.kind.kind}`);
    },
    async representationsOf(resource, options = {}) {
      const { mapping, document } = await documentOf(resource, requireCallOptions(options, schemaChecks, client));
      const verbs = await client.handle(mapping).verbs({ signal: options.signal });
      return { mapping, verbs: findRepresentations(document, { ...mapping.resource, verbs }) };
    },
    async explain(resource, path = [], options = {}) {
      const { recursive, maxDepth, ...call } = requireCallOptions(options, explainChecks, client);
      const { mapping, document } = await documentOf(resource, call);
      const names = typeof path === 'string' ? path.split('.').filter((name) => name !== '') : path;
      return explainField(document, mapping.resource, names, { recursive, maxDepth });
    },
    invalidate() {
      index = undefined;
      kept.clear();
    },
  });
}

function textOf(groupVersion: string | GroupVersion): string {
  return typeof groupVersion === 'object'
    ? formatGroupVersion(groupVersion)
    : requireText('groupVersion', groupVersion);
}

/** Reads the addresses of the group-versions. An index has more: `version`, `apis/apps`. */
function parseIndex(paths: unknown, server: string): Index {
  if (!isJsonRecord(paths)) throw new MalformedAnswerError(indexPath, 'the index of the documents has no paths');
  const index = new Map<string, Address | undefined>();
  for (const key of Object.keys(paths)) {
    const [, core, named] = /^(?:api\/([^/]+)|apis\/([^/]+\/[^/]+))$/.exec(key) ?? [];
    const groupVersion = core ?? named;
    if (groupVersion !== undefined) index.set(groupVersion, readAddress(recordIn(paths, key), server));
  }
  return index;
}

/** Reads an address, which may only lead to where the credentials of the client belong. */
function readAddress({ serverRelativeURL: address }: JsonRecord, server: string): Address | undefined {
  const nowhere = 'http://relative.invalid';
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, nowhere)) return undefined;
  const { origin, pathname, searchParams } = new URL(address, nowhere);
  // The path of the base URL is nothing that a server behind it knows.
  const basePath = trimEnd(new URL(server, nowhere).pathname, '/');
  const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
  if (origin !== nowhere || !path.startsWith(`${indexPath}/`)) return undefined;
  return { path, hash: searchParams.get('hash') ?? undefined };
}

function parseDocument(value: OpenAPIDocument, path: string): OpenAPIDocument {
  const problem = documentProblem(value);
  if (problem !== undefined) throw new MalformedAnswerError(path, problem);
  return value;
}

/** Turns a failure into one of the group-version; undefined for the index. Aborts and the like stay what they are. */
async function ask<T>(groupVersion: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { message } = cause as Error;
    const fail = (reason: OpenAPIFailureReason, text = message): OpenAPIDocumentError =>
      new OpenAPIDocumentError(groupVersion, reason, text, { cause });
    if (cause instanceof MalformedAnswerError) throw fail('malformed');
    if (cause instanceof AnswerTooLargeError) {
      throw fail('malformed', `the document is larger than ${cause.maxBytes} bytes (maxDocumentBytes)`);
    }
    if (cause instanceof ConnectionError || cause instanceof TimeoutError) throw fail('unreachable');
    if (!(cause instanceof ApiError)) throw cause;
    if (cause.statusCode === 401 || cause.statusCode === 403) throw fail('denied');
    if (cause.statusCode !== 404) throw fail('unreachable');
    throw fail(
      'notFound',
      groupVersion === undefined ? 'the server has no OpenAPI v3 (Kubernetes before 1.24)' : message,
    );
  }
}
