import type { Client } from '../client.js';
import type { Subject } from '../mapper/subject.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { UnexpectedShapeError } from '../representation/errors.js';
import {
  requireCallOptions,
  requireClient,
  requireName,
  requireObject,
  type OptionChecks,
} from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';

/** An action to check: on objects of a resource, or on a path outside the resources. */
export interface AccessQuestion {
  /**
   * A verb of RBAC: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`, or `*` for all.
   */
  readonly verb: string;
  /** A name as `client.resolve` takes it (`pods`, `deploy`), a GroupVersionResource, or `*` for every resource. */
  readonly resource?: Subject | undefined;
  /** A subresource: `log`, `scale`. */
  readonly subresource?: string | undefined;
  /** The namespace. Omit it to ask about all namespaces, or for a cluster-scoped resource. */
  readonly namespace?: string | undefined;
  /** The name of one object; omit it for all objects. */
  readonly name?: string | undefined;
  /** A path, instead of a resource: `/metrics`. */
  readonly path?: string | undefined;
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** The server's answer to an {@link AccessQuestion}. */
export interface AccessAnswer {
  /** Whether the user may do it. */
  readonly allowed: boolean;
  /** True if an authorizer explicitly denied the action; false if none of them allowed it. */
  readonly denied: boolean;
  /** The reason that the server gives; empty if it gives none. */
  readonly reason: string;
  /**
   * Why the server could not ask all its authorizers. `allowed: true` is still valid, but `false` may be wrong.
   */
  readonly evaluationError: string | undefined;
  /**
   * The conditions under which the user may do it, as a server with `ConditionalAuthorization` (alpha in 1.38) tells them;
   * `allowed` and `denied` are false then.
   */
  readonly conditionalDecision: JsonRecord | undefined;
}

const checks: OptionChecks<AccessQuestion> = {
  verb: true,
  resource: true,
  subresource: true,
  namespace: true,
  name: true,
  path: true,
  signal: true,
};

const reviews: RESTMapping = {
  resource: { group: 'authorization.k8s.io', version: 'v1', resource: 'selfsubjectaccessreviews' },
  kind: { group: 'authorization.k8s.io', version: 'v1', kind: 'SelfSubjectAccessReview' },
  scope: 'Cluster',
};

/**
 * Reports whether the user of this client may do something, before trying it: to hide a button, for example. The server
 * decides again at each request. For the reason and for evaluation errors use {@link reviewAccess}.
 *
 * @throws as {@link reviewAccess}
 * @example
 * if (await canI(client, { verb: 'delete', resource: 'pods', namespace: 'shop' })) await handle.delete('front-0');
 */
export async function canI(client: Client, question: AccessQuestion): Promise<boolean> {
  return (await reviewAccess(client, question)).allowed;
}

/**
 * Asks the server, by a SelfSubjectAccessReview, whether the user of this client may do something, and why. Resource
 * names are resolved first, so `deploy` is checked as `deployments` of `apps`; RBAC ignores the version.
 *
 * @throws InvalidArgumentError; NoMatchError, GroupUnavailableError for a resource that is not served; DiscoveryError;
 * ApiError; UnexpectedShapeError; the signal's reason after an abort
 * @example
 * const { allowed, reason } = await reviewAccess(client, { verb: 'create', resource: 'deploy', namespace: 'shop' });
 * if (!allowed) console.warn(reason);
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
 */
export async function reviewAccess(client: Client, question: AccessQuestion): Promise<AccessAnswer> {
  requireClient(client);
  const { signal } = requireCallOptions(requireObject('question', question), checks, client);
  const spec = await specOf(client, question);
  const answer = await client.handle(reviews).create({ spec }, { signal });
  const { status } = answer;
  const { allowed, denied, reason, evaluationError, conditionalDecision } = isJsonRecord(status) ? status : {};
  if (typeof allowed !== 'boolean' && !isJsonRecord(conditionalDecision)) {
    const problem = 'is neither true nor false';
    throw new UnexpectedShapeError({ resource: reviews.resource, field: 'status.allowed', problem });
  }
  return {
    allowed: allowed === true,
    denied: denied === true,
    reason: typeof reason === 'string' ? reason : '',
    evaluationError: typeof evaluationError === 'string' ? evaluationError : undefined,
    conditionalDecision: isJsonRecord(conditionalDecision) ? conditionalDecision : undefined,
  };
}

/** Builds the `spec` of a SelfSubjectAccessReview. */
async function specOf(client: Client, question: AccessQuestion): Promise<object> {
  const { verb, resource, path, signal, ...fields } = question;
  requireName('verb', verb);
  if ((resource === undefined) === (path === undefined)) {
    throw new InvalidArgumentError('question', 'must specify either a resource or a path, not both');
  }
  if (resource === undefined) return { nonResourceAttributes: { verb, path } };
  if (resource === '*') return { resourceAttributes: { verb, group: '*', resource: '*', ...fields } };
  const { mapping, name } = await client.resolve(resource, { signal });
  return { resourceAttributes: { verb, ...mapping.resource, ...fields, name: fields.name ?? name } };
}
