import type { GroupKind } from '../model/group-version-kind.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import {
  readArgument,
  requireObject,
  requireOneOf,
  requireText,
  requireTextOrNone,
  requireTexts,
} from '../shared/arguments.js';
import type { ResolveOptions } from './resolution.js';

// What JavaScript may pass whatever the types say is judged here, before anything is looked up. Each field is read once,
// so that a getter cannot answer one thing to the check and another to the lookup.

/** A resource to look for, without whatever else its object holds. Throws `InvalidArgumentError`. */
export function readResourceQuestion(
  argument: string,
  question: PartialGroupVersionResource,
): PartialGroupVersionResource {
  return readArgument(argument, () => {
    const { resource, group, version } = requireObject(argument, question);
    return {
      resource: requireText(`${argument}.resource`, resource),
      group: requireTextOrNone(`${argument}.group`, group),
      version: requireTextOrNone(`${argument}.version`, version),
    };
  });
}

/** A kind to look for. Throws `InvalidArgumentError`. */
export function readGroupKind(question: GroupKind): GroupKind {
  return readArgument('groupKind', () => {
    const { group, kind } = requireObject('groupKind', question);
    return { group: requireText('groupKind.group', group), kind: requireText('groupKind.kind', kind) };
  });
}

/** The versions beside a kind; undefined asks for none. Throws `InvalidArgumentError`. */
export function readVersions(versions: readonly (string | undefined)[]): readonly string[] {
  if (versions.length === 0) return none;
  return requireTexts(
    'versions',
    versions.filter((version) => version !== undefined),
  );
}

/** The words of `resolveAll`, each still a comma list. Throws `InvalidArgumentError`. */
export function readWords(words: string | readonly string[]): readonly string[] {
  if (typeof words === 'string') return [words];
  return readArgument('words', () => requireTexts('words', words));
}

/** The options of a question. Throws `InvalidArgumentError`. */
export function readOptions(options: ResolveOptions | undefined): ResolveOptions {
  if (options === undefined) return anything;
  return readArgument('options', () => {
    const { verbs, scope, ambiguity } = requireObject('options', options);
    return {
      verbs: verbs === undefined ? undefined : requireTexts('options.verbs', verbs),
      scope: requireOneOf('options.scope', scope, ['Namespaced', 'Cluster']),
      ambiguity: requireOneOf('options.ambiguity', ambiguity, ['first', 'error']),
    };
  });
}

const none: readonly string[] = Object.freeze([]);
const anything: ResolveOptions = Object.freeze({});
