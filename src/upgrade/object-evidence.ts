import { expandRules } from '../admission/expand-rules.js';
import { InvalidConfigurationError } from '../admission/read-configuration.js';
import type { Catalog } from '../core/catalog/catalog.js';
import { formatGroupVersion, parseGroupVersion } from '../core/model/group-version.js';
import { formatGroupResource, formatGroupVersionResource } from '../core/model/group-version-resource.js';
import type { ManagedFieldsEntry, ObjectMeta } from '../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import type { Evidenced, FindingObject, Going } from './finding.js';

// What one object says of who uses it and of what it uses itself. Pure: of an object of a server, or of a file.

/** The kind whose version a manager's entry names. */
interface ManagedObject {
  readonly metadata: ObjectMeta;
  /** Its kind, and the groups in which endpoints serve it. */
  readonly kind: string;
  readonly object: FindingObject;
}

/** The manager to which the server gives the entries of updaters beyond the tenth. */
const ancient = 'ancient-changes';

/**
 * Finds the writers of an object that used a version which goes away. An entry of an update stays after its writer has
 * moved on, as long as it owns a field: a later entry of the same manager in a version that stays says so.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function* writersOf({ metadata, kind, object }: ManagedObject, going: Going): Generator<Evidenced> {
  const entries = metadata.managedFields ?? [];
  for (const entry of entries) {
    const groupVersion = parseGroupVersion(entry.apiVersion ?? '');
    if (groupVersion === undefined || !going.kindGoes({ ...groupVersion, kind })) continue;
    const manager = entry.manager === undefined || entry.manager === '' ? 'unknown' : entry.manager;
    const uses = `${formatGroupVersion(groupVersion)} ${kind}`;
    const later = manager === ancient ? undefined : laterEntry(entry, entries, kind, going);
    const how = entry.operation === 'Apply' ? 'applied' : 'wrote';
    yield {
      source: 'managed-fields',
      severity: later === undefined ? 'warning' : 'note',
      uses,
      who: manager,
      last: entry.time,
      object,
      message:
        manager === ancient
          ? `one of the writers whose names the server has merged wrote in this version`
          : later === undefined
            ? `last ${how} in this version what it still owns`
            : `${how} in this version, and later in ${later}: it seems to have moved on`,
    };
  }
}

function laterEntry(
  { manager, time = '' }: ManagedFieldsEntry,
  entries: readonly ManagedFieldsEntry[],
  kind: string,
  going: Going,
): string | undefined {
  const later = entries.find((other) => {
    const groupVersion = parseGroupVersion(other.apiVersion ?? '');
    if (other.manager !== manager || groupVersion === undefined || (other.time ?? '') <= time) return false;
    return going.staysKind({ ...groupVersion, kind });
  });
  return later?.apiVersion;
}

/** Finds references of an object to owners whose kind goes away: the garbage collector cannot look them up. */
export function* ownersThatGo(metadata: ObjectMeta, object: FindingObject, going: Going): Generator<Evidenced> {
  for (const { apiVersion, kind } of metadata.ownerReferences ?? []) {
    const groupVersion = parseGroupVersion(apiVersion);
    if (groupVersion === undefined || !going.kindGoes({ ...groupVersion, kind })) continue;
    yield {
      source: 'owner-reference',
      severity: 'error',
      uses: `${apiVersion} ${kind}`,
      object,
      message: 'names an owner in this version: garbage collection cannot find the owner, and stops for these objects',
    };
  }
}

/** Kinds of Kubernetes whose objects name others, by resource and group. */
export const namingResources: readonly { readonly group: string; readonly resource: string; readonly kind: string }[] =
  [
    ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'ValidatingAdmissionPolicyBinding'].map(
      admission,
    ),
    ...['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'].map(admission),
    { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', kind: 'ClusterRole' },
    { group: 'rbac.authorization.k8s.io', resource: 'roles', kind: 'Role' },
    { group: 'autoscaling', resource: 'horizontalpodautoscalers', kind: 'HorizontalPodAutoscaler' },
    { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', kind: 'CustomResourceDefinition' },
  ];

function admission(kind: string): (typeof namingResources)[number] {
  const resource = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return { group: 'admissionregistration.k8s.io', resource: resource.toLowerCase(), kind };
}

/** The catalogs before and after, and what goes between them. */
export interface Sides {
  readonly before: Catalog;
  readonly after: Catalog;
  readonly going: Going;
}

/** Finds what the spec of an object names that goes away: rules, scale targets, stored versions. */
export function* namedBy(object: JsonRecord, found: FindingObject, sides: Sides): Generator<Evidenced> {
  const { kind } = object;
  if (typeof kind !== 'string') return;
  if (/Webhook|AdmissionPolicy/.test(kind)) yield* rulesThatGo(object, found, sides);
  else if (kind === 'Role' || kind === 'ClusterRole') yield* grantsThatGo(object, found, sides.going);
  else if (kind === 'HorizontalPodAutoscaler') yield* targetThatGoes(object, found, sides.going);
  else if (kind === 'CustomResourceDefinition') yield* storedVersionsThatGo(object, found, sides.going);
}

function* rulesThatGo(
  configuration: JsonRecord,
  object: FindingObject,
  { before, after }: Sides,
): Generator<Evidenced> {
  const missedIn = (catalog: Catalog): ReadonlyMap<string, string> => {
    const { findings } = expandRules(configuration, catalog);
    return new Map(
      findings.flatMap(({ path, missed }) =>
        missed
          .filter(({ reason }) => reason === 'not served')
          .map(({ sameAs, subresource, ...endpoint }) => {
            const name = `${formatGroupVersionResource(endpoint)}${subresource === undefined ? '' : `/${subresource}`}`;
            return [`${path} misses requests to ${name}`, formatGroupVersionResource(sameAs)] as const;
          }),
      ),
    );
  };
  try {
    const already = missedIn(before);
    for (const [message, uses] of missedIn(after)) {
      if (already.has(message)) continue;
      yield { source: 'admission-rule', severity: 'error', uses, object, message: `${message}, which it judges today` };
    }
  } catch (error) {
    // A manifest may be anything; the server says so better.
    if (!(error instanceof InvalidConfigurationError)) throw error;
  }
}

function* grantsThatGo({ metadata, rules }: JsonRecord, object: FindingObject, going: Going): Generator<Evidenced> {
  // The server brings these up to date by itself.
  const labels = isJsonRecord(metadata) && isJsonRecord(metadata['labels']) ? metadata['labels'] : {};
  if (labels['kubernetes.io/bootstrapping'] === 'rbac-defaults' || !Array.isArray(rules)) return;
  const seen = new Set<string>();
  for (const rule of rules.filter(isJsonRecord)) {
    for (const group of textsIn(rule['apiGroups'])) {
      for (const word of textsIn(rule['resources'])) {
        const type = { group, resource: word.split('/')[0] ?? '' };
        const uses = formatGroupResource(type);
        if (seen.has(uses) || !going.isResource(type) || going.staysResource(type)) continue;
        seen.add(uses);
        const message = 'grants access to this resource, of which no version will be served';
        yield { source: 'rbac-rule', severity: 'warning', uses, object, message };
      }
    }
  }
}

function* targetThatGoes({ spec }: JsonRecord, object: FindingObject, going: Going): Generator<Evidenced> {
  const target = isJsonRecord(spec) ? spec['scaleTargetRef'] : undefined;
  const { apiVersion, kind } = isJsonRecord(target) ? target : {};
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return;
  const groupVersion = parseGroupVersion(apiVersion);
  if (groupVersion === undefined || !going.kindGoes({ ...groupVersion, kind })) return;
  const others = going.versionsOfKind({ group: groupVersion.group, kind });
  yield {
    source: 'scale-target',
    severity: others.length === 0 ? 'error' : 'note',
    uses: `${apiVersion} ${kind}`,
    object,
    message:
      others.length === 0
        ? 'scales this kind, of which no version will be served'
        : `scales this kind; Kubernetes finds it by group and kind, in ${others.join(', ')}, others may not`,
  };
}

function* storedVersionsThatGo(
  { spec, status }: JsonRecord,
  object: FindingObject,
  going: Going,
): Generator<Evidenced> {
  const { group, names } = isJsonRecord(spec) ? spec : {};
  const plural = isJsonRecord(names) ? names['plural'] : undefined;
  const stored = isJsonRecord(status) ? textsIn(status['storedVersions']) : [];
  if (typeof group !== 'string' || typeof plural !== 'string') return;
  for (const version of stored) {
    const endpoint = { group, version, resource: plural };
    if (!going.goes(endpoint)) continue;
    yield {
      source: 'stored-versions',
      severity: 'warning',
      uses: formatGroupVersionResource(endpoint),
      object,
      message: 'objects may be stored in this version: migrate them before its definition goes',
    };
  }
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
