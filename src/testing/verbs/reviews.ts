import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { userInfoOf, type Authority, type Caller } from '../served/authority.js';
import type { FakeAccess } from '../served/options.js';
import { badRequest, invalid, type Cause } from '../wire/refusals.js';
import { namespaceOf } from './create.js';
import { readObject, requireJson } from './read-body.js';
import { timestampOf, type Backend, type ResourceRequest, type VerbResult } from './resource-request.js';
import { rulesOf } from './review-rules.js';
import { reviewToken } from './tokens.js';
import { readWriteOptions } from './write-options.js';

const authorization = 'authorization.k8s.io';
const authentication = 'authentication.k8s.io';

/** Reports whether a resource is a review, which is answered when it is created and never stored. */
export function isReview({ group, resource }: Pick<FakeAccess, 'group' | 'resource'>): boolean {
  return group === authorization || group === authentication ? reviewers.has(resource) : false;
}

/** Reports whether users review their own access, which needs no right. */
export function isOwnReview({ verb, group, resource, name }: FakeAccess): boolean {
  return verb === 'create' && name === undefined && isReview({ group, resource }) && resource.startsWith('selfsubject');
}

interface Review {
  readonly spec: JsonRecord;
  readonly metadata: JsonRecord;
  readonly namespace: string | undefined;
  readonly request: ResourceRequest;
  readonly backend: Backend;
}

type Reviewer = (review: Review) => JsonRecord;

/** Answers a review with 201 and a status according to the rights of `users` and to `may`. Nothing is stored. */
export function review(request: ResourceRequest, backend: Backend): VerbResult {
  const { resource, query, contentType, body } = request;
  requireJson(contentType);
  readWriteOptions(query, 'CreateOptions');
  const { apiVersion, kind, spec, metadata } = readObject(body, resource);
  const namespace = namespaceOf({ apiVersion, kind, metadata }, request);
  const { creationTimestamp: _time, namespace: _namespace, ...given } = metadata;
  const read: Review = { spec: withoutEmpty(spec), metadata: given, namespace, request, backend };
  const answer = reviewers.get(resource.resource)?.(read) ?? {};
  const own = namespace === undefined ? {} : { namespace };
  return { code: 201, document: { kind, apiVersion, metadata: own, ...answer } };
}

const reviewers: ReadonlyMap<string, Reviewer> = new Map<string, Reviewer>([
  [
    'selfsubjectaccessreviews',
    (submitted) => ({ spec: submitted.spec, status: { allowed: isAllowed(submitted, submitted.request.caller) } }),
  ],
  ['subjectaccessreviews', subjectAccess],
  ['localsubjectaccessreviews', subjectAccess],
  [
    'selfsubjectrulesreviews',
    ({ spec, request: { caller }, backend }) => {
      const { namespace } = spec;
      if (typeof namespace !== 'string' || namespace === '') throw badRequest('no namespace on request');
      // Real servers do not repeat the namespace either.
      return { spec: {}, status: rulesOf(caller, namespace, backend) };
    },
  ],
  [
    'selfsubjectreviews',
    ({ request: { caller }, backend }) => ({
      metadata: { creationTimestamp: timestampOf(backend.now()) },
      status: { userInfo: userInfoOf(caller) },
    }),
  ],
  ['tokenreviews', ({ spec, backend }) => reviewToken(spec, backend)],
]);

function subjectAccess(submitted: Review): JsonRecord {
  const { spec, backend, namespace } = submitted;
  const { user = '', groups: given = [] } = spec;
  const named = textsIn(given);
  if (typeof user !== 'string' || named === undefined) {
    const { kind } = submitted.request.resource.objectKind;
    throw badRequest(`${kind} in version "v1" cannot be handled as a ${kind}: user and groups must be strings`);
  }
  const missingSubject: Cause = {
    reason: 'FieldValueInvalid',
    message: 'Invalid value: "": at least one of user or group must be specified',
    field: 'spec.user',
  };
  const subjectCauses = user === '' && named.length === 0 ? [missingSubject] : [];
  const somebody = backend.authority.somebody(user, named);
  return {
    spec,
    status: { allowed: isAllowed(submitted, somebody, [...subjectCauses, ...namespaceCauses(spec, namespace)]) },
  };
}

function textsIn(value: unknown): string[] | undefined {
  const list: unknown[] | undefined = Array.isArray(value) ? value : undefined;
  const texts = list?.filter((each) => typeof each === 'string');
  return texts?.length === list?.length ? texts : undefined;
}

/** Returns the problems of a namespaced review that concerns something else than its namespace. */
function namespaceCauses(
  { resourceAttributes, nonResourceAttributes }: JsonRecord,
  namespace: string | undefined,
): Cause[] {
  if (namespace === undefined) return [];
  if (isJsonRecord(nonResourceAttributes)) {
    const message = `Invalid value: ${asGo(nonResourceAttributes)}: disallowed on this kind of request`;
    return [{ reason: 'FieldValueInvalid', message, field: 'spec.nonResourceAttributes' }];
  }
  const own: unknown = isJsonRecord(resourceAttributes) ? (resourceAttributes['namespace'] ?? '') : namespace;
  if (own === namespace) return [];
  const message = `Invalid value: ${JSON.stringify(own)}: must match metadata.namespace`;
  return [{ reason: 'FieldValueInvalid', message, field: 'spec.resourceAttributes.namespace' }];
}

function isAllowed({ spec, metadata, backend }: Review, caller: Caller, further: readonly Cause[] = []): boolean {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  const causes: Cause[] = [...further];
  const wrong = (field: string, message: string): void => {
    causes.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${message}`, field });
  };
  if (isJsonRecord(resource) === isJsonRecord(path)) {
    const one = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    wrong('spec', `${isJsonRecord(path) ? asGo(path) : 'null'}: ${one}`);
  }
  if (Object.keys(metadata).length > 0) wrong('metadata', `${JSON.stringify(metadata)}: must be empty`);
  if (causes.length > 0) throw invalid({ group: authorization, kind: '' }, causes);
  return decide(backend.authority, caller, isJsonRecord(resource) ? resource : undefined, path);
}

function decide(authority: Authority, caller: Caller, resource: JsonRecord | undefined, path: unknown): boolean {
  const text = (record: unknown, field: string): string => {
    const value = isJsonRecord(record) ? record[field] : undefined;
    return typeof value === 'string' ? value : '';
  };
  if (resource === undefined) return authority.allowsPath(caller, text(path, 'verb'), text(path, 'path'));
  const some = (field: string): string | undefined => text(resource, field) || undefined;
  return authority.allows(caller, {
    verb: text(resource, 'verb'),
    group: text(resource, 'group'),
    version: text(resource, 'version'),
    resource: text(resource, 'resource'),
    subresource: some('subresource'),
    namespace: some('namespace'),
    name: some('name'),
  });
}

/** Formats path attributes as in messages of servers. */
function asGo({ path = '', verb = '' }: JsonRecord): string {
  return JSON.stringify({ Path: path, Verb: verb });
}

/** Drops empty values, as typed servers do. */
function withoutEmpty(spec: unknown): JsonRecord {
  if (!isJsonRecord(spec)) return {};
  return Object.fromEntries(
    Object.entries(spec)
      .filter(([, value]) => value !== '' && value !== null)
      .map(([key, value]) => [key, isJsonRecord(value) ? withoutEmpty(value) : value]),
  );
}
