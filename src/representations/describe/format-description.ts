import { trimEnd } from '../../core/shared/trim-end.js';
import { formatGroupVersion } from '../../core/model/group-version.js';
import { formatGroupVersionResource } from '../../core/model/group-version-resource.js';
import { humanAge } from '../../core/representation/print/age.js';
import { formatTable } from '../../core/representation/print/text.js';
import type { OwnerResolution } from '../../owners/resolve-owner.js';
import { requireKnownOptions } from '../../core/shared/arguments.js';
import type { Description, DescriptionGap } from './description.js';

/** Options of {@link formatDescription}. */
export interface FormatDescriptionOptions {
  /** The moment that ages refer to, in milliseconds. @default Date.now() */
  readonly now?: number | undefined;
}

/** A heading, and the lines of text after it. */
type Section = readonly [heading: string, lines: readonly string[]];

/** kubectl writes a copy of the object there, including the data of a Secret. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Formats a description as plain text, for people: metadata, owners with their state, scale, conditions, events, and
 * anything that could not be read. Control characters show as `\u001b`. The spec and the data are not printed, nor the
 * annotation in which kubectl keeps a copy of them. The layout may change; programs should use the data.
 *
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * process.stdout.write(formatDescription(await describe(client, pods, 'front-0')));
 */
export function formatDescription(description: Description, options: FormatDescriptionOptions = {}): string {
  const { now = Date.now() } = requireKnownOptions(options, { now: true });
  const { mapping, object, owners, conditions, events, scale, gaps } = description;
  const { name = '', namespace, uid = '', labels, annotations, finalizers = [] } = object.metadata;
  const { creationTimestamp, deletionTimestamp } = object.metadata;
  const ageOf = (time: string): string => humanAge(time, now);
  const missing = (part: DescriptionGap['part'], none: string): readonly string[] =>
    gaps.some((gap) => gap.part === part) ? ['<unknown>'] : [none];

  const sections: Section[] = [
    ['Name', [name]],
    ...(namespace === undefined ? [] : [['Namespace', [namespace]] as const]),
    ['Kind', [`${mapping.kind.kind} (${formatGroupVersion(mapping.resource)}, ${mapping.resource.resource})`]],
    ['UID', [uid]],
    ['Created', [creationTimestamp ? `${creationTimestamp} (${ageOf(creationTimestamp)} ago)` : '<unknown>']],
    ...(deletionTimestamp ? [['Deleted', [`${deletionTimestamp}, still terminating`]] as const] : []),
    ['Labels', pairs(labels, '=')],
    ['Annotations', pairs(annotations, ': ')],
    ['Finalizers', finalizers.length === 0 ? ['<none>'] : finalizers],
    ['Owners', owners.length === 0 ? missing('owners', '<none>') : owners.map(ownerLine)],
    ...(scale === undefined
      ? gaps.some(({ part }) => part === 'scale')
        ? [['Scale', ['<unknown>']] as const]
        : []
      : [['Scale', [`${scale.spec.replicas} desired, ${scale.status.replicas} current`]] as const]),
  ];
  const noEvents: Section = ['Events', missing('events', '<none>')];
  if (conditions.length === 0) {
    sections.push(['Conditions', missing('conditions', '<none>')], ...(events.length === 0 ? [noEvents] : []));
  }
  const text = [layOut(sections)];
  if (conditions.length > 0) {
    const rows = conditions.map(({ type, status, since, reason, message }) => [
      ...[type, status, ageOf(since), reason, message],
    ]);
    text.push(below('Conditions', ['Type', 'Status', 'Since', 'Reason', 'Message'], rows));
    if (events.length === 0) text.push(layOut([noEvents]));
  }
  if (events.length > 0) {
    const rows = events.map(({ lastSeen, type, reason, count, source, message }) => [
      ...[ageOf(lastSeen), type, reason, count, source, message],
    ]);
    text.push(below('Events', ['Last seen', 'Type', 'Reason', 'Count', 'Source', 'Message'], rows));
  }
  if (gaps.length > 0)
    text.push(`Could not be read:\n${gaps.map((gap) => indented(`${gap.part}: ${why(gap)}`)).join('')}`);
  return text.join('');
}

function pairs(record: Readonly<Record<string, string>> | undefined, sign: string): readonly string[] {
  const lines = Object.entries(record ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => (key === lastApplied ? `${key}${sign}…` : `${key}${sign}${value}`));
  return lines.length === 0 ? ['<none>'] : lines;
}

function ownerLine(resolution: OwnerResolution): string {
  const { reference } = resolution;
  const name = `${reference.kind}/${reference.name}${reference.controller === true ? ' (controller)' : ''}`;
  switch (resolution.state) {
    case 'present':
      return `${name}: present`;
    case 'absent':
      return `${name}: absent, ${resolution.reason === 'not-found' ? 'it is gone' : 'another object has its name'}`;
    case 'unknown':
      return `${name}: unknown, ${resolution.message}`;
  }
}

function why({ reason, resource, message }: DescriptionGap): string {
  return `${resource === undefined ? '' : `${formatGroupVersionResource(resource)}, `}${message} (${reason})`;
}

/** Lays out headings and lines. Each line is one row of a table, which escapes what a terminal would interpret. */
function layOut(sections: readonly Section[]): string {
  return table(sections.flatMap(([heading, lines]) => lines.map((line, at) => [at === 0 ? `${heading}:` : '', line])));
}

function below(heading: string, columns: readonly string[], rows: readonly unknown[][]): string {
  return `${heading}:\n${table(rows, columns).replace(/^/gm, '  ').trimEnd()}\n`;
}

function indented(line: string): string {
  return `  ${table([[line]])}`;
}

function table(rows: readonly (readonly unknown[])[], names?: readonly string[]): string {
  const width = names?.length ?? Math.max(...rows.map((row) => row.length));
  const text = formatTable(
    {
      ...{ apiVersion: '', kind: 'Table', metadata: {} },
      columnDefinitions: Array.from({ length: width }, (_, at) => ({
        ...{ name: names?.[at] ?? '', type: 'string', format: '', description: '', priority: 0 },
      })),
      rows: rows.map((cells) => ({ cells: [...cells], object: undefined })),
    },
    { header: names !== undefined },
  );
  return text
    .split('\n')
    .map((line) => trimEnd(line, ' '))
    .join('\n');
}
