import type { DiscoveryFormat } from '../../catalog/failures.js';
import { formatAccept } from '../../media/accept.js';
import { isKindMediaType, kindMediaType, type RequestedKind } from '../../media/kind-media-type.js';
import { json, parseMediaType, type MediaType } from '../../media/media-type.js';
import type { JsonRecord } from '../../shared/json-record.js';

type AggregatedFormat = Exclude<DiscoveryFormat, 'legacy'>;

const group = 'apidiscovery.k8s.io';
const kind = 'APIGroupDiscoveryList';
const aggregatedFormats: readonly AggregatedFormat[] = ['aggregated/v2', 'aggregated/v2beta1'];

/** All formats, the best first. */
export const allFormats: readonly DiscoveryFormat[] = [...aggregatedFormats, 'legacy'];

/** The Accept header that offers these formats, the best first. */
export function acceptFormats(formats: readonly DiscoveryFormat[], profile?: string): string {
  const clauses: MediaType[] = [];
  // The profile stands in a clause of its own, so that a server which minds unknown parameters finds one without.
  if (profile !== undefined && formats.includes('aggregated/v2')) {
    clauses.push(kindMediaType({ ...requestedKind('aggregated/v2'), parameters: { profile } }));
  }
  for (const format of allFormats) {
    if (formats.includes(format)) clauses.push(format === 'legacy' ? json : kindMediaType(requestedKind(format)));
  }
  return formatAccept(clauses);
}

/**
 * Which format an answer of a root is in, or undefined for none that is known. The Content-Type decides; where a
 * proxy lost its parameters, or where the body says that it is something else, the body does.
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
