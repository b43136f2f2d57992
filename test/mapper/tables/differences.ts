/** How the lines of docs/conformance.md begin that say why a case of a peer's table is answered in another way. */
export const differences = {
  order: 'A mapper that was told no priorities finds a name of several groups ambiguous.',
  versions: 'A mapper that was told no default versions finds no kind unless a version is named.',
  failedPart: 'The error of one part is the answer, or comes along with it, though another part has the name.',
  unread: 'A resource in an unavailable group-version is a NoMatch.',
  kindGroup: 'A priority may lead out of the group that a kind names.',
  asTyped: 'A word that nothing has goes through the expander of short names as it is.',
  halfVersion: '`/v1` and `v1/` are an `apiVersion` with an empty part.',
  noType: '`.apps` is a group without a resource or kind.',
  emptyGroup: '`deployments.` and `deployments.v1.` mean any group.',
  nameBehindType: 'A word behind a type is the name of an object: `rc foo`.',
  emptyArgument: 'An empty argument names no object, and is no error.',
  besideTypes: '`TYPE/NAME` cannot stand beside types.',
  cached: '`api-resources --cached` does without asking the server.',
} as const;

export type DifferenceName = keyof typeof differences;
