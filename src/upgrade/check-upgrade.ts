import type { Catalog } from '../core/catalog/catalog.js';
import { describeFailure } from '../core/catalog/describe-failure.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { Client } from '../core/client.js';
import { isNotFound } from '../core/errors.js';
import { createMetadataReader, unreadOf, type MetadataReader } from '../core/metadata/create-metadata-reader.js';
import { isDeprecatedResource } from '../core/model/deprecated-resources.js';
import {
  formatGroupResource,
  formatGroupVersionResource,
  type GroupVersionResource,
  groupVersionResourceOf,
  resourceKey,
} from '../core/model/group-version-resource.js';
import { formatGroupVersion, parseGroupVersion } from '../core/model/group-version.js';
import type { KubeObject, ObjectLike } from '../core/model/kube-object.js';
import { mappingOf } from '../core/model/rest-mapping.js';
import type { CallOptions } from '../core/resource/options.js';
import {
  callOptionNames,
  requireCallOptions,
  requireClient,
  requireCount,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { isJsonRecord, type JsonRecord } from '../core/shared/json-record.js';
import { mapLimit } from '../core/shared/concurrency.js';
import type { Evidence } from '../identity/evidence.js';
import { type EvidenceChoice, findEvidence } from '../identity/find-evidence.js';
import { identityReport } from '../identity/identity-report.js';
import {
  readAuditLog,
  type AuditCoverage,
  collectFindings,
  type Evidenced,
  type FindingCollector,
  type Going,
  foundObject,
  type Severity,
  type UpgradeFinding,
  namedBy,
  namingKinds,
  ownersThatGo,
  writersOf,
  emptyResourcesIn,
  requestsIn,
  whatGoes,
} from './evidence.js';
import { compareServers, type ServerComparison } from './compare-servers.js';
import { catalogAfterDefinitions, compareDefinitions, type DefinitionChangeKind } from './definitions.js';

/** An object of a file, by the rules of those on the server. */
export interface CheckedManifest {
  /** The object as the file has it. */
  readonly object: ObjectLike;
  /** The file and line, for the findings. */
  readonly location?: string | undefined;
}

/** The progress of a check. */
export interface UpgradeCheckProgress {
  /** Sets of objects that are done. */
  readonly done: number;
  /** All sets, done or not. */
  readonly of: number;
  /** Objects so far. */
  readonly objects: number;
}

/** Options of {@link checkUpgrade}. `timeoutMs` applies to each request. */
export interface UpgradeCheckOptions extends CallOptions, EvidenceChoice {
  /** The CustomResourceDefinitions of the upgrade, to compare with those of the server. @default none */
  readonly definitions?: readonly ObjectLike[] | undefined;
  /** The audit log of the API servers, as it is in its file. @default none: readers are not found */
  readonly auditLog?: AsyncIterable<Uint8Array | string> | undefined;
  /** Objects of files, such as the output of Helm. @default none */
  readonly manifests?: readonly CheckedManifest[] | undefined;
  /** False to leave out the objects of the server, and check the other evidence alone. @default true */
  readonly objects?: boolean | undefined;
  /** Objects per page. @default 500 */
  readonly limit?: number | undefined;
  /** The maximum number of lists in flight. @default 4 */
  readonly concurrency?: number | undefined;
  /** The maximum number of findings; beyond, the report is incomplete and says so. @default 10000 */
  readonly maxFindings?: number | undefined;
  /** The maximum number of objects that a finding names; it counts all of them. @default 100 */
  readonly objectsPerFinding?: number | undefined;
  /** The longest line of the audit log, in characters; a longer one counts as unread. @default 4194304 */
  readonly maxLineChars?: number | undefined;
  /** Called after each set of objects. @default nothing is called */
  readonly onProgress?: ((progress: UpgradeCheckProgress) => void) | undefined;
}

/** Something that the check could not read. What it would have said is unknown: nothing is unused because of it. */
export interface UnreadEvidence {
  /** What it is: a resource, a part of the server, `/metrics`, the audit log. */
  readonly what: string;
  /** Why it could not be read, or what it lacks. */
  readonly why: string;
}

/** The result of {@link checkUpgrade}. */
export interface UpgradeReport {
  /** What the server serves differently after the upgrade. */
  readonly comparison: ServerComparison;
  /** Errors first, then warnings, then notes. */
  readonly findings: readonly UpgradeFinding[];
  /** What could not be read. The report is complete if this is empty. */
  readonly unread: readonly UnreadEvidence[];
  /**
   * How many sets of objects and objects were read, and the endpoints that were left out: those that are deprecated, stay,
   * and are the only ones of their objects, such as `endpoints`.
   */
  readonly read: {
    readonly sets: number;
    readonly objects: number;
    readonly leftOut: readonly GroupVersionResource[];
  };
  /** What the audit log covers; absent without one. */
  readonly auditLog?: AuditCoverage;
}

const checks: OptionChecks<UpgradeCheckOptions> = {
  ...callOptionNames,
  evidence: true,
  definitions: true,
  auditLog: true,
  manifests: true,
  objects: true,
  limit: requireCount,
  concurrency: requireCount,
  maxFindings: requireCount,
  objectsPerFinding: requireCount,
  maxLineChars: requireCount,
  onProgress: true,
};

/**
 * Finds who uses what goes away with an upgrade: by the managers of fields, owner references, rules, scale targets and
 * stored versions of the server's objects, its metrics, an audit log, and manifests in files. Each finding says how far
 * its evidence carries. Every set of objects that somebody writes is listed once, as metadata, at an endpoint that stays
 * if there is one. A set without one is not listed if the server's metrics say that it is empty, nor are `endpoints`, which are
 * deprecated and stay: so the check does not report itself. What cannot be read is listed and never taken for unused.
 *
 * @param target what the server will serve: `catalogAfterUpgrade`, `catalogAfterDefinitions`, or another server's catalog
 * @throws InvalidArgumentError for options that can never work; DiscoveryError if nothing could be learned about the
 * server; ClientClosedError; the signal's reason after an abort; any error from getting credentials, and of the stream
 * of the audit log
 * @example
 * const now = await client.discovery.catalog();
 * const report = await checkUpgrade(client, catalogAfterUpgrade(now, await loadRelease('1.37')));
 * for (const { severity, uses, who, message } of report.findings) console.log(severity, uses, who, message);
 * if (report.unread.length > 0) console.log('not everything could be read', report.unread);
 * @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
export async function checkUpgrade(
  client: Client,
  target: Catalog,
  options: UpgradeCheckOptions = {},
): Promise<UpgradeReport> {
  requireClient(client);
  const { definitions = [], manifests = [], auditLog, objects = true } = requireCallOptions(options, checks, client);
  const { evidence, signal, concurrency = 4, maxFindings = 10_000, objectsPerFinding = 100 } = options;
  const before = await client.discovery.catalog({ signal });
  const found = await findEvidence(client, before, { evidence, signal }, { verbs: ['list'] });
  const comparison = compareServers(before, target, { evidence: found.evidence });
  const going = whatGoes(before, target, comparison);
  // One more than are returned tells that there are more.
  const collect = (): FindingCollector => collectFindings({ maxFindings: maxFindings + 1, objectsPerFinding });
  const findings = collect();
  const unread: UnreadEvidence[] = [
    ...[...before.failures, ...found.failures].map((each) => ({ what: 'discovery', why: describeFailure(each) })),
    ...comparison.uncertain.map(({ entry, unreadIn }) => ({
      what: formatGroupVersionResource(entry),
      why: `the ${unreadIn === 'before' ? 'server' : 'target'} could not be read there`,
    })),
  ];
  const read = { sets: 0, objects: 0, leftOut: [] };
  const check = { client, going, comparison, findings, unread, read, options };

  // Before the lists, which are requests, too.
  const empty = objects ? await readMetrics(check) : new Set<string>();
  const tasks = objects ? [...setsToRead(check, found.evidence, empty), ...namesToRead(check)] : [];
  const parts = await mapLimit(tasks, concurrency, async (task) => {
    const part: Part = { findings: collect(), unread: [] };
    await task(part);
    return part;
  });
  for (const part of parts) {
    findings.add(part.findings.findings());
    unread.push(...part.unread);
  }
  await checkDefinitions(check, definitions);
  checkManifests(check, manifests);
  const coverage = auditLog && (await checkAuditLog(check, auditLog));
  const all = findings.findings();
  if (all.length > maxFindings)
    unread.push({ what: 'findings', why: `there are more than ${maxFindings}: increase maxFindings` });
  return Object.freeze<UpgradeReport>({
    comparison,
    findings: Object.freeze(all.slice(0, maxFindings)),
    unread: Object.freeze(unread.map((each) => Object.freeze(each))),
    read: Object.freeze({ ...read, leftOut: Object.freeze(read.leftOut) }),
    ...(coverage && { auditLog: coverage }),
  });
}

/** What the parts of one check share. */
interface Check {
  readonly client: Client;
  readonly going: Going;
  readonly comparison: ServerComparison;
  readonly findings: FindingCollector;
  readonly unread: UnreadEvidence[];
  readonly read: { sets: number; objects: number; readonly leftOut: GroupVersionResource[] };
  readonly options: UpgradeCheckOptions;
}

/** What one task found: put together in the order of the tasks, not in that of the answers. */
type Part = Pick<Check, 'findings' | 'unread'>;

type Task = (part: Part) => Promise<void>;

/** Lists each set once: with managers where an endpoint goes away, without them elsewhere, which is much less. */
function setsToRead(check: Check, evidence: Evidence, empty: ReadonlySet<string>): readonly Task[] {
  const { client, going, comparison, read, options } = check;
  const { limit = 500, signal, timeoutMs, onProgress } = options;
  const prefer = (entry: ResourceEntry): boolean => !going.goes(entry);
  const { classes, distinct } = identityReport(going.before, { evidence, verbs: ['list'], prefer });
  const siblings = new Map(classes.flatMap(({ endpoints }) => endpoints.map((each) => [resourceKey(each), endpoints])));
  const endpointsOf = (entry: ResourceEntry) => siblings.get(resourceKey(entry)) ?? [entry];
  // What nobody writes has no writer and no owner: metrics, componentstatuses.
  const written = distinct.filter((entry) =>
    endpointsOf(entry).some(({ verbs }) => ['create', 'update', 'patch'].some((verb) => verbs.includes(verb))),
  );
  const lost = new Set(comparison.lost.flatMap(({ endpoints }) => endpoints.map(resourceKey)));
  const isDeprecated = (entry: ResourceEntry): boolean => isDeprecatedResource(entry) && !lost.has(resourceKey(entry));
  read.leftOut.push(...written.filter(isDeprecated).map(groupVersionResourceOf));
  const sets = written.filter((entry) => !isDeprecated(entry));
  return sets.map((entry) => async ({ findings, unread }) => {
    const type = formatGroupResource(entry);
    const isAffected = endpointsOf(entry).some((each) => going.goes(each));
    const isLost = lost.has(resourceKey(entry));
    let withoutManagers = 0;
    const reader: MetadataReader = createMetadataReader(client, { managedFields: isAffected });
    // A list of nothing would be the one request to what goes away.
    const isEmpty = isLost && endpointsOf(entry).every((each) => empty.has(formatGroupResource(each)));
    const paging = { limit, expired: 'continue', signal, timeoutMs } as const;
    const pages = isEmpty ? [] : reader.pages({ mapping: mappingOf(entry) }, paging);
    for await (const step of pages) {
      if (step.state === 'unknown') unread.push({ what: formatGroupVersionResource(entry), why: step.message });
      if (step.state !== 'page') continue;
      read.objects += step.items.length;
      for (const item of step.items) {
        const object = foundObject(item.metadata, type);
        findings.add(ownersThatGo(item.metadata, going), object);
        if (!isAffected) continue;
        if (isLost) {
          const message = 'objects exist, but the target serves no version of them';
          findings.add([{ source: 'lost-objects', severity: 'error', uses: type, message }], object);
        }
        findings.add(writersOf(item.metadata, entry.kind, going), object);
        if ((item.metadata.managedFields ?? []).length === 0) withoutManagers += 1;
      }
    }
    if (withoutManagers > 0) {
      const why = `${withoutManagers} of its objects have no managedFields: who writes them is unknown`;
      unread.push({ what: formatGroupVersionResource(entry), why });
    }
    read.sets += 1;
    onProgress?.({ done: read.sets, of: sets.length, objects: read.objects });
  });
}

/** Reads the objects whose spec names others. */
function namesToRead({ client, going, options }: Check): readonly Task[] {
  const { limit = 500, signal, timeoutMs } = options;
  if (going.endpoints.length === 0) return [];
  return namingKinds.map(({ group, kind }) => async ({ findings, unread }) => {
    const entries = going.before.resources({ group, verbs: ['list'] }).filter((each) => each.kind === kind);
    const entry = entries.find((each) => !going.goes(each)) ?? entries[0];
    if (entry === undefined) return;
    try {
      for await (const object of client.handle(mappingOf(entry)).items({ limit, signal, timeoutMs })) {
        const whole = { ...object, kind, apiVersion: formatGroupVersion(entry) };
        findings.add(namedBy(whole, going), foundObject(object.metadata, formatGroupResource(entry)));
      }
    } catch (error) {
      unread.push({ what: formatGroupVersionResource(entry), why: unreadOf(error, { signal, isPage: true }).message });
    }
  });
}

/** Finds requests in the metrics of the API server. Returns the resources that have no object by its count. */
async function readMetrics({ client, going, findings, unread, options }: Check): Promise<ReadonlySet<string>> {
  const { signal, timeoutMs } = options;
  if (going.endpoints.length === 0) return new Set();
  try {
    const text = (await client.request({ path: '/metrics', accept: 'text/plain', signal, timeoutMs })).text();
    findings.add(requestsIn(text, going));
    return emptyResourcesIn(text);
  } catch (error) {
    unread.push({ what: '/metrics', why: unreadOf(error, { signal, isPage: true }).message });
    return new Set();
  }
}

/** The changes of a definition that are no warnings. */
const severities: Readonly<Partial<Record<DefinitionChangeKind, Severity>>> = {
  scope: 'error',
  'stored-version': 'error',
  'storage-version': 'note',
};

async function checkDefinitions(check: Check, definitions: readonly ObjectLike[]): Promise<void> {
  const { client, findings, unread, options } = check;
  const { signal, timeoutMs } = options;
  const handle = client.resource('customresourcedefinitions.v1.apiextensions.k8s.io');
  for (const definition of definitions) {
    const name = definition.metadata?.name ?? '';
    let current: KubeObject;
    try {
      current = await handle.get(name, { signal, timeoutMs });
    } catch (error) {
      if (isNotFound(error)) continue;
      const why = unreadOf(error, { signal, isPage: true }).message;
      unread.push({ what: `customresourcedefinitions ${name}`, why });
      continue;
    }
    const changes = compareDefinitions(current, definition).map(({ change, version, message }): Evidenced => {
      const uses = version === undefined ? name : `${name} ${version}`;
      return { source: 'definition', severity: severities[change] ?? 'warning', uses, message };
    });
    findings.add(changes, { type: 'customresourcedefinitions.apiextensions.k8s.io', name });
  }
}

/** Checks objects of files; the definitions among them are served when the rest is applied. */
function checkManifests(check: Check, manifests: readonly CheckedManifest[]): void {
  const { findings, unread } = check;
  const { before, after: target } = check.going;
  const defined = manifests.map(({ object }) => object).filter(({ kind }) => kind === 'CustomResourceDefinition');
  const after = defined.length === 0 ? target : catalogAfterDefinitions(target, defined);
  const going = defined.length === 0 ? check.going : whatGoes(before, after, compareServers(before, after));
  for (const { object, location } of manifests) {
    const { apiVersion = '', kind = '', metadata } = object;
    const groupVersion = parseGroupVersion(apiVersion);
    if (groupVersion === undefined || kind === '') {
      unread.push({ what: location ?? 'a manifest', why: 'it has no kind, or no valid apiVersion' });
      continue;
    }
    const found = foundObject(metadata ?? {}, kind, location);
    if (after.failuresOf(groupVersion).length === 0 && !going.staysKind(apiVersion, kind)) {
      const others = going.versionsOfKind(apiVersion, kind);
      const instead = others.length === 0 ? '' : `; its kind is served in ${others.join(', ')}`;
      const message = `the target does not serve this version${instead}`;
      const severity = going.kindGoes(apiVersion, kind) ? 'error' : 'warning';
      findings.add([{ source: 'manifest', severity, uses: `${apiVersion} ${kind}`, message }], found);
    }
    const owners = isJsonRecord(metadata) ? ownersThatGo(metadata, going) : [];
    for (const { message, ...each } of [...owners, ...namedBy(object as JsonRecord, going)])
      findings.add([{ ...each, source: 'manifest', message: `a manifest ${message}` }], found);
  }
}

async function checkAuditLog(check: Check, log: AsyncIterable<Uint8Array | string>): Promise<AuditCoverage> {
  const { going, findings, unread, options } = check;
  const { signal, maxLineChars = 4 * 1024 * 1024 } = options;
  const coverage = await readAuditLog(log, { going, findings, maxLineChars, signal });
  if (coverage.events === 0) unread.push({ what: 'audit log', why: 'it has no event' });
  if (coverage.unreadLines > 0) {
    const why = `${coverage.unreadLines} of its lines are cut off, too long, or not events`;
    unread.push({ what: 'audit log', why });
  }
  return coverage;
}
