import type { GroupKind } from '../model/group-version-kind.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import {
  readArgument,
  requireKnownOptions,
  requireList,
  requireObject,
  requireOneOf,
  requireText,
  requireTextOrNone,
  requireTexts,
  type OptionNames,
  unreadable,
} from '../shared/arguments.js';
import type { Resolution, ResolveOptions } from './resolution.js';

// Arguments that JavaScript may pass in spite of the types are checked here, before any lookup. Each field is read
// once, so that a getter cannot return one value to the check and another to the lookup.

/** Reads a resource to look for, without any other fields of its object. Throws `InvalidArgumentError`. */
export function readResourceQuestion(question: PartialGroupVersionResource): PartialGroupVersionResource {
  try {
    const { resource, group, version } = requireObject('resource', question);
    requireText('resource.resource', resource);
    requireTextOrNone('resource.group', group);
    requireTextOrNone('resource.version', version);
    return { resource, group, version };
  } catch (cause) {
    throw unreadable('resource', cause);
  }
}

/** Reads a kind to look for. Throws `InvalidArgumentError`. */
export function readGroupKind(question: GroupKind): GroupKind {
  try {
    const { group, kind } = requireObject('groupKind', question);
    requireText('groupKind.group', group);
    requireText('groupKind.kind', kind);
    return { group, kind };
  } catch (cause) {
    throw unreadable('groupKind', cause);
  }
}

/** Reads the versions beside a kind; undefined ones are dropped. Throws `InvalidArgumentError`. */
export function readVersions(versions: readonly (string | undefined)[]): readonly string[] {
  return versions.every(isText) ? versions : versions.filter((version) => version !== undefined).map(requireVersion);
}

/** Reads the words of `resolveAll`, each still a comma-separated list. Throws `InvalidArgumentError`. */
export function readWords(words: string | readonly string[]): readonly string[] {
  if (typeof words === 'string') return [words];
  return readArgument('words', () => requireTexts('words', words));
}

/** Requires a resolution, as far as its parts tell. Throws `InvalidArgumentError`. */
export function requireResolution(resolution: Resolution): Resolution {
  const { mapping, candidates } = requireObject('resolution', resolution);
  requireObject('resolution.mapping', mapping);
  requireList('resolution.candidates', candidates);
  return resolution;
}

/** Reads the options of a question. Throws `InvalidArgumentError`. */
export function readOptions(options: ResolveOptions | undefined): ResolveOptions {
  if (options === undefined) return anything;
  return readArgument('options', () => {
    const { verbs, scope, ambiguity } = requireKnownOptions(options, optionNames);
    return {
      verbs: verbs === undefined ? undefined : requireTexts('options.verbs', verbs),
      scope: requireOneOf('options.scope', scope, ['Namespaced', 'Cluster']),
      ambiguity: requireOneOf('options.ambiguity', ambiguity, ['first', 'error']),
    };
  });
}

function isText(version: string | undefined): version is string {
  return typeof version === 'string';
}

function requireVersion(version: string): string {
  return requireText('versions', version);
}

const optionNames: OptionNames<ResolveOptions> = { verbs: true, scope: true, ambiguity: true };

const anything: ResolveOptions = Object.freeze({});
