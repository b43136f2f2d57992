import { humanAge } from '../core/representation/print/age.js';
import { isJsonRecord, ownIn, recordIn, recordsOf, type JsonRecord } from '../core/shared/json-record.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { jsonEscapeOf } from '../core/shared/quote.js';
import { parseQuantity } from './cell.js';
import { type DescribedEvent, inTime } from './described-event.js';
import type { DescriptionGap } from './relatives.js';

/**
 * How an object is, in the words of kstatus: `Current` if nothing is wrong or to come, `InProgress`, `Failed` if it needs somebody,
 * or `Terminating`.
 */
export type ObjectStatus = 'Current' | 'InProgress' | 'Failed' | 'Terminating';

/** Why an object is as it is, in a whole sentence. */
export interface DiagnosisReason {
  /** How bad it is; `Current` for what is only worth knowing. */
  readonly status: ObjectStatus;
  /** The reason in one machine-readable word, usually the server's own: `CrashLoopBackOff`. */
  readonly reason: string;
  /** The sentence, for people. Control characters and marks of direction show as `\u202e`. */
  readonly text: string;
  /** The object that the sentence is about, if it is another one: a pod of a Deployment. */
  readonly object?: { readonly kind: string; readonly name: string; readonly namespace: string } | undefined;
}

/** Facts of an object that belong together. */
export interface DiagnosisSection {
  /** What they are about: `Container main`. */
  readonly heading: string;
  /** Each with its name, in order. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** What is wrong with an object and why, and what one looks up first. */
export interface Diagnosis {
  /** The worst of the reasons. */
  readonly status: ObjectStatus;
  /** The worst ones first; at most 50. */
  readonly reasons: readonly DiagnosisReason[];
  /** Facts from the spec and the status, without commands, environments and data. */
  readonly sections: readonly DiagnosisSection[];
}

/** Options of {@link diagnose}. */
export interface DiagnoseOptions {
  /** Events of the object, and of the related ones. @default none */
  readonly events?: readonly DescribedEvent[] | undefined;
  /** Objects that tell more: of a workload its ReplicaSets and pods, of a Service its pods and EndpointSlices, of a pod its claims, of a node its pods. @default none */
  readonly related?: readonly object[] | undefined;
  /** What {@link describe} could not read: what an Ingress names and does not exist is a reason. @default none */
  readonly gaps?: readonly DescriptionGap[] | undefined;
  /** The moment that ages refer to, in milliseconds. @default Date.now() */
  readonly now?: number | undefined;
}

/** How a rule tells a reason. */
type Say = (status: ObjectStatus, reason: string, text: string, more?: Pick<DiagnosisReason, 'object'>) => void;

/** What tells the reasons of a kind. */
type Rule = (object: JsonRecord, say: Say, known: Known) => void;

/** All that a rule knows beside the object. */
interface Known {
  /** The newest first. */
  readonly events: readonly DescribedEvent[];
  readonly related: readonly JsonRecord[];
  readonly gaps: readonly DescriptionGap[];
  readonly now: number;
}

const relatedOf = ({ related }: Known, kind: string): readonly JsonRecord[] =>
  related.filter((each) => each['kind'] === kind);

interface Kind {
  readonly rule?: Rule;
  /** Where the facts stand that one looks up first. */
  readonly facts: string;
  /** What is told of what stands around it. */
  readonly around?: Around;
  /** Conditions that the rule tells better. */
  readonly told?: RegExp;
}

const mostReasons = 50;
const mostNamed = 3;
const deepest = 5;
const longestText = 1000;
/** Servers keep an event for an hour; a controller that fails tries again within 17 minutes. */
const recentMs = 20 * 60_000;
/** As kstatus: so long may a scheduler take. */
const schedulingMs = 15_000;
const worstFirst: readonly ObjectStatus[] = ['Failed', 'Terminating', 'InProgress', 'Current'];

/**
 * Says why an object is not as it should be, in whole sentences, and the facts that one looks up first. A pure function of the object,
 * its events and related objects; {@link describe} reads all of these. Built-in kinds have rules of their own; a custom resource
 * is read by its conditions, its phase and the fields of its status. What has an unexpected type in the object counts as missing.
 *
 * @throws InvalidArgumentError for an option that does not exist
 * @example
 * const pod = await client.resource('pods').namespace('shop').get('front-0');
 * for (const { text } of diagnose(pod).reasons) console.log(text);
 */
export function diagnose(object: object, options: DiagnoseOptions = {}): Diagnosis {
  const { events = [], related = [], gaps = [], now = Date.now() } = requireKnownOptions(options, optionNames);
  const record: JsonRecord = { ...object };
  const known: Known = { events: inTime(events).reverse(), related: related.filter(isJsonRecord), gaps, now };
  const found = reasonsOf(record, known);
  const left = found.length - mostReasons;
  const more = { status: 'Current', reason: 'More', text: `There are ${left} more reasons.` } as const;
  const reasons = left > 0 ? [...found.slice(0, mostReasons), more] : found;
  return { status: found[0]?.status ?? 'Current', reasons, sections: sectionsOf(record, known) };
}

const optionNames = { events: true, related: true, gaps: true, now: true } as const;

function reasonsOf(object: JsonRecord, known: Known): readonly DiagnosisReason[] {
  const found: DiagnosisReason[] = [];
  const say: Say = (status, reason, text, more) => void found.push({ status, reason, text, ...more });
  const kind = ruled(object);
  for (const rule of [deletion, kind?.rule ?? phases, stopped, missing, generations]) rule(object, say, known);
  conditions(object, say, found);
  const isHealthy = found.every(({ status }) => status === 'Current');
  // What says nothing of its health says it by events alone.
  if (!isHealthy || (kind?.rule === undefined && recordsOf(at(object, 'status.conditions')).length === 0)) {
    warnings((_, ...rest) => say(isHealthy ? 'Current' : 'Failed', ...rest), known, found);
  }
  return found.sort((a, b) => worstFirst.indexOf(a.status) - worstFirst.indexOf(b.status));
}

/** Finalizers that people meet, and what each waits for. */
const finalizerWords: ReadonlyMap<string, string> = new Map([
  ['kubernetes.io/pvc-protection', ' (until no pod uses it)'],
  ['kubernetes.io/pv-protection', ' (until no claim is bound to it)'],
  ['kubernetes', ' (until all that is in it is gone)'],
  ['foregroundDeletion', ' (until its dependents are gone)'],
]);

const deletion: Rule = (object, say, { now }) => {
  const deleted = textAt(object, 'metadata.deletionTimestamp');
  if (deleted === '') return;
  const lists = ['metadata.finalizers', ...(kindOf(object) === 'Namespace' ? ['spec.finalizers'] : [])];
  const names = lists.flatMap((path) => listAt(object, path).map(textOf));
  const [isOver, age, node] = [Date.parse(deleted) < now, humanAge(deleted, now), textAt(object, 'spec.nodeName')];
  if (names.length > 0) {
    const kept = namesOf(names.map((name) => `${name}${finalizerWords.get(name) ?? ''}`));
    const since = isOver ? `It was deleted ${age} ago` : 'It is being deleted';
    say('Terminating', 'Finalizers', `${since}, and waits until its finalizers are removed: ${kept}.`);
  } else if (isOver && node !== '') {
    const text = `It should have ended ${age} ago: node ${node} has not reported that its containers stopped.`;
    say('Failed', 'Overdue', text);
  } else say('Terminating', 'Terminating', 'It is being deleted.');
};

/** Jobs, CronJobs and Deployments, and custom resources that follow them. */
const stopped: Rule = (object, say) => {
  if (at(object, 'spec.suspend') === true) say('Current', 'Suspended', 'It is suspended (spec.suspend).');
  if (at(object, 'spec.paused') === true) say('Current', 'Paused', 'It is paused (spec.paused).');
};

const missing: Rule = (_, say, { gaps }) => {
  for (const { message } of gaps.filter(({ part, statusCode }) => part === 'related' && statusCode === 404)) {
    say('Failed', 'NotFound', `It names what does not exist${because('', message.replace(/^.*: 404 \w*: /, ''))}`);
  }
};

const generations: Rule = (object, say) => {
  const [wanted, seen] = [at(object, 'metadata.generation'), at(object, 'status.observedGeneration')];
  if (typeof wanted !== 'number' || typeof seen !== 'number' || wanted === seen) return;
  const text = `Its controller has not seen the newest change yet (generation ${wanted}, seen ${seen}).`;
  say('InProgress', 'LatestGenerationNotObserved', text);
};

const badIfTrue =
  /^(Stalled|Namespace(Deletion|Content|Finalizers).*|.*(Degraded|Failed|Failure|Error|Pressure|Unavailable|Unhealthy))$/;
const badUnlessTrue =
  /^(NamesAccepted|AbleToScale|ScalingActive|.*(Ready|Available|Healthy|Established|Synced|Reconciled|Accepted|Programmed|ResolvedRefs|Succeeded))$/;

/** Reasons of conditions that somebody has to look into; others are on their way. */
const badReason = /Fail|Error|Invalid|NotFound|Missing|Denied/;

function conditions(object: JsonRecord, say: Say, told: readonly DiagnosisReason[]): void {
  const kind = ruled(object);
  for (const condition of recordsOf(at(object, 'status.conditions'))) {
    const [type, status, word] = [textAt(condition, 'type'), textAt(condition, 'status'), textAt(condition, 'reason')];
    const message = condition['message'];
    if (kind?.told?.test(type) === true || (textOf(message) !== '' && isTold(message, told))) continue;
    const text = `Its condition ${type} is ${status}${because(word, message)}`;
    if (badIfTrue.test(type) ? status === 'True' : badUnlessTrue.test(type) && /^(False|Unknown)$/.test(status)) {
      const isFailure = badIfTrue.test(type) || kind === kinds['Node'] || badReason.test(word);
      say(isFailure ? 'Failed' : 'InProgress', word || type, text);
    } else if (status === 'True' && /^(Reconciling|PodResize\w+)$/.test(type)) say('InProgress', word || type, text);
    // It is on its way out, which others tell.
    else if (status === 'True' && type === 'DisruptionTarget') say('Current', word || type, text);
  }
}

/** What objects without a rule of their own say in a word, as custom resources do. */
const phases: Rule = (object, say) => {
  for (const path of ['phase', 'state', 'health.status']) {
    const word = textAt(object, `status.${path}`);
    if (!/^(failed|error|degraded|unhealthy|lost)$/i.test(word)) continue;
    const message = textAt(object, 'status.message') || textAt(object, 'status.health.message');
    say('Failed', word, `Its ${path} is ${word}${because(textAt(object, 'status.reason'), message)}`);
  }
};

/** Tells recent warnings that no reason tells yet; those of pods are told with the pods. */
function warnings(say: Say, known: Known, told: readonly DiagnosisReason[]): void {
  const { events, now } = known;
  const pods = new Set(relatedOf(known, 'Pod').map((pod) => textAt(pod, 'metadata.uid')));
  const seen = new Set<string>();
  for (const { type, reason, message, count, lastSeen, regarding } of events) {
    // What waits has told why; so has a pod by its condition.
    if (type !== 'Warning' || /^(BackOff|FailedScheduling)$/.test(reason) || pods.has(regarding.uid || 'none'))
      continue;
    if (!(now - Date.parse(lastSeen) < recentMs) || seen.size >= mostNamed || isTold(message, told)) continue;
    // A kubelet tells by one word that a volume cannot be mounted, and which one it was.
    const key = `${reason} ${essenceOf(message).slice(0, 20)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const times = `${count > 1 ? `${count} times, ` : ''}last ${humanAge(lastSeen, now)} ago`;
    say('Failed', textOf(reason), `Warning ${textOf(reason)} (${times})${because('', message)}`);
  }
}

/** Returns a message without what differs each time, as the random name of a pod. */
function essenceOf(message: unknown): string {
  const start = /^(?:\(combined from similar events\): )?(?:Error(?: creating)?: )?/;
  return textOf(message)
    .replace(start, '')
    .replace(/pods "[^"]*"/g, 'pods');
}

/** Whether some reason tells a message, or the message is a mere word. */
function isTold(message: unknown, told: readonly DiagnosisReason[]): boolean {
  const essence = essenceOf(message);
  const ends = [essence.slice(0, 80), essence.slice(-80)];
  const isIn = (text: string): boolean => ends.some((end) => text.includes(end));
  return /^\w+$/.test(essence) || told.some(({ text }) => isIn(text.replace(/pods "[^"]*"/g, 'pods')));
}

const containerLists = [
  ['initContainers', 'initContainerStatuses', 'Init container'],
  ['containers', 'containerStatuses', 'Container'],
  ['ephemeralContainers', 'ephemeralContainerStatuses', 'Ephemeral container'],
] as const;

type PodContainer = ReturnType<typeof containersOf>[number];

/** Each container of a pod, or of the template of a workload, with its status. */
function containersOf(object: JsonRecord) {
  return containerLists.flatMap(([list, statuses, title]) => {
    const known = new Map(recordsOf(at(object, `status.${statuses}`)).map((each) => [each['name'], each]));
    return recordsOf(podSpecOf(object)[list]).map((container) => {
      const isSidecar = title === 'Init container' && container['restartPolicy'] === 'Always';
      const status: JsonRecord = known.get(container['name']) ?? {};
      return { container, status, who: `${isSidecar ? 'Sidecar container' : title} ${textAt(container, 'name')}` };
    });
  });
}

function podSpecOf(object: JsonRecord): JsonRecord {
  const inJob = kindOf(object) === 'CronJob.batch' ? 'spec.jobTemplate.' : '';
  const spec = at(object, kindOf(object) === 'Pod' ? 'spec' : `${inJob}spec.template.spec`);
  return ruled(object) !== undefined && isJsonRecord(spec) ? spec : {};
}

const podRule: Rule = (pod, say, known) => {
  const [phase, word, node] = [textAt(pod, 'status.phase'), textAt(pod, 'status.reason'), textAt(pod, 'spec.nodeName')];
  if (phase === 'Succeeded') return;
  const message = at(pod, 'status.message');
  let problems = 0;
  const tell: Say = (status, ...rest) => {
    if (status !== 'Current') problems += 1;
    say(status, ...rest);
  };
  if (word === 'Evicted') tell('Failed', word, `The pod was evicted${because('', message)}`);
  else if (phase === 'Failed' && word + textOf(message) !== '') {
    tell('Failed', word || phase, `The pod failed${because(word, message)}`);
  }
  if (node === '' && problems === 0) unscheduled(pod, tell, known);
  for (const each of containersOf(pod)) container(pod, each, tell, known);
  if (problems > 0) return;
  if (phase === 'Failed') return say('Failed', phase, 'The pod failed.');
  const found = recordsOf(at(pod, 'status.conditions'));
  const [ready, ofContainers] = ['Ready', 'ContainersReady'].map((type) => found.find((each) => each['type'] === type));
  if (ready === undefined || ready['status'] === 'True') return;
  const reason = textAt(ready, 'reason');
  // A kubelet gives a reason; the controller that finds no sign of the kubelet gives none.
  if (reason === '' && ofContainers?.['status'] === 'True') {
    const text = `Its containers were ready when node ${node} last told; see whether the node is ready.`;
    return say('Failed', 'NodeNotReady', text);
  }
  say('InProgress', reason || 'NotReady', `Its condition Ready is not true${because(reason, ready['message'])}`);
};

const unscheduled: Rule = (pod, say, known) => {
  const found = recordsOf(at(pod, 'status.conditions')).find(({ type }) => type === 'PodScheduled');
  const word = textAt(found, 'reason');
  const isNew = known.now - Date.parse(textAt(pod, 'metadata.creationTimestamp')) < schedulingMs;
  const why = `The pod cannot be scheduled${because(word, at(found, 'message'))}`;
  const status = word === 'Unschedulable' && !isNew ? 'Failed' : 'InProgress';
  say(status, word || 'PodNotScheduled', word === '' ? 'No scheduler has given the pod a node yet.' : why);
  for (const each of relatedOf(known, 'PersistentVolumeClaim')) sayOf(each, say, known);
};

const pullReasons =
  /^(ErrImage\w*|ImagePullBackOff|InvalidImageName|ImageInspectError|RegistryUnavailable|SignatureValidationFailed)$/;

function container(pod: JsonRecord, { container, status, who }: PodContainer, say: Say, { events, now }: Known): void {
  const { waiting: waits, terminated: ended, running } = recordIn(status, 'state');
  const last = at(status, 'lastState.terminated');
  const restarted = timesOf(status['restartCount']);
  const [uid, path] = [textAt(pod, 'metadata.uid'), `{${textAt(container, 'name')}}`];
  const isOwn = ({ regarding }: DescribedEvent): boolean => regarding.uid === uid && regarding.fieldPath.endsWith(path);
  const eventOf = (start: string): string =>
    events.find((each) => isOwn(each) && each.message.startsWith(start))?.message ?? '';
  const ending = (state: unknown, adverb: string): string => {
    const [word, code, time] = [textAt(state, 'reason'), textAt(state, 'exitCode'), textAt(state, 'finishedAt')];
    const ago = time === '' ? '' : ` ${humanAge(time, now)} ago`;
    const limit = textAt(container, 'resources.limits.memory');
    const most = limit === '' ? 'there is' : `its limit of ${limit}`;
    const memory = `because it used more memory than ${most} (OOMKilled, exit code ${code}).`;
    if (word === 'OOMKilled') return `was ${adverb}killed${ago} ${memory}`;
    const cause = textAt(state, 'message') || eventOf('Liveness probe') || eventOf('Startup probe');
    return `${adverb}ended${ago} with exit code ${code}${because(word, cause)}`;
  };
  const word = textAt(waits, 'reason');
  if (word === 'CrashLoopBackOff') {
    const verb = at(last, 'exitCode') === 0 ? 'ends' : 'crashes';
    const cause = isJsonRecord(last) ? `it ${ending(last, 'last ')}` : at(waits, 'message');
    say('Failed', word, `${who} ${verb} again and again (restarted ${restarted})${because('', cause)}`);
  } else if (pullReasons.test(word)) {
    const why = because(word, eventOf('Failed to pull image') || at(waits, 'message'));
    say('Failed', word, `${who} cannot start because its image ${textAt(container, 'image')} cannot be pulled${why}`);
  } else if (word === 'ContainerCreating' || (word === '' && isJsonRecord(waits))) {
    say('InProgress', 'ContainerCreating', `${who} has not started yet.`);
  } else if (word !== '' && word !== 'PodInitializing') {
    say('Failed', word, `${who} cannot start${because(word, at(waits, 'message'))}`);
  } else if (isJsonRecord(ended) && ended['exitCode'] !== 0) {
    say('Failed', textAt(ended, 'reason') || 'Error', `${who} ${ending(ended, '')}`);
  }
  if (!isJsonRecord(running)) return;
  if (who.startsWith('Init')) say('InProgress', 'PodInitializing', `${who} runs, and the containers start after it.`);
  else if (status['ready'] === false) {
    const probe = status['started'] === false && isJsonRecord(container['startupProbe']) ? 'Startup' : 'Readiness';
    const [failed, settings] = [eventOf(`${probe} probe`), container[`${probe.toLowerCase()}Probe`]];
    const waitsFor = `its ${probe.toLowerCase()} probe has not succeeded yet (${valueText(settings)})`;
    const text = `${who} runs, but is not ready${because('', failed || (isJsonRecord(settings) ? waitsFor : ''))}`;
    if (failed === '') say('InProgress', 'NotReady', text);
    else say('Failed', 'Unhealthy', text);
  }
  const isRecent = now - Date.parse(textAt(last, 'finishedAt')) < recentMs;
  if (isJsonRecord(last) && (isRecent || last['reason'] === 'OOMKilled')) {
    const text = `${who} was restarted ${restarted}: it ${ending(last, 'last ')}`;
    say('Current', textAt(last, 'reason') || 'Restarted', text);
  }
}

const daemonCounts =
  'status.desiredNumberScheduled status.currentNumberScheduled status.updatedNumberScheduled status.numberAvailable';
const replicaCounts = 'spec.replicas status.replicas status.updatedReplicas status.availableReplicas';

const rollout: Rule = (object, say, known) => {
  const uid = textAt(object, 'metadata.uid');
  const isOwned = (each: JsonRecord): boolean =>
    recordsOf(at(each, 'metadata.ownerReferences')).some((owner) => owner['uid'] === uid);
  const sets = relatedOf(known, 'ReplicaSet').filter(isOwned);
  const found = [object, ...sets].flatMap((each) => recordsOf(at(each, 'status.conditions')));
  const late = found.find(({ reason }) => reason === 'ProgressDeadlineExceeded');
  if (late) say('Failed', 'ProgressDeadlineExceeded', `The rollout is not progressing${because('', late['message'])}`);
  const failure = found.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  const word = textAt(failure, 'reason');
  if (failure) say('Failed', word, `Pods cannot be created${because(word, failure['message'])}`);
  sayOfPods(say, known);
  const isDaemon = object['kind'] === 'DaemonSet';
  const counts = (isDaemon ? daemonCounts : replicaCounts).split(' ');
  const [wanted, present = 0, updated = 0, available = 0] = counts.map((path) => countOf(at(object, path)));
  const desired = wanted ?? (isDaemon ? 0 : 1);
  const newest = desired - (countOf(at(object, 'spec.updateStrategy.rollingUpdate.partition')) ?? 0);
  const hasTemplates =
    !/^Replica/.test(textAt(object, 'kind')) && at(object, 'spec.updateStrategy.type') !== 'OnDelete';
  // As kstatus, the first that is so: the others follow from it.
  const isOrdered = kindOf(object) === 'StatefulSet.apps' && at(object, 'spec.podManagementPolicy') !== 'Parallel';
  const why = isOrdered && present > 0 ? ': each is created once the one before it is ready' : '';
  if (present < desired) say('InProgress', 'LessReplicas', `Of ${podsOf(desired)}, ${present} exist${why}.`);
  else if (hasTemplates && updated < newest) {
    say('InProgress', 'LessUpdated', `Of ${podsOf(newest)}, ${updated} have the newest template.`);
  } else if (present > desired) {
    say('InProgress', 'ExtraPods', `There are ${podsOf(present - desired)} too many, which have yet to end.`);
  } else if (available < desired) {
    say('InProgress', 'LessAvailable', `Of ${podsOf(desired)}, ${available} are available.`);
  }
  if (isDaemon && wanted === 0)
    say('Current', 'NoNodes', 'It has no pods: no node fits its selector, affinity and tolerations.');
};

/** Tells the reasons of the pods, in one sentence for all that have the same. */
function sayOfPods(say: Say, known: Known): void {
  const groups = new Map<string, { readonly first: Parameters<Say>; readonly names: Set<string> }>();
  for (const pod of relatedOf(known, 'Pod')) {
    const group: Say = (...each) => {
      if (each[0] === 'Terminating') return;
      // Ages, counts and messages differ; the container and the word do not.
      const key = [each[0], each[1], /ontainer \S+/.exec(each[2])?.[0]].join(' ');
      const { first, names } = groups.get(key) ?? { first: each, names: new Set<string>() };
      groups.set(key, { first, names: names.add(textAt(pod, 'metadata.name')) });
    };
    sayOf(pod, group, known);
  }
  for (const { first, names } of groups.values()) {
    const [status, reason, text, more] = first;
    const [, ...others] = names;
    say(status, reason, others.length === 0 ? text : `${text} The same in ${namesOf(others)}.`, more);
  }
}

/** Tells the reasons of a related object, with its name in front. */
function sayOf(object: JsonRecord, say: Say, { events, now }: Known): void {
  const paths = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.uid'];
  const [kind = '', name = '', namespace = '', uid] = paths.map((path) => textAt(object, path));
  const own = events.filter(({ regarding }) => regarding.uid === uid);
  for (const { status, reason, text } of reasonsOf(object, { events: own, related: [], gaps: [], now })) {
    say(status, reason, `${kind} ${name}: ${text}`, { object: { kind, name, namespace } });
  }
}

const jobRule: Rule = (job, say, known) => {
  const found = recordsOf(at(job, 'status.conditions')).filter(({ status }) => status === 'True');
  if (found.some(({ type }) => type === 'Complete')) return;
  const failed = found.find(({ type }) => type === 'Failed');
  const word = textAt(failed, 'reason');
  if (failed) say('Failed', word || 'Failed', `The job failed${because(word, failed['message'])}`);
  else if (at(job, 'spec.suspend') !== true && !countOf(at(job, 'status.active')))
    say('InProgress', 'NoPods', 'No pod of it runs.');
  sayOfPods(say, known);
};

const serviceRule: Rule = (service, say, known) => {
  const type = textAt(service, 'spec.type');
  if (type === 'LoadBalancer' && listAt(service, 'status.loadBalancer.ingress').length === 0)
    say('InProgress', 'NoIPAssigned', 'It waits for the address of a load balancer.');
  const [pods, slices] = [relatedOf(known, 'Pod'), relatedOf(known, 'EndpointSlice')];
  const endpoints = slices.flatMap((slice) => recordsOf(slice['endpoints']));
  if (type === 'ExternalName' || slices.length === 0) return;
  if (endpoints.some((each) => at(each, 'conditions.ready') !== false)) {
    const wanted = recordsOf(at(service, 'spec.ports')).map((port) => textAt(port, 'targetPort'));
    if (wanted.length > 0 && slices.every((slice) => listAt(slice, 'ports').length === 0))
      say('Failed', 'NoPort', `Nothing reaches its pods: none has a port of the name ${namesOf(wanted)} (targetPort).`);
    return;
  }
  const labels = valueText(at(service, 'spec.selector'));
  const unready = `It has no ready endpoints: of ${podsOf(pods.length)} with the labels ${labels}, none is ready.`;
  if (labels === '') say('Failed', 'NoEndpoints', 'It has no ready endpoints, and no selector to create them from.');
  else if (pods.length > 0) say('Failed', 'NoReadyEndpoints', unready);
  else say('Failed', 'NoEndpoints', `It has no endpoints: no pod of its namespace has the labels ${labels}.`);
  sayOfPods(say, known);
};

const claimRule: Rule = (claim, say, { events }) => {
  const phase = textAt(claim, 'status.phase');
  if (phase === 'Bound') return;
  const told = events[0];
  const status = phase === 'Lost' || told?.type === 'Warning' ? 'Failed' : 'InProgress';
  say(status, told?.reason ?? 'NotBound', `No volume is bound to the claim${because(phase, told?.message)}`);
};

const budgetRule: Rule = (budget, say) => {
  const found = recordsOf(at(budget, 'status.conditions')).find(({ type }) => type === 'DisruptionAllowed');
  const count = (field: string): number => countOf(at(budget, `status.${field}`)) ?? 0;
  const expected = count('expectedPods');
  const word = textAt(found, 'reason');
  if (found?.['status'] !== 'False') return;
  if (word !== 'InsufficientPods') say('Failed', word, `No pod may be evicted${because(word, found['message'])}`);
  else if (expected === 0) say('Current', 'NoPods', 'It selects no pods.');
  else {
    const counts = `${count('currentHealthy')} are healthy, and ${count('desiredHealthy')} must be`;
    say('InProgress', word, `No pod may be evicted: of ${podsOf(expected)}, ${counts}.`);
  }
};

const nodeRule: Rule = (node, say) => {
  if (at(node, 'spec.unschedulable') === true)
    say('Current', 'Cordoned', 'The node is cordoned (spec.unschedulable) and gets no new pods.');
};

type Around = (object: JsonRecord, known: Known) => DiagnosisSection;

const endpointsOf: Around = (_, known) => {
  const endpoints = relatedOf(known, 'EndpointSlice').flatMap((slice) => recordsOf(slice['endpoints']));
  const facts = endpoints.map((each): Fact => {
    const [pod, isReady] = [textAt(each, 'targetRef.name'), at(each, 'conditions.ready') !== false];
    return [valueText(each['addresses']), `${isReady ? 'ready' : 'not ready'}${pod && `, ${pod}`}`];
  });
  return { heading: 'Endpoints', facts };
};

const rulesOf: Around = (ingress) => {
  const facts = recordsOf(at(ingress, 'spec.rules')).flatMap((rule) =>
    recordsOf(at(rule, 'http.paths')).map((path): Fact => {
      return [`${textAt(rule, 'host') || '*'}${textAt(path, 'path')}`, valueText(path['backend'])];
    }),
  );
  return { heading: 'Rules', facts };
};

const usersOf: Around = (_, known) => {
  return { heading: 'Used by', facts: relatedOf(known, 'Pod').map((pod) => ['Pod', textAt(pod, 'metadata.name')]) };
};

const requestsOf: Around = (node, known) => {
  const [pods, isPart] = [relatedOf(known, 'Pod'), known.gaps.some(({ part }) => part === 'related')];
  const whole = recordIn(recordIn(node, 'status'), 'allocatable');
  const facts = Object.keys(whole).flatMap((name): readonly Fact[] => {
    const sum = name === 'pods' ? pods.length : pods.reduce((all, pod) => all + requestOf(pod, name), 0);
    const large = sum < 2 ** 20 ? String(sum) : `${Math.round(sum / 2 ** 20)}Mi`;
    const text = name === 'cpu' ? `${Math.round(sum * 1000)}m` : large;
    const share = Math.floor((sum / amountOf(whole[name])) * 100);
    return sum > 0 ? [[cleaned(name), `${text} of ${textOf(whole[name])} (${share} %)`]] : [];
  });
  return { heading: `Requested by ${isPart ? 'at least ' : ''}${podsOf(pods.length)}`, facts };
};

const templateFacts =
  'serviceAccountName=spec.template.spec.serviceAccountName nodeSelector=spec.template.spec.nodeSelector tolerations=spec.template.spec.tolerations';
const replicaFacts = `desired=spec.replicas status.replicas status.updatedReplicas status.readyReplicas status.availableReplicas selector=spec.selector.matchLabels strategy=spec.strategy.type updateStrategy=spec.updateStrategy.type spec.strategy.rollingUpdate spec.updateStrategy.rollingUpdate spec.minReadySeconds spec.paused spec.serviceName spec.podManagementPolicy spec.volumeClaimTemplates spec.persistentVolumeClaimRetentionPolicy ${templateFacts}`;
const workload: Kind = { rule: rollout, facts: replicaFacts, told: /^(Available|Progressing|ReplicaFailure)$/ };

/** Rules by kind and group. What is not here is read by its conditions, its phase and the fields of its status. */
const kinds: Readonly<Record<string, Kind>> = {
  Pod: {
    rule: podRule,
    facts:
      'status.phase spec.nodeName status.nominatedNodeName status.hostIP status.podIP status.qosClass spec.serviceAccountName spec.priorityClassName spec.restartPolicy status.startTime spec.nodeSelector spec.tolerations',
    told: /^(Ready|ContainersReady|PodReadyToStartContainers)$/,
  },
  'Deployment.apps': workload,
  'StatefulSet.apps': workload,
  'ReplicaSet.apps': workload,
  ReplicationController: workload,
  'DaemonSet.apps': {
    ...workload,
    facts: `${daemonCounts} status.numberReady status.numberMisscheduled selector=spec.selector.matchLabels updateStrategy=spec.updateStrategy.type spec.updateStrategy.rollingUpdate ${templateFacts}`,
  },
  'Job.batch': {
    rule: jobRule,
    facts:
      'spec.completions spec.parallelism status.active status.ready status.succeeded status.failed spec.completionMode status.completedIndexes status.failedIndexes spec.backoffLimit spec.activeDeadlineSeconds spec.ttlSecondsAfterFinished spec.suspend status.startTime status.completionTime',
    told: /./,
  },
  'CronJob.batch': {
    facts:
      'spec.schedule spec.timeZone spec.suspend spec.concurrencyPolicy spec.startingDeadlineSeconds status.active status.lastScheduleTime status.lastSuccessfulTime',
  },
  Service: {
    rule: serviceRule,
    around: endpointsOf,
    facts:
      'spec.type spec.clusterIPs spec.externalName spec.externalIPs spec.selector spec.ports loadBalancer=status.loadBalancer.ingress spec.sessionAffinity spec.externalTrafficPolicy',
  },
  'Ingress.networking.k8s.io': {
    around: rulesOf,
    facts: 'ingressClass=spec.ingressClassName address=status.loadBalancer.ingress spec.defaultBackend spec.tls',
  },
  'HorizontalPodAutoscaler.autoscaling': {
    facts:
      'target=spec.scaleTargetRef spec.minReplicas spec.maxReplicas status.currentReplicas status.desiredReplicas spec.metrics status.currentMetrics status.lastScaleTime spec.behavior',
  },
  PersistentVolumeClaim: {
    rule: claimRule,
    around: usersOf,
    facts:
      'status.phase spec.volumeName spec.storageClassName requests=spec.resources.requests status.capacity spec.accessModes spec.volumeMode',
  },
  PersistentVolume: {
    facts:
      'status.phase claimNamespace=spec.claimRef.namespace claim=spec.claimRef.name spec.storageClassName spec.capacity spec.accessModes spec.persistentVolumeReclaimPolicy',
  },
  'PodDisruptionBudget.policy': {
    rule: budgetRule,
    facts:
      'spec.minAvailable spec.maxUnavailable status.disruptionsAllowed status.currentHealthy status.desiredHealthy status.expectedPods selector=spec.selector.matchLabels',
  },
  Node: {
    rule: nodeRule,
    around: requestsOf,
    facts:
      'status.addresses spec.unschedulable spec.taints status.capacity status.allocatable status.nodeInfo spec.podCIDRs spec.providerID',
  },
};

const ruled = (object: JsonRecord): Kind | undefined => ownIn(kinds, kindOf(object));

function sectionsOf(object: JsonRecord, known: Known): readonly DiagnosisSection[] {
  const kind = ruled(object);
  const paths = kind?.facts.split(' ');
  const status = recordIn(object, 'status');
  const own = paths?.map((word): Fact => {
    const [path = '', name = path.split('.').at(-1) ?? ''] = word.split('=').reverse();
    return [label(name), valueText(at(object, path))];
  });
  const fields = Object.keys(status).filter((field) => field !== 'conditions');
  const facts = own ?? fields.map((field): Fact => [label(cleaned(field)), valueText(status[field])]);
  const containers = containersOf(object).slice(0, mostReasons);
  const volumes = recordsOf(podSpecOf(object)['volumes']).map(({ name, ...source }): Fact => [
    textOf(name),
    // One of nothing but defaults has its kind.
    valueText(source) || Object.keys(source).join(' '),
  ]);
  const sections = [
    { heading: textAt(object, 'kind') || 'Object', facts },
    ...containers.map((each) => ({ heading: each.who, facts: containerFacts(each, known.now) })),
    { heading: 'Volumes', facts: volumes },
    ...(kind?.around === undefined ? [] : [kind.around(object, known)]),
  ];
  return sections.flatMap(({ heading, facts }) => {
    const told = facts.filter(([, value]) => value !== '').slice(0, mostReasons);
    return told.length === 0 ? [] : [{ heading, facts: told }];
  });
}

type Fact = readonly [name: string, value: string];

const amountOf = (quantity: unknown): number => Number(parseQuantity(textOf(quantity)) ?? 0);

/** Returns what a scheduler reserves for a pod: what it needs to run, or to start if that is more. */
function requestOf(pod: JsonRecord, name: string): number {
  const of = (each: JsonRecord): number => amountOf(recordIn(recordIn(each, 'resources'), 'requests')[name]);
  const sum = (all: readonly JsonRecord[]): number => all.reduce((total, each) => total + of(each), 0);
  let [sidecars, start] = [0, 0];
  for (const each of recordsOf(at(pod, 'spec.initContainers'))) {
    if (each['restartPolicy'] === 'Always') sidecars += of(each);
    else start = Math.max(start, sidecars + of(each));
  }
  const running = sum(recordsOf(at(pod, 'spec.containers'))) + sidecars;
  return Math.max(running, start) + amountOf(recordIn(recordIn(pod, 'spec'), 'overhead')[name]);
}

/** Neither commands nor environments: they may hold secrets. */
const containerFields = ['ports', 'resources', 'livenessProbe', 'readinessProbe', 'startupProbe', 'volumeMounts'];

function containerFacts({ container, status }: PodContainer, now: number): readonly Fact[] {
  return [
    ['Image', textAt(container, 'image')],
    ['Image ID', textAt(status, 'imageID')],
    ['State', stateText(status['state'], now)],
    ['Last State', stateText(status['lastState'], now)],
    ['Ready', textAt(status, 'ready')],
    ['Restart Count', textAt(status, 'restartCount')],
    ...containerFields.map((field): Fact => [label(field), valueText(container[field])]),
  ];
}

function stateText(state: unknown, now: number): string {
  const states = Object.entries(isJsonRecord(state) ? state : {});
  const [name = '', value] = states.find(([, each]) => isJsonRecord(each)) ?? [];
  const [word, code] = [textAt(value, 'reason'), textAt(value, 'exitCode')];
  const [ended, began] = [textAt(value, 'finishedAt'), textAt(value, 'startedAt')];
  const age = ended ? `, ${humanAge(ended, now)} ago` : began && `, for ${humanAge(began, now)}`;
  return `${label(cleaned(name))}${word && ` (${word})`}${code && `, exit code ${code}`}${age}`;
}

/** Returns the name of a field as kubectl prints it: `startTime` is `Start Time`. */
function label(field: string): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Deployment.apps`: the version does not matter here. */
function kindOf(object: JsonRecord): string {
  const [group = '', version] = textAt(object, 'apiVersion').split('/');
  return version === undefined ? textAt(object, 'kind') : `${textAt(object, 'kind')}.${group}`;
}

/** Returns the value at a path; undefined where something on the way is no object. */
function at(object: unknown, path: string): unknown {
  const step = (value: unknown, field: string): unknown => (isJsonRecord(value) ? ownIn(value, field) : undefined);
  return path.split('.').reduce(step, object);
}

function textAt(object: unknown, path: string): string {
  return textOf(at(object, path));
}

function listAt(object: unknown, path: string): readonly unknown[] {
  const value = at(object, path);
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return cleaned(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns lists and records in one line, by the names of their fields. */
function valueText(value: unknown, depth = 0): string {
  if (depth > deepest) return '…';
  if (Array.isArray(value)) {
    const texts = value.slice(0, mostReasons).map((each) => valueText(each, depth + 1));
    return cleaned(texts.filter(Boolean).join(', '));
  }
  if (!isJsonRecord(value)) return textOf(value);
  const pairs = Object.entries(value)
    .slice(0, mostReasons)
    .flatMap(([field, each]) => {
      const text = valueText(each, depth + 1);
      return text === '' ? [] : [isJsonRecord(each) ? `${field} (${text})` : `${field}=${text}`];
    });
  return cleaned(pairs.join(' '));
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

// eslint-disable-next-line no-control-regex -- that is what it shows
const hidden = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g;

/** Returns a text of one line in which nothing is hidden; what is too long for a sentence ends with `…`. */
function cleaned(text: string): string {
  const short = text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
  const line = short.trim().replace(/[\r\n\t ]+/g, ' ');
  return line.replace(hidden, jsonEscapeOf);
}

/** The end of a sentence: ` (Reason): message.` */
function because(word: string, message: unknown): string {
  const text = textOf(message);
  const end = text === '' ? '' : `: ${text}`;
  return `${word && ` (${word})`}${end}${/[.!?…]$/.test(end) ? '' : '.'}`;
}

function namesOf(names: readonly string[]): string {
  const left = names.length - mostNamed;
  if (left > 0) return `${names.slice(0, mostNamed).join(', ')} and ${left} more`;
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

const podsOf = (count: number): string => `${count} ${count === 1 ? 'pod' : 'pods'}`;
const timesOf = (count: unknown): string => (count === 1 ? 'once' : `${countOf(count) ?? 0} times`);
