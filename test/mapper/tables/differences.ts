/** How the lines of docs/conformance.md begin that say why a case of a peer's table is answered in another way. */
export const differences = {
  order: 'Without priorities, a name that several groups have is ambiguous.',
  versions: 'Without default versions, a kind is found only if a version is named.',
  failedPart: 'The error of one part is returned, alone or with the answer, although another part has the name.',
  unread: 'A resource in an unavailable group-version is a NoMatch.',
  kindGroup: 'A priority may lead to a group other than the one that a kind names.',
  asTyped: 'A word that nothing matches passes through the short name expander unchanged.',
  halfVersion: '`/v1` and `v1/` are an `apiVersion` with an empty part.',
  noType: '`.apps` is a group without a resource or kind.',
  emptyGroup: '`deployments.` and `deployments.v1.` mean any group.',
  nameBehindType: 'A word after a type is the name of an object: `rc foo`.',
  emptyArgument: 'An empty argument names no object and is not an error.',
  besideTypes: '`TYPE/NAME` cannot be mixed with types.',
  cached: '`api-resources --cached` does not ask the server.',
} as const;

export type DifferenceName = keyof typeof differences;
