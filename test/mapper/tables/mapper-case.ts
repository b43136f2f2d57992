import { formatGroupVersionKind } from '../../../src/core/model/group-version-kind.js';
import type { PartialGroupVersionResource } from '../../../src/core/model/group-version-resource.js';
import type { RESTMapper } from '../../../src/core/mapper/create-mapper.js';
import { endpoint } from '../build-catalog.js';
import { told, type Case, type Served } from './table.js';

/** A question to a mapper: the method and what it is given. */
export type MapperQuestion =
  | readonly ['kindFor' | 'kindsFor' | 'resourceFor' | 'resourcesFor', PartialGroupVersionResource]
  | readonly ['mappingFor' | 'mappingsFor', string, string, ...(readonly string[])]
  | readonly ['singularFor' | 'resolve' | 'candidates' | 'strict', string]
  | readonly ['resolveAll', readonly string[]];

/**
 * A case about one server. Resources are told as `pods.v1.`, kinds as `apps/v1, Kind=Deployment`, several with a
 * semicolon between them, an error by its code behind an exclamation mark; `!error` is one that only the peer has.
 */
export interface MapperCase extends Case<MapperQuestion, string> {
  readonly server: readonly Served[];
  /** Group-versions that could not be read. */
  readonly unread?: readonly string[];
}

/** Asks, and tells the answer as the tables do. */
export function askMapper(mapper: RESTMapper, question: MapperQuestion): string {
  return told(() => answersOf(mapper, question).join('; '));
}

function answersOf(mapper: RESTMapper, question: MapperQuestion): readonly string[] {
  switch (question[0]) {
    case 'kindFor':
      return [formatGroupVersionKind(mapper.kindFor(question[1]))];
    case 'kindsFor':
      return mapper.kindsFor(question[1]).map(formatGroupVersionKind);
    case 'resourceFor':
      return [endpoint({ resource: mapper.resourceFor(question[1]) })];
    case 'resourcesFor':
      return mapper.resourcesFor(question[1]).map((resource) => endpoint({ resource }));
    case 'mappingFor': {
      const [, group, kind, ...versions] = question;
      return [endpoint(mapper.mappingFor({ group, kind }, ...versions))];
    }
    case 'mappingsFor': {
      const [, group, kind, ...versions] = question;
      return mapper.mappingsFor({ group, kind }, ...versions).map(endpoint);
    }
    case 'singularFor':
      return [mapper.singularFor(question[1])];
    case 'resolve':
      return [endpoint(mapper.resolve(question[1]).mapping)];
    case 'candidates':
      return mapper.resolve(question[1]).candidates.map(endpoint);
    case 'strict':
      return [endpoint(mapper.resolve(question[1], { ambiguity: 'error' }).mapping)];
    case 'resolveAll':
      return mapper
        .resolveAll(question[1])
        .resolutions.map(({ mapping, name }) => endpoint(mapping) + (name === undefined ? '' : `/${name}`));
  }
}
