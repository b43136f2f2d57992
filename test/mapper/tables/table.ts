import { createMapper, type RESTMapper } from '../../../src/core/mapper/create-mapper.js';
import { catalogOf, failureAt, res, type GroupSpec, type ResourceSpec } from '../build-catalog.js';
import type { DifferenceName } from './differences.js';

/**
 * A test table of a peer (client-go, apimachinery, cli-runtime, kubectl): the facts of its cases in our words, each with
 * what the peer answers and, where that is another, what we do.
 */
export interface Table<Each extends Case<unknown, unknown>> {
  /** Where the facts come from, and what they are about. */
  readonly name: string;
  readonly cases: readonly Each[];
}

/** One case. `id` is unique in its table; a case that is a sequence has several steps. */
export interface Case<Ask, Answer> {
  readonly id: string;
  readonly steps: readonly Step<Ask, Answer>[];
}

/** A question, the peer's answer, and ours where it differs on purpose. */
export interface Step<Ask, Answer> {
  readonly ask: Ask;
  readonly peer: Answer;
  readonly ours?: Answer;
  /** Which entry of `differences.ts` says why. */
  readonly difference?: DifferenceName;
}

/** A resource that a server has: `deployments.v1.apps`, its kind, and what is not usual about it. */
export type Served = readonly [endpoint: string, kind: string, rest?: Partial<ResourceSpec>];

/** The groups and versions of these resources, in the order in which they are first named. */
export function groupsOf(served: readonly Served[]): readonly GroupSpec[] {
  const groups = new Map<string, Map<string, ResourceSpec[]>>();
  for (const [endpoint, kind, rest] of served) {
    const [resource = '', version = '', ...group] = endpoint.split('.');
    const name = group.join('.');
    const versions = groups.get(name) ?? new Map<string, ResourceSpec[]>();
    groups.set(name, versions.set(version, [...(versions.get(version) ?? []), res(resource, kind, rest)]));
  }
  return [...groups].map(([name, versions]) => ({ name, versions: Object.fromEntries(versions) }));
}

/** A mapper of such a server; `unread` are group-versions like `v1.apps` that could not be read. */
export function mapperOf(served: readonly Served[], unread: readonly string[] = []): RESTMapper {
  const failures = unread.map((part) => {
    const [version, ...group] = part.split('.');
    return failureAt(group.join('.'), version);
  });
  return createMapper(catalogOf(groupsOf(served), { failures }));
}

/** What a function gives, or the code of its error behind an exclamation mark. */
export function told(ask: () => string): string {
  try {
    return ask();
  } catch (error) {
    return `!${(error as { readonly code: string }).code}`;
  }
}
