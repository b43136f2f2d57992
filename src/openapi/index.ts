// Everything exported here is public API of 'kubeatlas/openapi': the schemas of a server, and what stands on them.
export { checkManifest } from './check-manifest.js';
export type { CheckManifestOptions, ManifestFinding, PatternEngine } from './check-manifest.js';
export { createOpenAPI, type OpenAPI, type OpenAPIOptions } from './create-openapi.js';
export type { DocumentsAnswer, DocumentsOptions, ResourceRepresentations, ResourceSchema } from './create-openapi.js';
export { findSchema, resolveReference } from './document.js';
export type { MediaTypeContent, NamedSchema, OpenAPIDocument, OpenAPIDocuments, Operation } from './document.js';
export type { OperationResponse, PathItem, Schema } from './document.js';
export { ExplanationTooLargeError, OpenAPIDocumentError, SchemaNotFoundError } from './errors.js';
export type { OpenAPIFailureReason } from './errors.js';
export { explainField, type ExplainOptions, formatExplanation, type FormatExplanationOptions } from './explain.js';
export type { ExplainedField, ExplainedValue, Explanation } from './explain.js';
export { findRepresentations, type RepresentationSource, type VerbRepresentations } from './find-representations.js';
export type { RequestableForm, ResourceWithVerbs, SendableForm } from './find-representations.js';
export { documentsOfDefinitions } from './types/documents-of-definitions.js';
export { writeTypes, type WriteTypesOptions } from './types/write-types.js';
