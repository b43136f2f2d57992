import type { DiscoveryFormat } from '../../catalog/failures.js';
import { formatAccept } from '../../media/accept.js';
import { isKindMediaType, kindMediaType, type RequestedKind } from '../../media/kind-media-type.js';
import { json, parseMediaType, type MediaType } from '../../media/media-type.js';
import type { JsonRecord } from '../../shared/json-record.js';

type AggregatedFormat = Exclude<DiscoveryFormat, 'legacy'>;

const group = 'apidiscovery.k8s.io';
const kind = 'APIGroupDiscoveryList';
const aggregatedFormats: readonly AggregatedFormat[] = ['aggregated/v2', 'aggregated/v2beta1'];

/** All formats, best first. */
export const allFormats: readonly DiscoveryFormat[] = [...aggregatedFormats, 'legacy'];

/** Returns the Accept header that offers these formats, best first. */
export function acceptFormats(formats: readonly DiscoveryFormat[], profile?: string): string {
  const clauses: MediaType[] = [];
  // The profile has a clause to itself, so that a server which rejects unknown parameters finds one without it.
  if (profile !== undefined && formats.includes('aggregated/v2')) {
    clauses.push(kindMediaType({ ...requestedKind('aggregated/v2'), parameters: { profile } }));
  }
  for (const format of allFormats) {
    if (formats.includes(format)) clauses.push(format === 'legacy' ? json : kindMediaType(requestedKind(format)));
  }
  return formatAccept(clauses);
}

/**
 * Returns the format of a root's answer, or undefined if it is unknown. The Content-Type decides; if a proxy dropped
 * its parameters, or the body contradicts it, the body decides.
 */
export function recogniseFormat(contentType: string | undefined, body: JsonRecord): DiscoveryFormat | undefined {
  const bodyKind = body['kind'];
  if (bodyKind === undefined || bodyKind === kind) {
    const mediaType = parseMediaType(contentType ?? '');
    const named = mediaType && aggregatedFormats.find((format) => isKindMediaType(mediaType, requestedKind(format)));
    if (named !== undefined) return named;
  }
  if (bodyKind === kind) {
    return aggregatedFormats.find((format) => body['apiVersion'] === `${group}/${versionOf(format)}`);
  }
  return bodyKind === 'APIVersions' || bodyKind === 'APIGroupList' ? 'legacy' : undefined;
}

function requestedKind(format: AggregatedFormat): RequestedKind {
  return { group, version: versionOf(format), kind };
}

function versionOf(format: AggregatedFormat): string {
  return format.slice('aggregated/'.length);
}
