// Everything exported here is public API of 'kubeatlas/openapi': the schemas of a server, and what stands on them.
export {
  checkManifest,
  type CheckManifestOptions,
  type ManifestFinding,
  type PatternEngine,
} from './check-manifest.js';
export {
  createOpenAPI,
  type DocumentsAnswer,
  type DocumentsOptions,
  type OpenAPI,
  type OpenAPIOptions,
  type ResourceRepresentations,
  type ResourceSchema,
} from './create-openapi.js';
export {
  type MediaTypeContent,
  type OpenAPIDocument,
  type OpenAPIDocuments,
  type Operation,
  type OperationResponse,
  type PathItem,
  type Schema,
  findSchema,
  type NamedSchema,
  resolveReference,
} from './document.js';
export {
  ExplanationTooLargeError,
  OpenAPIDocumentError,
  SchemaNotFoundError,
  type OpenAPIFailureReason,
} from './errors.js';
export {
  explainField,
  type ExplainedField,
  type ExplainedValue,
  type ExplainOptions,
  type Explanation,
  formatExplanation,
  type FormatExplanationOptions,
} from './explain.js';
export {
  findRepresentations,
  type RepresentationSource,
  type RequestableForm,
  type ResourceWithVerbs,
  type SendableForm,
  type VerbRepresentations,
} from './find-representations.js';
export { documentsOfDefinitions } from './types/documents-of-definitions.js';
export { writeTypes, type WriteTypesOptions } from './types/write-types.js';
