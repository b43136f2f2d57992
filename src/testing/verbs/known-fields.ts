import type { KubeObject } from '../../core/model/kube-object.js';
import { sameResource } from '../../core/model/group-version-resource.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { causesOfRules } from '../schemas/definition-rules.js';
import { uncheckedRulesOf } from '../schemas/unchecked-rules.js';
import { mistyped } from '../schemas/mistyped.js';
import { prune } from '../schemas/prune.js';
import type { KindSchema } from '../schemas/schema-finder.js';
import { setDefaults } from '../schemas/set-defaults.js';
import { validate } from '../schemas/validate.js';
import { definitions } from '../served/from-definition.js';
import type { FakeSwitches } from '../served/options.js';
import type { ServedResource } from '../served/served.js';
import { badRequest, invalid, type Cause } from '../wire/refusals.js';
import { knownMetadata } from './known-metadata.js';
import type { Backend, Part, ResourceRequest } from './resource-request.js';

/** An object as servers read it, and the warnings for what they do not know. */
export interface KnownFields {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
}

/** How an object was sent, which decides how unknown fields are refused. */
export type Sent = 'whole' | 'patched';

/**
 * Drops fields that servers do not know: of metadata, and of everything that a known schema describes. With
 * `fieldValidation=Strict`, throws 400 for them, or 422 for the result of a patch. Throws as well for values of types that
 * a built-in kind cannot hold.
 */
export function knownFields(
  given: KubeObject,
  request: ResourceRequest,
  { schemaOf }: Pick<Backend, 'schemaOf'>,
  sent: Sent,
): KnownFields {
  const { resource, query } = request;
  const known = schemaOf(resource);
  if (known !== undefined && !resource.custom) requireTypes(given, known, resource, sent);
  const { metadata, unknown: ofMetadata } = knownMetadata(given.metadata, request);
  const pruned = known === undefined ? undefined : prune(given, known.schema, known.resolve);
  const unknown = [...ofMetadata, ...(pruned?.unknown ?? [])];
  const value = isJsonRecord(pruned?.value) ? (pruned.value as KubeObject) : given;
  const defaulted = withDefaults({ ...value, metadata }, known, resource);
  const problems = inOrderOf(given, unknown).map((path) => `unknown field ${JSON.stringify(path)}`);
  const validation = query.get('fieldValidation') ?? '';
  if (validation !== 'Strict' || problems.length === 0) {
    const warnings = validation === 'Ignore' ? [] : problems;
    return { object: defaulted, warnings: [...warnings, ...uncheckedRules(defaulted, request)] };
  }
  throw undecodable(`strict decoding error: ${problems.join(', ')}`, given, resource, sent);
}

/** Returns the warning for rules in CEL that are not run, or throws 422 for them if the server refuses them. */
function uncheckedRules(object: KubeObject, { resource, cel }: ResourceRequest): string[] {
  const rules = sameResource(resource, definitions) ? uncheckedRulesOf(object, cel) : [];
  if (rules.length === 0) return [];
  const why = `the fake API server does not run rules in CEL: ${rules.join(', ')}`;
  if (cel !== 'refuse') return [why];
  const message = `Forbidden: ${why}`;
  throw invalid({ ...resource.objectKind, name: object.metadata.name }, [
    { reason: 'FieldValueForbidden', message, field: 'spec.versions' },
  ]);
}

/** Sets the defaults of a definition. */
function withDefaults(object: KubeObject, known: KindSchema | undefined, { custom }: ServedResource): KubeObject {
  return known === undefined || !custom ? object : (setDefaults(object, known.schema) as KubeObject);
}

/** Sorts paths by the order of the fields in an object, as a decoder meets them. */
function inOrderOf(object: JsonRecord, paths: readonly string[]): string[] {
  const fields = Object.keys(object);
  const indexOf = (path: string): number => fields.indexOf(/^[^.[]*/.exec(path)?.[0] ?? '');
  return [...paths].sort((a, b) => indexOf(a) - indexOf(b));
}

function requireTypes(given: KubeObject, known: KindSchema, resource: ServedResource, sent: Sent): void {
  const why = mistyped(given, known);
  if (why !== undefined) throw undecodable(why, given, resource, sent);
}

function undecodable(why: string, given: KubeObject, { objectKind, custom }: ServedResource, sent: Sent): Error {
  const { kind, version } = objectKind;
  if (sent === 'whole') return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);
  const shown = JSON.stringify(custom ? inGoOrder(given) : given);
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  return invalid({ group: '', kind: '' }, [{ reason: 'FieldValueInvalid', message, field: 'patch' }]);
}

/** Go writes maps in the order of their keys. */
export function inGoOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inGoOrder);
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inGoOrder(inner)]),
  );
}

/**
 * Returns what the schema of a custom resource refuses, or the rules of a definition that no server compiles. As on real servers, a write of the status is checked for the
 * status alone, and problems that the stored object has already do not count, except missing fields.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
 */
export function schemaCauses(
  next: KubeObject,
  resource: ServedResource,
  { schemaOf }: Pick<Backend, 'schemaOf'>,
  { cel, old, part = 'main' }: { readonly cel: FakeSwitches['cel']; readonly old?: KubeObject; readonly part?: Part },
): Cause[] {
  if (sameResource(resource, definitions) && typeof cel === 'object') {
    const before = new Set(
      old === undefined ? [] : causesOfRules(old, cel).map(({ field, message }) => field + message),
    );
    return causesOfRules(next, cel).filter(({ field, message }) => !before.has(field + message));
  }
  const schema = resource.custom ? schemaOf(resource)?.schema : undefined;
  if (schema === undefined) return [];
  const causesOf = (object: KubeObject): Cause[] => {
    if (part === 'main') return validate(object, schema);
    const status = schema.properties?.['status'];
    if (status === undefined || !isJsonRecord(object['status'])) return [];
    return validate(object['status'], status).map((cause) => ({ ...cause, field: `status.${cause.field}` }));
  };
  const before = new Set(old === undefined ? [] : causesOf(old).map((cause) => JSON.stringify(cause)));
  const causes = causesOf(next).filter((cause) => {
    return cause.reason === 'FieldValueRequired' || !before.has(JSON.stringify(cause));
  });
  return typeof cel === 'object'
    ? [...causes, ...cel.causesOf(next, { schema, old, isValid: causes.every(isHarmless) })]
    : causes;
}

/** Whether rules in CEL are run all the same. */
function isHarmless({ reason }: Cause): boolean {
  return reason === 'FieldValueInvalid' || reason === 'FieldValueDuplicate';
}
