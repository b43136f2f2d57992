import { formatGroupVersion } from '../../core/model/group-version.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { userInfoOf, type Caller } from '../served/authority.js';
import type { ServedResource } from '../served/served.js';
import { storeKey } from '../store/object-store.js';
import { badRequest, conflict, invalid, objectNotFound, type Cause } from '../wire/refusals.js';
import { namespaceOf } from './create.js';
import { requireNamespace } from './namespaces.js';
import { existing } from './read.js';
import { readObject, requireJson } from './read-body.js';
import { timestampOf, type Backend, type ObjectRequest, type VerbResult } from './resource-request.js';
import { readWriteOptions } from './write-options.js';

const tokenKind = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' };
const { group, kind } = tokenKind;
const audience = 'https://kubernetes.default.svc';
const signature = 'a-fake-server-signs-nothing';

/**
 * The subresource `token` of service accounts: issues an unsigned token with the claims of a real one. TokenReview
 * accepts it, but unlike the tokens of `users` it is not accepted as a credential.
 */
export function createToken(request: ObjectRequest, backend: Backend): VerbResult {
  const { query, contentType, body, resource, namespace = '', name } = request;
  requireJson(contentType);
  readWriteOptions(query, 'CreateOptions');
  const token = readObject(body, { ...resource, objectKind: tokenKind, custom: false });
  const { metadata: given, spec: sent } = token;
  if ((given.name ?? name) !== name) {
    const message = `Invalid value: ${JSON.stringify(given.name)}: must match the service account name if specified`;
    throw invalid({ group, kind, name }, [{ reason: 'FieldValueInvalid', message, field: 'metadata.name' }]);
  }
  namespaceOf(token, request);
  requireNamespace(request, name, backend);
  const account = existing(request, backend);
  const { uid = '' } = account.metadata;
  const subject = { group, resource: kind };
  if ((given.uid ?? uid) !== uid) {
    const why = `the UID in the token request (${given.uid ?? ''}) does not match the UID of the service account (${uid})`;
    throw conflict(subject, name, why);
  }
  const spec = isJsonRecord(sent) ? sent : {};
  const { boundObjectRef = null } = spec;
  const expirationSeconds = spec['expirationSeconds'] ?? 3600;
  const audiences = spec['audiences'] ?? [];
  if (typeof expirationSeconds !== 'number' || !Number.isInteger(expirationSeconds)) {
    throw wrongType(expirationSeconds, 'expirationSeconds of type int64');
  }
  if (!Array.isArray(audiences)) throw wrongType(audiences, 'audiences of type []string');
  for (const each of audiences as unknown[]) {
    if (typeof each !== 'string' && each !== null) throw wrongType(each, 'audiences of type string');
  }
  const causes = expirationCauses(expirationSeconds);
  if (causes.length > 0) throw invalid({ group, kind }, causes);
  if (isJsonRecord(boundObjectRef)) requireBound(boundObjectRef, request, backend);
  const now = backend.now();
  const issued = Math.floor(now.getTime() / 1000);
  const named = audiences.length > 0 ? audiences.map((each) => (each as string | null) ?? '') : [audience];
  const claims = {
    aud: named,
    exp: issued + expirationSeconds,
    iat: issued,
    iss: audience,
    jti: backend.storage.nextUid(),
    'kubernetes.io': { namespace, serviceaccount: { name, uid } },
    nbf: issued,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
  return {
    code: 201,
    document: {
      kind,
      apiVersion: formatGroupVersion(tokenKind),
      metadata: { name, namespace, uid, creationTimestamp: timestampOf(now) },
      spec: { audiences: named, expirationSeconds, boundObjectRef },
      status: {
        token: [encode({ alg: 'none', typ: 'JWT' }), encode(claims), signature].join('.'),
        expirationTimestamp: timestampOf(new Date((issued + expirationSeconds) * 1000)),
      },
    },
  };
}

/**
 * Returns `spec` and `status` of a TokenReview. Valid tokens are those of `users`, and those issued by this server for
 * service accounts.
 */
export function reviewToken(spec: JsonRecord, backend: Backend): JsonRecord {
  const { token, audiences } = spec;
  if (typeof token !== 'string' || token === '')
    throw badRequest('token is required for TokenReview in authentication');
  const account = accountOf(token, backend);
  const found = account ?? { caller: backend.authority.userOf(token), audiences: [audience] };
  const expected = Array.isArray(audiences) && audiences.length > 0 ? audiences : [audience];
  const common = found.audiences.filter((each) => expected.includes(each));
  if (found.caller === undefined || common.length === 0) {
    return { spec, status: { user: {}, error: 'invalid bearer token' } };
  }
  const extra =
    account === undefined ? {} : { extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${account.id}`] } };
  return { spec, status: { authenticated: true, user: { ...userInfoOf(found.caller), ...extra }, audiences: common } };
}

interface Found {
  readonly caller: Caller | undefined;
  readonly audiences: readonly unknown[];
  readonly id: string;
}

/**
 * Returns the service account of a token; undefined unless {@link createToken} issued it. `caller` is undefined if the
 * account is gone or the token has expired.
 */
function accountOf(token: string, backend: Backend): Found | undefined {
  const [, payload = '', signed] = token.split('.');
  if (signed !== signature) return undefined;
  const claims = decode(payload);
  const kubernetesClaims = isJsonRecord(claims) ? claims['kubernetes.io'] : undefined;
  if (!isJsonRecord(claims) || !isJsonRecord(kubernetesClaims) || !isJsonRecord(kubernetesClaims['serviceaccount']))
    return undefined;
  const { name, uid } = kubernetesClaims['serviceaccount'];
  const namespace = String(kubernetesClaims['namespace']);
  const account = objectAt({ resource: 'serviceaccounts', namespace, name: String(name) }, backend);
  const { aud, exp, jti } = claims;
  const isExpired = typeof exp !== 'number' || exp * 1000 <= backend.now().getTime();
  const isGone = account === undefined || account.metadata.uid !== uid;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  const caller: Caller = { name: String(claims['sub']), uid: String(uid), groups, rights: 'none' };
  return {
    caller: isExpired || isGone ? undefined : caller,
    audiences: Array.isArray(aud) ? aud : [],
    id: String(jti),
  };
}

/** Returns the error of Go's JSON decoder, which quotes a number only if its digits are the problem. */
function wrongType(value: unknown, field: string): Error {
  const of = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const what = typeof value === 'number' && field.endsWith('int64') ? `number ${value}` : of;
  const where = `Go struct field ${kind}Spec.spec.${field}`;
  return badRequest(
    `${kind} in version "v1" cannot be handled as a ${kind}: json: cannot unmarshal ${what} into ${where}`,
  );
}

function expirationCauses(seconds: number): Cause[] {
  const field = 'spec.expirationSeconds';
  const cause = (why: string): Cause => ({
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${seconds}: may not specify a duration ${why}`,
    field,
  });
  if (seconds < 600) return [cause('less than 10 minutes')];
  return seconds > 2 ** 32 ? [cause('larger than 2^32 seconds')] : [];
}

const boundTo = new Map([
  ['Pod', 'pods'],
  ['Secret', 'secrets'],
  ['Node', 'nodes'],
]);

/** Throws if the object does not exist, is a different one, or is of a kind that tokens cannot be bound to. */
function requireBound(reference: JsonRecord, { namespace, name: account }: ObjectRequest, backend: Backend): void {
  const textAt = (field: string): string => {
    const text = reference[field];
    return typeof text === 'string' ? text : '';
  };
  const [apiVersion, boundKind, name, uid] = [textAt('apiVersion'), textAt('kind'), textAt('name'), textAt('uid')];
  const [version, ownGroup] = apiVersion.split('/').reverse();
  const resource = ownGroup === undefined ? boundTo.get(boundKind) : undefined;
  if (resource === undefined) {
    throw badRequest(`cannot bind token to object of type ${ownGroup ?? ''}/${version ?? ''}, Kind=${boundKind}`);
  }
  if (name === '') throw badRequest('Name parameter required.');
  const objectNamespace = resource === 'nodes' ? undefined : namespace;
  const object = objectAt({ resource, namespace: objectNamespace, name }, backend);
  if (object === undefined) throw objectNotFound({ group: '', resource }, name);
  const { spec } = object;
  const runsAs: unknown = resource === 'pods' && isJsonRecord(spec) ? (spec['serviceAccountName'] ?? '') : account;
  if (runsAs !== account) {
    const accountName = JSON.stringify(account);
    throw badRequest(
      `cannot bind token for serviceaccount ${accountName} to pod running with different serviceaccount name.`,
    );
  }
  if (uid === '' || uid === object.metadata.uid) return;
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  throw conflict({ group: '', resource: boundKind }, name, why);
}

/** Returns an object of the core group; undefined if there is no such object or resource. */
function objectAt(
  {
    resource,
    namespace,
    name,
  }: { readonly resource: string; readonly namespace: string | undefined; readonly name: string },
  { registry, storage }: Backend,
): KubeObject | undefined {
  const served: ServedResource | undefined = registry.resource({ group: '', version: 'v1', resource });
  return served && storage.store(registry.storageOf(served)).get(storeKey(namespace, name));
}

/** Encodes a part of a JSON Web Token. */
function encode(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function decode(part: string): unknown {
  try {
    const text = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
