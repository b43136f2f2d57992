import type { Catalog } from '../../src/core/catalog/catalog.js';
import { AmbiguousMatchError, GroupUnavailableError, NoMatchError } from '../../src/core/mapper/errors.js';
import type { RESTMapper } from '../../src/core/mapper/create-mapper.js';
import type { Resolution } from '../../src/core/mapper/resolution.js';
import { formatGroupVersion, type GroupVersion } from '../../src/core/model/group-version.js';
import type { RESTMapping } from '../../src/core/model/rest-mapping.js';
import type { Answer, ErrorClass } from './answers.js';
import type { Question, WordsQuestion } from './questions/question.js';

/** Our answer, told as client-go's. */
export function askOurs(mapper: RESTMapper, question: Question): Answer {
  try {
    return [...new Set(answer(mapper, question))].sort();
  } catch (error) {
    return classOf(error);
  }
}

function answer(mapper: RESTMapper, question: Question): string[] {
  switch (question.method) {
    case 'kindFor':
      return [tellKind(mapper.kindFor(question))];
    case 'kindsFor':
      return mapper.kindsFor(question).map(tellKind);
    case 'resourceFor':
      return [tellResource(mapper.resourceFor(question))];
    case 'resourcesFor':
      return mapper.resourcesFor(question).map(tellResource);
    case 'mappingFor':
      return [tellMapping(mapper.mappingFor(question, ...question.versions))];
    case 'mappingsFor':
      return mapper.mappingsFor(question, ...question.versions).map(tellMapping);
    case 'singularFor':
      return [mapper.singularFor(question.resource)];
    case 'kubectl':
    case 'memory':
      return resolve(mapper, question).map(tellResolution);
  }
}

/** One word that can only be one type is for `resolve`; lists, several words and categories are for `resolveAll`. */
function resolve(mapper: RESTMapper, { words }: WordsQuestion): readonly Resolution[] {
  const [word = '', ...others] = words;
  const isCategory = categoriesOf(mapper.catalog).has(word.toLowerCase());
  return others.length > 0 || word.includes(',') || isCategory
    ? mapper.resolveAll(words).resolutions
    : [mapper.resolve(word)];
}

const known = new WeakMap<Catalog, ReadonlySet<string>>();

/** In lower case. */
function categoriesOf(catalog: Catalog): ReadonlySet<string> {
  const categories =
    known.get(catalog) ??
    new Set(catalog.resources().flatMap((entry) => entry.categories.map((category) => category.toLowerCase())));
  known.set(catalog, categories);
  return categories;
}

function classOf(error: unknown): ErrorClass {
  if (error instanceof NoMatchError) return 'no match';
  if (error instanceof AmbiguousMatchError) return 'ambiguous';
  if (error instanceof GroupUnavailableError) return 'unavailable';
  throw error;
}

export function tellKind(kind: GroupVersion & { readonly kind: string }): string {
  return `${formatGroupVersion(kind)} ${kind.kind}`;
}

export function tellResource(resource: GroupVersion & { readonly resource: string }): string {
  return `${formatGroupVersion(resource)} ${resource.resource}`;
}

export function tellMapping({ resource, kind, scope }: RESTMapping): string {
  return `${tellResource(resource)} ${kind.kind} ${scope}`;
}

function tellResolution({ mapping, name }: Resolution): string {
  return name === undefined ? tellMapping(mapping) : `${tellMapping(mapping)} /${name}`;
}
