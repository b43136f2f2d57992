import { textsIn } from './definitions.js';
import { formatGroupVersion, parseGroupVersion } from '../core/model/group-version.js';
import {
  type GroupResource,
  type GroupVersionResource,
  resourceKey,
  formatGroupResource,
  formatGroupVersionResource,
} from '../core/model/group-version-resource.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { ServerComparison } from './compare-servers.js';
import { expandRules } from '../admission/expand-rules.js';
import { InvalidConfigurationError } from '../admission/read-configuration.js';
import type { ObjectMeta } from '../core/model/kube-object.js';
import { isJsonRecord, recordIn, recordsOf, type JsonRecord } from '../core/shared/json-record.js';
import { abandonOnAbort } from '../core/shared/abort.js';

/**
 * Where a finding comes from, and how far that carries:
 *
 * - `audit-log`: a request to what goes away, in the log. It proves a use at that time; silence proves nothing about
 *   times and servers that the log does not cover.
 * - `request-metrics`: a request since that process of the API server began. It does not say whose.
 * - `managed-fields`: the version of a manager's last change to fields that it still owns. It need not be in use now, and
 *   names are what clients choose. Reads and updates without a change leave nothing there.
 * - `owner-reference`, `scale-target`, `admission-rule`, `rbac-rule`, `manifest`: an object or a file names what goes
 *   away. It has an effect when somebody follows the name.
 * - `stored-versions`: objects may be stored in a version that goes away.
 * - `lost-objects`: objects exist that no endpoint of the target serves.
 * - `definition`: a new definition drops or changes something, whoever uses it.
 */
export type FindingSource =
  | 'audit-log'
  | 'request-metrics'
  | 'managed-fields'
  | 'owner-reference'
  | 'scale-target'
  | 'admission-rule'
  | 'rbac-rule'
  | 'stored-versions'
  | 'lost-objects'
  | 'definition'
  | 'manifest';

/**
 * `error`: it breaks. `warning`: it breaks if what the evidence shows is still so. `note`: it does not break by itself,
 * or the same evidence says that somebody has moved on.
 */
export type Severity = 'error' | 'warning' | 'note';

/** An object, or a place in a file, that a finding concerns. */
export interface FindingObject {
  /** Its resource and group, or its kind where no server was asked: `widgets.example.com`. */
  readonly type: string;
  /** Its name. */
  readonly name: string;
  /** Its namespace; absent for a cluster-scoped one. */
  readonly namespace?: string;
  /** The file and line, of a manifest. */
  readonly location?: string;
}

/** Names an object, or a place in a file. */
export function foundObject(
  { name = '', namespace }: { readonly name?: string | undefined; readonly namespace?: string | undefined },
  type: string,
  location?: string,
): FindingObject {
  return { type, name, ...(namespace !== undefined && { namespace }), ...(location !== undefined && { location }) };
}

/** Who or what uses something that goes away, on one piece of evidence. */
export interface UpgradeFinding {
  /** Where it comes from; {@link FindingSource} says how far that carries. */
  readonly source: FindingSource;
  /** How bad it is. */
  readonly severity: Severity;
  /** What goes away: `example.com/v1beta1`, with the resource or the kind. */
  readonly uses: string;
  /** Who: a manager, or a user with its user agent; absent where an object itself is the user. */
  readonly who?: string;
  /** What happens, in one line. */
  readonly message: string;
  /** How many objects, requests or rules. */
  readonly count: number;
  /** When the evidence is from, in RFC 3339: the last of all. */
  readonly last?: string;
  /** The first objects, at most `objectsPerFinding`. */
  readonly objects: readonly FindingObject[];
}

/** One piece of evidence, before equal ones are put together. */
export interface Evidenced extends Pick<UpgradeFinding, 'source' | 'severity' | 'uses' | 'message'> {
  readonly who?: string | undefined;
  readonly last?: string | undefined;
  /** How many it stands for. @default 1 */
  readonly count?: number;
  readonly objects?: readonly FindingObject[];
}

const order: readonly Severity[] = ['error', 'warning', 'note'];

/** Puts equal pieces of evidence together, in bounded memory. */
export type FindingCollector = ReturnType<typeof collectFindings>;

/** Creates a {@link FindingCollector}. What is beyond `maxFindings` is left out. */
export function collectFindings(limits: { readonly maxFindings: number; readonly objectsPerFinding: number }) {
  type Building = { -readonly [Field in keyof UpgradeFinding]: UpgradeFinding[Field] } & { objects: FindingObject[] };
  const found = new Map<string, Building>();
  return {
    /** Adds evidence of an object, or what another has collected. */
    add(evidence: Iterable<Evidenced>, object?: FindingObject): void {
      const objectsHere = object === undefined ? [] : [object];
      for (const { source, severity, uses, message, who, last, count = 1, objects = objectsHere } of evidence) {
        const key = JSON.stringify([source, severity, uses, who, message]);
        const by = who !== undefined && { who };
        const known = found.get(key) ?? { source, severity, uses, ...by, message, count: 0, objects: [] };
        if (!found.has(key) && found.size >= limits.maxFindings) continue;
        found.set(key, known);
        known.count += count;
        if (last !== undefined && last > (known.last ?? '')) known.last = last;
        known.objects.push(...objects.slice(0, limits.objectsPerFinding - known.objects.length));
      }
    },
    /** Errors first, then in the order in which they came. */
    findings(): readonly UpgradeFinding[] {
      const all = [...found.values()].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
      return all.map((each) => Object.freeze({ ...each, objects: Object.freeze(each.objects) }));
    },
  };
}

/** What a server serves today and will not serve. */
export type Going = ReturnType<typeof whatGoes>;

/** Indexes what goes away between two catalogs, and what stays. */
export function whatGoes(before: Catalog, after: Catalog, { gone }: Pick<ServerComparison, 'gone'>) {
  const goneKeys = new Set(gone.map(resourceKey));
  const served = after.resources();
  const kindOf = (entry: ResourceEntry): string => `${formatGroupVersion(entry)} ${entry.kind}`;
  const [goneKinds, stayingKinds] = [new Set(gone.map(kindOf)), new Set(served.map(kindOf))];
  const stayingResources = new Set(served.map(formatGroupResource));
  const today = new Set(before.resources().map(formatGroupResource));
  return {
    before,
    after,
    /** The endpoints that go away. */
    endpoints: gone,
    /** Whether this endpoint goes away; false for what is not served today. */
    goes: (endpoint: GroupVersionResource) => goneKeys.has(resourceKey(endpoint)),
    /** Whether the kind in this version goes away: two resources of a version may share a kind. */
    kindGoes: (apiVersion: string, kind: string) =>
      goneKinds.has(`${apiVersion} ${kind}`) && !stayingKinds.has(`${apiVersion} ${kind}`),
    /** Whether the kind in this version is served after the upgrade. */
    staysKind: (apiVersion: string, kind: string) => stayingKinds.has(`${apiVersion} ${kind}`),
    /** The versions in which the kind is served after the upgrade. */
    versionsOfKind: (apiVersion: string, kind: string): readonly string[] => {
      const group = parseGroupVersion(apiVersion)?.group;
      const entries = served.filter((entry) => entry.group === group && entry.kind === kind);
      return [...new Set(entries.map(({ version }) => version))];
    },
    /** Whether some version of the resource is served today, and none after the upgrade. */
    resourceGoes: (type: GroupResource) =>
      today.has(formatGroupResource(type)) && !stayingResources.has(formatGroupResource(type)),
  };
}

// What one object says of who uses it and of what it uses itself. Pure: of an object of a server, or of a file.

/** The manager to which the server gives the entries of updaters beyond the tenth. */
const ancient = 'ancient-changes';

/**
 * Finds the writers of an object that used a version which goes away. An entry of an update stays after its writer has
 * moved on, as long as it owns a field: a later entry of the same manager in a version that stays says so.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function* writersOf({ managedFields = [] }: ObjectMeta, kind: string, going: Going): Generator<Evidenced> {
  for (const { apiVersion = '', manager = '', operation, time } of managedFields) {
    if (!going.kindGoes(apiVersion, kind)) continue;
    const later = managedFields.find(
      (other) =>
        other.manager === manager && (other.time ?? '') > (time ?? '') && going.staysKind(other.apiVersion ?? '', kind),
    );
    const how = operation === 'Apply' ? 'applied' : 'wrote';
    const hasMovedOn = later !== undefined && manager !== ancient;
    yield {
      source: 'managed-fields',
      severity: hasMovedOn ? 'note' : 'warning',
      uses: `${apiVersion} ${kind}`,
      who: manager || 'unknown',
      last: time,
      message: hasMovedOn
        ? `${how} in this version, and later in ${later.apiVersion ?? ''}: it seems to have moved on`
        : manager === ancient
          ? `one of the writers that the server has merged into one entry wrote in this version`
          : `last ${how} in this version what it still owns`,
    };
  }
}

/** Finds references of an object to owners whose kind goes away: the garbage collector cannot look them up. */
export function* ownersThatGo(metadata: ObjectMeta, going: Going): Generator<Evidenced> {
  for (const { apiVersion, kind } of metadata.ownerReferences ?? []) {
    if (!going.kindGoes(apiVersion, kind)) continue;
    yield {
      source: 'owner-reference',
      severity: 'error',
      uses: `${apiVersion} ${kind}`,
      message: 'names an owner in this version: garbage collection cannot find the owner, and stops for these objects',
    };
  }
}

type FindNames = (object: JsonRecord, going: Going) => Generator<Evidenced>;

/** Kinds of Kubernetes whose objects name others, and what finds those that go away: rules, scale targets, stored versions. */
const naming: readonly (readonly [group: string, kinds: readonly string[], find: FindNames])[] = [
  ['admissionregistration.k8s.io', ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'], rulesThatGo],
  ['admissionregistration.k8s.io', ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'], rulesThatGo],
  ['admissionregistration.k8s.io', ['ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding'], rulesThatGo],
  ['rbac.authorization.k8s.io', ['ClusterRole', 'Role'], grantsThatGo],
  ['autoscaling', ['HorizontalPodAutoscaler'], targetThatGoes],
  ['apiextensions.k8s.io', ['CustomResourceDefinition'], storedVersionsThatGo],
];

/** The kinds of objects that {@link namedBy} reads. */
export const namingKinds = naming.flatMap(([group, kinds]) => kinds.map((kind) => ({ group, kind })));

/** Finds what the spec of an object names that goes away. */
export function namedBy(object: JsonRecord, going: Going): Iterable<Evidenced> {
  const [, , find] = naming.find(([, kinds]) => kinds.some((kind) => kind === object['kind'])) ?? [];
  return find?.(object, going) ?? [];
}

function* rulesThatGo(configuration: JsonRecord, { before, after }: Going): Generator<Evidenced> {
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
      const today = `${message}, which it receives today`;
      yield { source: 'admission-rule', severity: 'error', uses, message: today };
    }
  } catch (error) {
    // A manifest may be anything; the server says so better.
    if (!(error instanceof InvalidConfigurationError)) throw error;
  }
}

function* grantsThatGo(role: JsonRecord, going: Going): Generator<Evidenced> {
  // The server brings these up to date by itself.
  const labels = recordIn(recordIn(role, 'metadata'), 'labels');
  if (labels['kubernetes.io/bootstrapping'] === 'rbac-defaults') return;
  const granted = recordsOf(role['rules']).flatMap((rule) =>
    textsIn(rule['apiGroups']).flatMap((group) =>
      textsIn(rule['resources']).map((word) => ({ group, resource: word.split('/')[0] ?? '' })),
    ),
  );
  for (const uses of new Set(granted.filter(going.resourceGoes).map(formatGroupResource))) {
    const message = 'grants access to this resource, but no version of it will be served';
    yield { source: 'rbac-rule', severity: 'warning', uses, message };
  }
}

function* targetThatGoes(autoscaler: JsonRecord, going: Going): Generator<Evidenced> {
  const { apiVersion, kind } = recordIn(recordIn(autoscaler, 'spec'), 'scaleTargetRef');
  if (typeof kind !== 'string' || typeof apiVersion !== 'string' || !going.kindGoes(apiVersion, kind)) return;
  const others = going.versionsOfKind(apiVersion, kind);
  yield {
    source: 'scale-target',
    severity: others.length === 0 ? 'error' : 'note',
    uses: `${apiVersion} ${kind}`,
    message:
      others.length === 0
        ? 'scales this kind, but no version of it will be served'
        : `scales this kind; Kubernetes finds it by group and kind, in ${others.join(', ')}, other controllers may not`,
  };
}

function* storedVersionsThatGo(definition: JsonRecord, going: Going): Generator<Evidenced> {
  const spec = recordIn(definition, 'spec');
  const [group, resource] = [textAt(spec, 'group') ?? '', textAt(recordIn(spec, 'names'), 'plural') ?? ''];
  for (const version of textsIn(recordIn(definition, 'status')['storedVersions'])) {
    const endpoint = { group, version, resource };
    if (!going.goes(endpoint)) continue;
    yield {
      source: 'stored-versions',
      severity: 'warning',
      uses: formatGroupVersionResource(endpoint),
      message: 'objects may be stored in this version: migrate them before the definition is removed',
    };
  }
}

/**
 * Finds requests to endpoints that go away in the metrics of a process of kube-apiserver.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/#apiserver_requested_deprecated_apis
 */
export function* requestsIn(metrics: string, going: Going): Generator<Evidenced> {
  for (const [labels, value] of samplesOf(metrics, 'apiserver_requested_deprecated_apis')) {
    const { group = '', version = '', resource = '', subresource = '' } = labels;
    const endpoint = { group, version, resource };
    if (value === 0 || !going.goes(endpoint)) continue;
    yield {
      source: 'request-metrics',
      severity: 'warning',
      uses: formatGroupVersionResource(endpoint),
      message: `was requested since this process of the API server began${subresource === '' ? '' : `: ${subresource}`}`,
    };
  }
}

/**
 * Returns the resources of which the API server stores no object, as `resource.group`, by its own count, which is up to a
 * minute old. A count that failed is -1 there.
 *
 * @see https://kubernetes.io/docs/reference/instrumentation/metrics/#apiserver_storage_objects
 */
export function emptyResourcesIn(metrics: string): ReadonlySet<string> {
  // By its former name, and by its present one.
  const samples = [...samplesOf(metrics, 'apiserver_(?:storage|resource)_objects')];
  const empty = samples.filter(([, value]) => value === 0);
  return new Set(empty.map(([{ group = '', resource = '' }]) => formatGroupResource({ group, resource })));
}

/** Yields the labels and values of one metric, in the text format of Prometheus. */
function* samplesOf(metrics: string, name: string): Generator<[Partial<Record<string, string>>, number]> {
  for (const [, labels = '', value] of metrics.matchAll(new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm'))) {
    const pairs = [...labels.matchAll(/(?:^|,)(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
    yield [Object.fromEntries(pairs), Number(value)];
  }
}

/** What an audit log covers. */
export interface AuditCoverage {
  /** The lines that are events. */
  readonly events: number;
  /** The lines that could not be read: cut, too long, or no events. */
  readonly unreadLines: number;
  /** The time of the first event that was read, in RFC 3339; absent if there was none. */
  readonly from?: string;
  /** The time of the last event that was read. */
  readonly to?: string;
}

/** Beyond these, a request may count twice. */
const maxRunning = 10_000;

/** Options of {@link readAuditLog}. */
export interface AuditLogOptions {
  readonly going: Going;
  readonly findings: Pick<FindingCollector, 'add'>;
  /** The longest line, in characters. */
  readonly maxLineChars: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a log of kube-apiserver's audit backend, a stream of lines of any length in total, and reports each request to an
 * endpoint that goes away. Each line is parsed: one that is no event is counted, and never taken for one.
 *
 * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
 */
export async function readAuditLog(
  log: AsyncIterable<Uint8Array | string>,
  { going, findings, maxLineChars, signal }: AuditLogOptions,
): Promise<AuditCoverage> {
  let [events, unreadLines] = [0, 0];
  let from: string | undefined;
  let to: string | undefined;
  /** What is known of requests without an end yet, by their id. */
  const running = new Map<unknown, Evidenced>();
  for await (const line of linesOf(log, maxLineChars, signal)) {
    signal?.throwIfAborted();
    if (line === '') continue;
    const event = line === undefined ? undefined : parseEvent(line);
    if (event === undefined) {
      unreadLines += 1;
      continue;
    }
    events += 1;
    const evidence = evidenceIn(event, going);
    const { stage, auditID } = event;
    const isOver = stage === 'ResponseComplete' || stage === 'Panic' || running.size >= maxRunning;
    if (evidence !== undefined && !isOver) running.set(auditID, evidence);
    else if (evidence !== undefined) {
      running.delete(auditID);
      findings.add([evidence]);
    }
    const time = textAt(event, 'requestReceivedTimestamp');
    if (time === undefined) continue;
    if (from === undefined || time < from) from = time;
    if (to === undefined || time > to) to = time;
  }
  findings.add(running.values());
  return Object.freeze({ events, unreadLines, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
}

function parseEvent(line: string): JsonRecord | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return isJsonRecord(event) && event['kind'] === 'Event' && 'auditID' in event ? event : undefined;
  } catch {
    return undefined;
  }
}

function evidenceIn(event: JsonRecord, going: Going): Evidenced | undefined {
  const reference = event['objectRef'];
  if (!isJsonRecord(reference)) return undefined;
  const endpoint: GroupVersionResource = {
    group: textAt(reference, 'apiGroup') ?? '',
    version: textAt(reference, 'apiVersion') ?? '',
    resource: textAt(reference, 'resource') ?? '',
  };
  if (!going.goes(endpoint)) return undefined;
  const agent = textAt(event, 'userAgent');
  const status = recordIn(event, 'responseStatus')['code'];
  const [name, namespace] = [textAt(reference, 'name'), textAt(reference, 'namespace')];
  const uses = formatGroupVersionResource(endpoint);
  const isRefused = typeof status === 'number' && status >= 400;
  return {
    source: 'audit-log',
    severity: 'error',
    uses,
    who: `${textAt(recordIn(event, 'user'), 'username') ?? 'unknown'}${agent === undefined ? '' : ` (${agent})`}`,
    last: textAt(event, 'requestReceivedTimestamp'),
    objects: name === undefined ? [] : [foundObject({ name, namespace }, uses)],
    message: `requests ${textAt(event, 'verb') ?? 'something'} in this version${isRefused ? ', and was refused' : ''}`,
  };
}

function textAt(record: JsonRecord, field: string): string | undefined {
  const value = record[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Splits a stream into lines. A line that is too long is undefined. An abort ends it even while a piece does not come. */
async function* linesOf(
  stream: AsyncIterable<Uint8Array | string>,
  maxChars: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string | undefined, void, undefined> {
  const decoder = new TextDecoder();
  const pieces = stream[Symbol.asyncIterator]();
  let rest = '';
  let isTooLong = false;
  try {
    for (;;) {
      const next = await abandonOnAbort(pieces.next(), signal);
      if (next.done === true) break;
      const text = typeof next.value === 'string' ? next.value : decoder.decode(next.value, { stream: true });
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        yield isTooLong || line.length > maxChars ? undefined : line.trim();
        isTooLong = false;
      }
      if (rest.length > maxChars) [rest, isTooLong] = ['', true];
    }
  } finally {
    // Not awaited: a generator that hangs would hang here, too.
    Promise.resolve(pieces.return?.()).catch(() => undefined);
  }
  yield isTooLong ? undefined : rest.trim();
}
