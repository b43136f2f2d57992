// Everything that is exported here is public API of `kubeatlas/yaml`.
export {
  formatYaml,
  type FormatYamlOptions,
  formatYamlValue,
  yaml,
  type Yaml,
  type YamlEvent,
  type YamlOptions,
  type YamlRepresentation,
  type YamlSource,
  type YamlSourceEvent,
} from './yaml-representation.js';
export { documentsFromYaml, objectsFromYaml, UnreadableYamlError, type YamlDocument } from './read-documents.js';

// The shapes in the types above
export type { KubeObject } from '../core/model/kube-object.js';
