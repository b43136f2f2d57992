// Everything exported here is public API of 'kubeatlas/representations': further representations, and what they are made of.
export { createAnswerBody, type AnswerBodyParts } from '../core/media/answer-body.js';
export { kindMediaType, type RequestedKind } from '../core/media/media-type.js';
export { formatMediaType, parseMediaType, type MediaType } from '../core/media/media-type.js';
export { negotiatedMediaType, readNegotiation, type Negotiation } from './negotiation.js';
export {
  describe,
  type DescribeOptions,
  type DescribedCondition,
  type Description,
  formatDescription,
  type FormatDescriptionOptions,
} from './describe.js';
export type { DescriptionGap } from './relatives.js';
export { describedEvent, type DescribedEvent, type EventSubject } from './described-event.js';
export {
  diagnose,
  type DiagnoseOptions,
  type Diagnosis,
  type DiagnosisReason,
  type DiagnosisSection,
  type ObjectStatus,
} from './diagnose.js';
export { markConverted } from '../core/representation/origin.js';
export { humanAge, humanDuration, liveAges } from '../core/representation/print/age.js';
export { formatCell } from '../core/representation/print/text.js';
export { column, records } from '../core/representation/table/table.js';
export type {
  Decoders,
  Offering,
  RepresentationContext,
  RepresentationOffer,
} from '../core/representation/representation.js';
export type { AnswerShapes } from '../core/representation/shapes.js';
export { parseAge, parseCellCount, parseQuantity, readCell, type CellMeaning, type CellTone } from './cell.js';
export { asKind, type AsKindOptions } from './as-kind.js';
export {
  csv,
  type Csv,
  type CsvEvent,
  type CsvOptions,
  type CsvShapes,
  type CsvTextOptions,
  formatCsv,
  type FormatCsvOptions,
} from './csv.js';
export { joinTables, type JoinTablesOptions } from './join-tables.js';
export { manifest, type ManifestOf, type ManifestOptions, type ManifestShapes, toManifest } from './manifest.js';
export {
  type GenericVersions,
  probeVersions,
  type ProbeVersionsOptions,
  versioned,
  type VersionSupport,
} from './versioned.js';
export {
  parseJSONPath,
  type JSONPath,
  type JSONPathFormat,
  type JSONPathOptions,
  InvalidJSONPathError,
  JSONPathMismatchError,
} from './json-path.js';

export { describeFailedPart, describeFailedParts } from '../core/catalog/describe-failure.js';
export { describeResolution } from '../core/mapper/resolution.js';
