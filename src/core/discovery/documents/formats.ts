import type { DiscoveryFormat } from '../../catalog/failures.js';
import {
  formatAccept,
  isKindMediaType,
  kindMediaType,
  type RequestedKind,
  json,
  parseMediaType,
} from '../../media/media-type.js';
import type { JsonRecord } from '../../shared/json-record.js';

const group = 'apidiscovery.k8s.io';
const kind = 'APIGroupDiscoveryList';

/** All formats, best first. */
export const allFormats: readonly DiscoveryFormat[] = ['aggregated/v2', 'aggregated/v2beta1', 'legacy'];

/** Returns the Accept header that offers these formats, best first. */
export function acceptFormats(formats: readonly DiscoveryFormat[], profile?: string): string {
  const offered = allFormats.filter((format) => formats.includes(format));
  const clauses = offered.map((format) => (format === 'legacy' ? json : kindMediaType(kindOf(format))));
  // The profile has a clause to itself, so that a server which rejects unknown parameters finds one without it.
  if (profile !== undefined && offered[0] === 'aggregated/v2') {
    clauses.unshift(kindMediaType({ ...kindOf(offered[0]), parameters: { profile } }));
  }
  return formatAccept(clauses);
}

/**
 * Returns the format of a root's answer, or undefined if it is unknown. The Content-Type decides; if a proxy dropped
 * its parameters, or the body contradicts it, the body decides.
 */
export function recogniseFormat(contentType: string | undefined, body: JsonRecord): DiscoveryFormat | undefined {
  const bodyKind = body['kind'] ?? kind;
  if (bodyKind !== kind) return bodyKind === 'APIVersions' || bodyKind === 'APIGroupList' ? 'legacy' : undefined;
  const mediaType = parseMediaType(contentType ?? '');
  const aggregated = allFormats.slice(0, -1);
  return (
    aggregated.find((format) => mediaType !== undefined && isKindMediaType(mediaType, kindOf(format))) ??
    aggregated.find((format) => 'kind' in body && body['apiVersion'] === `${group}/${kindOf(format).version}`)
  );
}

function kindOf(format: DiscoveryFormat): RequestedKind {
  return { group, version: format.slice('aggregated/'.length), kind };
}
