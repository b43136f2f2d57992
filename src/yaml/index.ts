// Everything that is exported here is public API of `kubeatlas/yaml`.
export { formatYaml, formatYamlValue } from './format-yaml.js';
export {
  yaml,
  type Yaml,
  type YamlEvent,
  type YamlOptions,
  type YamlRepresentation,
  type YamlSource,
  type YamlSourceEvent,
} from './yaml-representation.js';
