/** Every field that the classes of client-node rename, with the name that the API has. */
export const renamedFields = {
  _continue: 'continue',
  _default: 'default',
  _enum: 'enum',
  _from: 'from',
  _int: 'int',
  ref: '$ref',
  schema: '$schema',
  x_kubernetes_embedded_resource: 'x-kubernetes-embedded-resource',
  x_kubernetes_int_or_string: 'x-kubernetes-int-or-string',
  x_kubernetes_list_map_keys: 'x-kubernetes-list-map-keys',
  x_kubernetes_list_type: 'x-kubernetes-list-type',
  x_kubernetes_map_type: 'x-kubernetes-map-type',
  x_kubernetes_preserve_unknown_fields: 'x-kubernetes-preserve-unknown-fields',
  x_kubernetes_validations: 'x-kubernetes-validations',
} as const;
