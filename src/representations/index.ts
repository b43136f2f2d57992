// Everything exported here is public API of 'kubeatlas/representations': further representations, and what they are made of.
export { createAnswerBody, type AnswerBodyParts } from '../core/media/answer-body.js';
export { kindMediaType, type RequestedKind } from '../core/media/media-type.js';
export { formatMediaType, parseMediaType, type MediaType } from '../core/media/media-type.js';
export { negotiatedMediaType, readNegotiation, type Negotiation } from './negotiation.js';
export { describe, formatDescription } from './describe.js';
export type { DescribeOptions, DescribedCondition, Description, FormatDescriptionOptions } from './describe.js';
export type { DescriptionGap } from './relatives.js';
export { describedEvent, type DescribedEvent, type EventSubject } from './described-event.js';
export { diagnose } from './diagnose.js';
export type { DiagnoseOptions, Diagnosis, DiagnosisReason, DiagnosisSection, ObjectStatus } from './diagnose.js';
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
export { csv, formatCsv } from './csv.js';
export type { Csv, CsvEvent, CsvOptions, CsvShapes, CsvTextOptions, FormatCsvOptions } from './csv.js';
export { joinTables, type JoinTablesOptions } from './join-tables.js';
export { manifest, type ManifestOf, type ManifestOptions, type ManifestShapes, toManifest } from './manifest.js';
export { probeVersions, versioned } from './versioned.js';
export type { GenericVersions, ProbeVersionsOptions, VersionSupport } from './versioned.js';
export { parseJSONPath, InvalidJSONPathError, JSONPathMismatchError } from './json-path.js';
export type { JSONPath, JSONPathFormat, JSONPathOptions } from './json-path.js';

export { describeFailedPart, describeFailedParts } from '../core/catalog/describe-failure.js';
export { describeResolution } from '../core/mapper/resolution.js';
