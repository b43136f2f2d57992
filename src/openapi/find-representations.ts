import { formatMediaType, parseMediaType, kindMediaType } from '../core/media/media-type.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { isJsonRecord, recordIn, type JsonRecord } from '../core/shared/json-record.js';
import { operationsOf, type OpenAPIDocument, type PathItem } from './document.js';

/**
 * Why a media type is there: the `document` of the server declares it, or it is a `rule` that holds for every resource of
 * kube-apiserver and for custom resources, of which no document says anything. Other servers behind the aggregation layer may
 * refuse what is there by a rule.
 */
export type RepresentationSource = 'document' | 'rule';

/** A form in which objects can be requested. */
export interface RequestableForm {
  /** Whole objects, their rows in a Table, or their metadata alone. */
  readonly form: 'Object' | 'Table' | 'PartialObjectMetadata';
  /** The media type for Accept: `application/json;g=meta.k8s.io;v=v1;as=Table`. */
  readonly mediaType: string;
  /** How that is known. */
  readonly source: RepresentationSource;
}

/** A media type in which a body can be sent; of a patch it also names the type of the patch. */
export interface SendableForm {
  /** The media type for Content-Type: `application/merge-patch+json`. */
  readonly mediaType: string;
  /** How that is known. */
  readonly source: RepresentationSource;
}

/** What can be requested with one verb of a resource. */
export interface VerbRepresentations {
  /** The forms of the answer, or of the objects in the events of a watch. A `delete` may be answered with a Status. */
  readonly answers: readonly RequestableForm[];
  /** The media types of the body: none for verbs that send none. */
  readonly bodies: readonly SendableForm[];
}

/** A resource with its verbs, as discovery lists them: a `ResourceEntry`, for example. */
export interface ResourceWithVerbs extends GroupVersionResource {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; others are ignored. */
  readonly verbs: readonly string[];
}

/** What a verb is as a request. A list answers with a kind of its own, in which no single object can be requested. */
interface Request {
  readonly method: keyof PathItem;
  readonly at: 'object' | 'collection';
  readonly answers: 'one' | 'many' | 'events';
  readonly body: 'none' | 'object' | 'patch' | 'options';
}

const requests: Readonly<Record<string, Request>> = {
  get: { method: 'get', at: 'object', answers: 'one', body: 'none' },
  list: { method: 'get', at: 'collection', answers: 'many', body: 'none' },
  watch: { method: 'get', at: 'collection', answers: 'events', body: 'none' },
  create: { method: 'post', at: 'collection', answers: 'one', body: 'object' },
  update: { method: 'put', at: 'object', answers: 'one', body: 'object' },
  patch: { method: 'patch', at: 'object', answers: 'one', body: 'patch' },
  delete: { method: 'delete', at: 'object', answers: 'one', body: 'options' },
  deletecollection: { method: 'delete', at: 'collection', answers: 'many', body: 'options' },
};

const json = 'application/json';
const yaml = 'application/yaml';
const protobuf = 'application/vnd.kubernetes.protobuf';

/** What kube-apiserver serves of every resource and declares of none. */
const typesOf = {
  Table: { objects: [json, yaml], events: [json] },
  PartialObjectMetadata: { objects: [json, yaml, protobuf], events: [json, protobuf] },
};

/** The types of patches that custom resources have as well. */
const patches: readonly string[] = ['application/json-patch+json', 'application/merge-patch+json'];

/**
 * Finds what can be requested of a resource, by verb: media types for Accept and for Content-Type. Whole objects and bodies
 * are as the document of the group-version declares them; Tables and metadata are declared nowhere and served by rule. For a
 * resource of a server, use `createOpenAPI(client).representationsOf`. A verb that the resource does not have is missing.
 *
 * @example
 * const catalog = await client.discovery.catalog();
 * const [pods] = catalog.resources({ group: '' }).filter(({ resource }) => resource === 'pods');
 * const document = await createOpenAPI(client).document('v1');
 * if (pods !== undefined) console.log(findRepresentations(document, pods)['watch']?.answers);
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
 */
export function findRepresentations(
  document: OpenAPIDocument,
  resource: ResourceWithVerbs,
): Readonly<Partial<Record<string, VerbRepresentations>>> {
  // Reviews and bindings, which are not stored, have no Table.
  const hasTable = ['get', 'list'].some((verb) => resource.verbs.includes(verb));
  const verbs = Object.entries(requests).filter(([verb]) => resource.verbs.includes(verb));
  return Object.fromEntries(
    verbs.map(([verb, request]) => {
      const operation = findOperation(document, resource, request);
      const whole = wholeTypes(operation, request);
      const list = request.answers === 'many' ? 'List' : '';
      const asKind = (form: 'Table' | 'PartialObjectMetadata'): RequestableForm[] =>
        typesOf[form][request.answers === 'events' ? 'events' : 'objects'].map((type) => {
          const kind = { group: 'meta.k8s.io', version: 'v1', kind: form === 'Table' ? form : `${form}${list}` };
          const mediaType = formatMediaType(kindMediaType(kind, { type, parameters: new Map() }));
          return { form, mediaType, source: 'rule' };
        });
      const answers: RequestableForm[] = [
        ...whole.map((each) => ({ form: 'Object', ...each }) as const),
        ...(hasTable ? asKind('Table') : []),
        ...asKind('PartialObjectMetadata'),
      ];
      return [verb, { answers, bodies: bodyTypes(operation, request, whole) }];
    }),
  );
}

/** The media types of whole objects: those that the document declares, or else JSON. */
function wholeTypes(operation: JsonRecord, { answers }: Request): readonly SendableForm[] {
  const responses = recordIn(operation, 'responses');
  const declared = Object.keys(responses).filter((status) => status.startsWith('2'));
  const types = declared.flatMap((status) => Object.keys(recordIn(recordIn(responses, status), 'content')));
  const fitting = types.flatMap((text) => {
    const type = parseMediaType(text);
    const isOfWatch = type?.parameters.get('stream') === 'watch';
    // Documents declare more for a watch than servers stream, and what they stream with this parameter.
    return type !== undefined && isOfWatch === (answers === 'events') ? [type.type] : [];
  });
  if (fitting.length === 0) return [{ mediaType: json, source: 'rule' }];
  return [...new Set(fitting)].map((mediaType) => ({ mediaType, source: 'document' }));
}

function bodyTypes(operation: JsonRecord, { body }: Request, whole: readonly SendableForm[]): readonly SendableForm[] {
  const content = recordIn(recordIn(operation, 'requestBody'), 'content');
  const declared = Object.keys(content).filter((type) => type !== '*/*');
  const byRule: Readonly<Record<Request['body'], readonly string[]>> = {
    none: [],
    object: declared.length > 0 ? [] : whole.map(({ mediaType }) => mediaType),
    patch: declared.length > 0 ? [] : patches,
    // Of every resource the same DeleteOptions.
    options: [json, yaml, protobuf].filter((type) => !declared.includes(type)),
  };
  return [
    ...declared.map((mediaType) => ({ mediaType, source: 'document' }) as const),
    ...byRule[body].map((mediaType) => ({ mediaType, source: 'rule' }) as const),
  ];
}

/** Finds the operation of a verb, in all namespaces or in one. */
function findOperation(document: OpenAPIDocument, resource: GroupVersionResource, { method, at }: Request): JsonRecord {
  const operations = operationsOf(document, resource)[at].map((item) => item[method]);
  return operations.find(isJsonRecord) ?? {};
}
