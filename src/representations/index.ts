// Everything exported here is public API of 'kubeatlas/representations': further representations, and what they are made of.
export { createAnswerBody, type AnswerBodyParts } from '../core/media/answer-body.js';
export { formatAccept, parseAccept } from '../core/media/accept.js';
export { kindMediaType, type RequestedKind } from '../core/media/kind-media-type.js';
export { formatMediaType, parseMediaType, type MediaType } from '../core/media/media-type.js';
export { negotiatedMediaType, readNegotiation, type Negotiation } from '../core/media/negotiation.js';
export { describe, type DescribeOptions } from './describe/describe.js';
export type { DescribedCondition, DescribedEvent, Description, DescriptionGap } from './describe/description.js';
export { formatDescription, type FormatDescriptionOptions } from './describe/format-description.js';
export { markConverted } from '../core/representation/origin.js';
export { humanDuration } from '../core/representation/print/age.js';
export { liveAges } from '../core/representation/print/live-ages.js';
export { formatCell } from '../core/representation/print/text.js';
export { column, records } from '../core/representation/table/read-table.js';
export type {
  Decoders,
  Offering,
  RepresentationContext,
  RepresentationOffer,
  RepresentationVerb,
} from '../core/representation/representation.js';
export type { AnswerShapes } from '../core/representation/shapes.js';
export { asKind, type AsKindOptions } from './as-kind.js';
export { csv, type Csv, type CsvEvent, type CsvOptions, type CsvShapes } from './csv/csv-representation.js';
export { formatCsv, type CsvTextOptions, type FormatCsvOptions } from './csv/csv-text.js';
export { manifest, type ManifestShapes } from './manifest/manifest-representation.js';
export { toManifest, type ManifestMetadata, type ManifestOf, type ManifestOptions } from './manifest/to-manifest.js';
export { versioned, type GenericVersions } from './versioned.js';
export { probeVersions, type ProbeVersionsOptions, type VersionSupport } from './probe-versions.js';
export { parseJSONPath, type JSONPath, type JSONPathFormat, type JSONPathOptions } from './jsonpath/json-path.js';
export { InvalidJSONPathError, JSONPathMismatchError } from './jsonpath/errors.js';

export { describeFailedPart, describeFailedParts } from '../core/catalog/describe-failure.js';
export { describeResolution } from '../core/mapper/resolution.js';
export { humanAge } from '../core/representation/print/age.js';
