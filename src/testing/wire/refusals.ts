import { formatGroupResource, type GroupResource } from '../../core/model/group-version-resource.js';
import type { Status, StatusDetails } from '../../core/model/status.js';
import { quote } from '../../core/shared/quote.js';
import { Refusal } from '../errors.js';
import { jsonReply, textReply } from './reply.js';

type Failure = Pick<Status, 'message' | 'reason' | 'details'> & { readonly continue?: string };

/** Returns a failure as a `Status`, with the fields and the text of a real server. */
export function refuse(code: number, failure: Failure): Refusal {
  return new Refusal(jsonReply(code, failureStatus(code, failure)));
}

export function failureStatus(code: number, { continue: token, message, reason, details }: Failure): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: token === undefined ? {} : { continue: token },
    status: 'Failure',
    message,
    reason,
    details,
    code,
  };
}

/** The object does not exist: the only 404 that names it. */
export function objectNotFound(resource: GroupResource, name: string): Refusal {
  const message = `${formatGroupResource(resource)} ${JSON.stringify(name)} not found`;
  return refuse(404, { message, reason: 'NotFound', details: detailsOf(resource, name) });
}

/** The path leads to no resource of a known group: 404 with empty details. */
export function resourceNotFound(): Refusal {
  return refuse(404, {
    message: 'the server could not find the requested resource',
    reason: 'NotFound',
    details: {},
  });
}

/** Neither the resource nor its group is known: 404 that is not a `Status`. */
export function pageNotFound(): Refusal {
  return new Refusal(textReply(404, '404 page not found\n'));
}

/** The path cannot be decoded. */
export function malformedPath(): Refusal {
  const headers = new Map([['content-type', 'text/plain; charset=utf-8']]);
  return new Refusal({ status: 400, headers, body: '400 Bad Request' });
}

/** The server behind a group-version does not answer: 503 that is not a `Status`. */
export function serviceUnavailable(): Refusal {
  return new Refusal(textReply(503, 'service unavailable\n'));
}

/** The name is taken, or not free yet. */
export function alreadyExists(resource: GroupResource, name: string, isBeingDeleted: boolean): Refusal {
  const why = isBeingDeleted ? 'object is being deleted: ' : '';
  const message = `${why}${formatGroupResource(resource)} ${JSON.stringify(name)} already exists`;
  return refuse(409, { message, reason: 'AlreadyExists', details: detailsOf(resource, name) });
}

/**
 * The object is not in the state that the request expects. Preconditions of a delete name its kind instead of the
 * plural.
 */
export function conflict(resource: GroupResource, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${formatGroupResource(resource)} ${JSON.stringify(name)}: ${why}`;
  return refuse(409, { message, reason: 'Conflict', details: detailsOf(resource, name) });
}

/** A field that another manager owns, and the description of that manager. */
export interface OwnedField {
  readonly manager: string;
  readonly field: string;
}

/** An apply would change fields of other managers. */
export function applyConflict(fields: readonly OwnedField[]): Refusal {
  const sorted = [...fields].sort((a, b) => (a.manager < b.manager ? -1 : a.manager > b.manager ? 1 : 0));
  const managers = [...new Set(sorted.map(({ manager }) => manager))];
  const [first] = sorted;
  const list = managers.flatMap((manager) => [
    `conflicts with ${manager}:`,
    ...sorted.filter((each) => each.manager === manager).map(({ field }) => `- ${field}`),
  ]);
  const message =
    sorted.length === 1 && first !== undefined
      ? `Apply failed with 1 conflict: conflict with ${first.manager}: ${first.field}`
      : `Apply failed with ${sorted.length} conflicts: ${list.join('\n')}`;
  const causes = sorted.map(({ manager, field }) => {
    return { reason: 'FieldManagerConflict', message: `conflict with ${manager}`, field };
  });
  return refuse(409, { message, reason: 'Conflict', details: { causes } });
}

/** The resource version in the request is not the current one. */
export function modified(resource: GroupResource, name: string): Refusal {
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  return conflict(resource, name, why);
}

/** The problem with one field of an object or of options. */
export interface Cause {
  /** What is wrong, for programs. */
  readonly reason: FieldReason;
  /** For people, in the words of Kubernetes. */
  readonly message: string;
  /** Its path, such as `spec.containers[0].name`. */
  readonly field: string;
}

/** The reasons that servers give for a field. */
export type FieldReason =
  | 'FieldValueInvalid'
  | 'FieldValueRequired'
  | 'FieldValueNotSupported'
  | 'FieldValueNotFound'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooShort'
  | 'FieldValueTooMany'
  | 'FieldValueTooFew'
  | 'FieldValueTypeInvalid'
  | 'FieldValueDuplicate';

/** The subject of invalid fields. `kind` may also be a plural or empty: servers are inconsistent about it. */
export interface InvalidThing {
  readonly group: string;
  readonly kind: string;
  readonly name?: string | undefined;
}

/** Fields of an object or of options have wrong values. */
export function invalid({ group, kind, name = '' }: InvalidThing, causes: readonly Cause[]): Refusal {
  const qualified = group === '' ? kind : `${kind}.${group}`;
  const problems = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  const all = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;
  return refuse(422, {
    message: `${qualified} ${JSON.stringify(name)} is invalid: ${all}`,
    reason: 'Invalid',
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes: [...causes],
    },
  });
}

/** A JSON patch could not be applied. */
export function unprocessable(): Refusal {
  return refuse(422, {
    message: 'the server rejected our request due to an error in our request',
    reason: 'Invalid',
    details: {},
  });
}

/** The request is for another host: no real API server answers this. */
export function misdirected(host: string): Refusal {
  return refuse(421, {
    message: `Misdirected Request: the fake API server does not answer for the host ${quote(host)}`,
  });
}

/**
 * The request is valid but comes too early. If the details have a time to retry, the answer has it in a header as well.
 */
export function tooManyRequests(message: string, details: StatusDetails): Refusal {
  const { retryAfterSeconds } = details;
  const { reply } = refuse(429, { message, reason: 'TooManyRequests', details });
  if (retryAfterSeconds === undefined) return new Refusal(reply);
  return new Refusal({ ...reply, headers: new Map([...reply.headers, ['retry-after', String(retryAfterSeconds)]]) });
}

/** The body of the request is longer than the limit. */
export function requestTooLarge(limit: number): Refusal {
  return refuse(413, {
    message: `Request entity too large: limit is ${limit}`,
    reason: 'RequestEntityTooLarge',
  });
}

/** The request is invalid. */
export function badRequest(message: string): Refusal {
  return refuse(400, { message, reason: 'BadRequest' });
}

/** The types that real servers can write; this one writes only JSON. */
export const writtenTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/** None of the types in Accept can be answered. */
export function notAcceptable(
  message = `only the following media types are accepted: ${writtenTypes.join(', ')}`,
): Refusal {
  return refuse(406, { message, reason: 'NotAcceptable' });
}

/** The router of the server finds no type in Accept that it can answer. */
export function notRoutable(types: readonly string[] = writtenTypes): Refusal {
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`;
  return refuse(406, { message, reason: 'NotAcceptable', details: {} });
}

/** Real servers do not accept the type of the body either. */
export function unsupportedMediaType(accepted: readonly string[]): Refusal {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return refuse(415, { message, reason: 'UnsupportedMediaType' });
}

/** Real servers accept the type of the body, but this one does not. */
export function notFakedType(type: string): Refusal {
  return refuse(415, {
    message: `the fake API server does not read ${type}`,
    reason: 'UnsupportedMediaType',
  });
}

/** The router of the server has no endpoint for a body of this type. */
export function notConsumable(): Refusal {
  return refuse(415, { message: '415: Unsupported Media Type', reason: 'UnsupportedMediaType', details: {} });
}

/** The path is known, but does not support the method. */
export function methodNotAllowed(): Refusal {
  return refuse(405, {
    message: 'the server does not allow this method on the requested resource',
    reason: 'MethodNotAllowed',
    details: {},
  });
}

/** A real server would serve this subresource. The option of the test that plays it is named if there is one. */
export function subresourceNotFaked(subresource: string, option?: string): Refusal {
  const without = option === undefined ? '' : ` without its option ${option}`;
  return refuse(405, {
    message: `the fake API server does not serve the subresource ${JSON.stringify(subresource)}${without}`,
    reason: 'MethodNotAllowed',
    details: {},
  });
}

/** A Response cannot hand over its connection. */
export function upgradeNotFaked(): Refusal {
  return refuse(501, { message: 'the fake API server opens WebSockets only for startFakeApiServer' });
}

/** The resource does not support this action. */
export function methodNotSupported(resource: GroupResource, action: string): Refusal {
  const name = formatGroupResource(resource);
  return refuse(405, {
    message: `${action} is not supported on resources of kind ${JSON.stringify(name)}`,
    reason: 'MethodNotAllowed',
    details: detailsOf(resource),
  });
}

/** The server fails because of a stored object that it cannot use. */
export function internalError(why: string): Refusal {
  return refuse(500, {
    message: `Internal error occurred: ${why}`,
    reason: 'InternalError',
    details: { causes: [{ message: why }] },
  });
}

/** A failure without a reason. */
export function plainError(message: string): Refusal {
  return refuse(500, { message });
}

/** The credentials are unknown. */
export function unauthorized(): Refusal {
  return refuse(401, { message: 'Unauthorized', reason: 'Unauthorized' });
}

/** The user is not allowed to do this. `resource` is undefined for a path that is not a resource. */
export function forbidden(
  why: string,
  resource?: GroupResource,
  name?: string,
  causes?: StatusDetails['causes'],
): Refusal {
  const what =
    resource === undefined
      ? 'forbidden'
      : `${formatGroupResource(resource)}${name === undefined ? '' : ` ${JSON.stringify(name)}`} is forbidden`;
  const details = resource === undefined ? {} : { ...detailsOf(resource, name), ...(causes && { causes }) };
  const { reply } = refuse(403, { message: `${what}: ${why}`, reason: 'Forbidden', details });
  return new Refusal({ ...reply, headers: new Map([...reply.headers, ['x-content-type-options', 'nosniff']]) });
}

/** The namespace of the object is being deleted. */
export function namespaceTerminating(resource: GroupResource, name: string, namespace: string): Refusal {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  return forbidden(why, resource, name, [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }]);
}

/** Returns the details of a Status for an object; `kind` is the plural, as on real servers. */
export function detailsOf({ group, resource }: GroupResource, name?: string): StatusDetails {
  return { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind: resource };
}
