// Everything that is exported here is public API of `kubeatlas/yaml`.
export { formatYaml, formatYamlValue, type FormatYamlOptions } from './format-yaml.js';
export {
  yaml,
  type Yaml,
  type YamlEvent,
  type YamlOptions,
  type YamlRepresentation,
  type YamlSource,
  type YamlSourceEvent,
} from './yaml-representation.js';
export { documentsFromYaml, type YamlDocument } from './read-documents.js';
export { objectsFromYaml } from './objects-from-yaml.js';
export { UnreadableYamlError } from './errors.js';

// The shapes in the types above
export type { KubeObject } from '../core/model/kube-object.js';
