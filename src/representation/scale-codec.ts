import type { JsonRecord } from '../shared/json-record.js';
import { integerAt, nonEmpty, readAnswer, recordAt, textAt, unexpected, type Answer } from './answer.js';
import type { RepresentationContext } from './representation.js';
import type { Scale } from './scale-shape.js';
import { metadataOnly } from './typed-object.js';

const wireVersions = ['autoscaling/v1', 'extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'] as const;

/** The apiVersions in which servers speak Scale. The three old ones differ in their selector alone. */
export type ScaleVersion = (typeof wireVersions)[number];

/** A Scale as it was read, and the version to write it back in. */
export interface DecodedScale {
  readonly scale: Scale;
  readonly version: ScaleVersion;
}

/**
 * Reads a Scale of any version. Numbers that the server leaves out are 0, as Go writes them. In the old versions
 * `targetSelector` wins over the map `selector`, which cannot say everything.
 *
 * Throws `UnexpectedShapeError` for anything that is no Scale.
 */
export function decodeScale(body: JsonRecord, context: RepresentationContext): DecodedScale {
  const answer = readAnswer(body, context);
  const version = wireVersions.find((known) => known === answer.apiVersion);
  if (answer.kind !== 'Scale' || version === undefined) throw unexpected(answer, '', 'is not a Scale');
  const { metadata } = metadataOnly(answer, body, '');
  const spec = recordAt(answer, body, 'spec', '') ?? {};
  const status = recordAt(answer, body, 'status', '') ?? {};
  const scale: Scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata,
    spec: { replicas: integerAt(answer, spec, 'replicas', 'spec') ?? 0 },
    status: {
      replicas: integerAt(answer, status, 'replicas', 'status') ?? 0,
      selector: version === 'autoscaling/v1' ? textSelector(answer, status) : oldSelector(answer, status),
    },
  };
  return { scale, version };
}

/** Writes a Scale in the version that its server spoke. */
export function encodeScale({ metadata, spec, status }: Scale, version: ScaleVersion): JsonRecord {
  const { replicas, selector } = status;
  return {
    apiVersion: version,
    kind: 'Scale',
    metadata,
    spec: { replicas: spec.replicas },
    status: version === 'autoscaling/v1' ? { replicas, selector } : { replicas, targetSelector: selector },
  };
}

function textSelector(answer: Answer, status: JsonRecord): string {
  return textAt(answer, status, 'selector', 'status') ?? '';
}

function oldSelector(answer: Answer, status: JsonRecord): string {
  const target = nonEmpty(textAt(answer, status, 'targetSelector', 'status'));
  if (target !== undefined) return target;
  const labels = recordAt(answer, status, 'selector', 'status') ?? {};
  return Object.keys(labels)
    .sort()
    .map((label) => `${label}=${textAt(answer, labels, label, 'status.selector') ?? ''}`)
    .join(',');
}
