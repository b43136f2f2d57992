import type { Status, StatusDetails } from '../../core/model/status.js';
import { formatGroupResource } from '../../core/model/group-version-resource.js';
import {
  requireKnownOptions,
  requireObject,
  requireOneOf,
  requireText,
  requireTextOrNone,
  requireWhole,
  type OptionNames,
} from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import { failureStatus } from '../wire/refusals.js';

/** The reasons of a Kubernetes Status, each with its HTTP code. */
export type FailureReason =
  | 'BadRequest'
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Expired'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'Invalid'
  | 'TooManyRequests'
  | 'InternalError'
  | 'ServerTimeout'
  | 'ServiceUnavailable'
  | 'Timeout';

/** The subject of a {@link failure}. Fields that a reason does not use are left out, as servers do. */
export interface FailureSubject {
  /** The plural: `pods`. */
  readonly resource?: string | undefined;
  /** @default '', the core group */
  readonly group?: string | undefined;
  /** For `Invalid`, used instead of the plural: `Pod`. */
  readonly kind?: string | undefined;
  /** The name of the object; for `ServerTimeout` and `MethodNotAllowed` the verb. */
  readonly name?: string | undefined;
  /**
   * The variable part of the message: why it is forbidden, what the conflict is. @default the usual text of real
   * servers
   */
  readonly why?: string | undefined;
  /**
   * For `Invalid`, `Conflict`, `TooManyRequests` and `InternalError`: the fields or other causes, each with its reason.
   */
  readonly causes?: StatusDetails['causes'];
  /** In whole seconds; also sent as the `Retry-After` header if the reason has it. */
  readonly retryAfterSeconds?: number | undefined;
}

const subjectNames: OptionNames<FailureSubject> = {
  resource: true,
  group: true,
  kind: true,
  name: true,
  why: true,
  causes: true,
  retryAfterSeconds: true,
};

/** The answer of a server for a failure, as `fail` of a fake server accepts it. */
export interface Failure {
  /** The HTTP status. */
  readonly status: number;
  /** `retry-after` if the reason has it; otherwise empty. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Status. */
  readonly body: Status;
}

const codes: Readonly<Record<FailureReason, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServerTimeout: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
};

/**
 * Returns the error answer of a real server, with its code, message and details, for use as a fault of a fake server.
 * It matches the constructors of apimachinery (`NewConflict` and the like).
 *
 * @example
 * fake.fail('/api/v1/namespaces/shop/pods/front', { ...failure('Conflict', { resource: 'pods', name: 'front' }), times: 1 });
 * @throws InvalidArgumentError for an unknown reason, or a subject with fields of the wrong type
 */
export function failure(reason: FailureReason, subject: FailureSubject = {}): Failure {
  requireText('reason', reason);
  requireOneOf('reason', reason, Object.keys(codes) as FailureReason[]);
  requireKnownOptions(requireObject('subject', subject), subjectNames);
  for (const field of ['resource', 'group', 'kind', 'name', 'why'] as const) requireTextOrNone(field, subject[field]);
  const { retryAfterSeconds, causes } = subject;
  if (retryAfterSeconds !== undefined) requireWhole('retryAfterSeconds', retryAfterSeconds);
  if (causes !== undefined && !(Array.isArray(causes) && causes.every(isJsonRecord))) {
    throw new InvalidArgumentError('causes', 'must be a list of objects');
  }
  const code = codes[reason];
  const { message, details } = wordsOf(reason, subject);
  const isLater = details?.retryAfterSeconds !== undefined && details.retryAfterSeconds > 0;
  return {
    status: code,
    headers: isLater ? { 'retry-after': String(details.retryAfterSeconds) } : {},
    body: failureStatus(code, { message, reason, details }),
  };
}

type Words = Pick<Status, 'message' | 'details'>;

function wordsOf(reason: FailureReason, subject: FailureSubject): Words {
  const { resource = '', group = '', kind = resource, name = '', why, causes, retryAfterSeconds } = subject;
  const what = formatGroupResource({ group, resource });
  const object = `${what} ${JSON.stringify(name)}`;
  const shown = reason === 'Invalid' ? kind : resource;
  const details: StatusDetails = {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    ...(shown === '' ? {} : { kind: shown }),
  };
  const withCauses = causes === undefined ? {} : { causes };
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  switch (reason) {
    case 'NotFound':
      if (resource === '') return { message: why ?? 'the server could not find the requested resource', details: {} };
      return { message: `${object} not found`, details };
    case 'AlreadyExists':
      return { message: `${object} already exists`, details };
    case 'Conflict': {
      const modified = 'the object has been modified; please apply your changes to the latest version and try again';
      return {
        message: `Operation cannot be fulfilled on ${object}: ${why ?? modified}`,
        details: { ...details, ...withCauses },
      };
    }
    case 'Forbidden': {
      const words = why ?? 'User "system:anonymous" cannot do this';
      if (resource === '') return { message: `forbidden: ${words}`, details: {} };
      return { message: `${name === '' ? what : object} is forbidden: ${words}`, details };
    }
    case 'Invalid': {
      const qualified = group === '' ? kind : `${kind}.${group}`;
      const all = (causes ?? []).map(({ field = '', message = '' }) => `${field}: ${message}`);
      const list = why ?? (all.length > 1 ? `[${all.join(', ')}]` : all.join(''));
      const message = `${qualified} ${JSON.stringify(name)} is invalid${list === '' ? '' : `: ${list}`}`;
      return { message, details: { ...details, ...withCauses } };
    }
    case 'MethodNotAllowed':
      if (resource !== '') {
        const { name: _verb, ...of } = details;
        return { message: `${name} is not supported on resources of kind ${JSON.stringify(what)}`, details: of };
      }
      return { message: why ?? 'the server does not allow this method on the requested resource', details: {} };
    case 'ServerTimeout':
      return {
        message: `The ${name} operation against ${what} could not be completed at this time, please try again.`,
        details: { ...details, ...later },
      };
    case 'InternalError': {
      const message = why ?? 'something went wrong';
      return { message: `Internal error occurred: ${message}`, details: { causes: causes ?? [{ message }] } };
    }
    case 'Timeout':
      return { message: `Timeout: ${why ?? 'request did not complete within the allotted timeout'}`, details: later };
    case 'TooManyRequests': {
      const message = why ?? 'Too many requests, please try again later.';
      return { message, details: { ...withCauses, ...later } };
    }
    case 'RequestEntityTooLarge':
      return { message: `Request entity too large: ${why ?? 'limit is 3145728'}` };
    default:
      return { message: why ?? defaults[reason] };
  }
}

/** Messages of the reasons without a fixed text. */
const defaults = {
  BadRequest: 'the server rejected our request for an unknown reason',
  Unauthorized: 'Unauthorized',
  NotAcceptable: 'only the following media types are accepted: application/json',
  Gone: 'the object is gone',
  Expired: 'The resourceVersion for the provided watch is too old.',
  UnsupportedMediaType: 'the body of the request was in an unknown format',
  ServiceUnavailable: 'the server is currently unable to handle the request',
} as const;
