// Everything that is exported here is public API of `kubeatlas/yaml`.
export { formatYaml, formatYamlValue, yaml } from './yaml-representation.js';
export type {
  FormatYamlOptions,
  Yaml,
  YamlEvent,
  YamlOptions,
  YamlRepresentation,
  YamlSource,
  YamlSourceEvent,
} from './yaml-representation.js';
export { documentsFromYaml, objectsFromYaml, UnreadableYamlError, type YamlDocument } from './read-documents.js';

// The shapes in the types above
export type { KubeObject } from '../core/model/kube-object.js';
