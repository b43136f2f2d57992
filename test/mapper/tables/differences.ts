/** Why a case of a peer's table is answered in another way: what the peer does, then what is done here. */
export const differences = {
  order:
    'Without priorities, a name that several groups have is ambiguous. A mapper is built from a whole catalog, so the order of the document decides; `resolve` with `ambiguity: error` rejects the tie.',
  versions:
    'Without default versions, a kind is found only if a version is named. Here every served version counts, in the order of the document.',
  failedPart:
    'The error of one part is returned, alone or with the answer, although another part has the name. Here the answer is what was found, and `catalog.failures` lists what could not be read.',
  unread: 'A resource in an unavailable group-version is a NoMatch. Here unknown is not absent.',
  kindGroup: 'A priority may lead to a group other than the one that a kind names. Here the group of a kind is exact.',
  asTyped: 'A word that nothing matches passes through the short name expander unchanged. Here it is a NoMatchError.',
  halfVersion: '`/v1` and `v1/` are an `apiVersion` with an empty part. Here neither is a valid `apiVersion`.',
  noType: '`.apps` is a group without a resource or kind. Here it names nothing: a NoMatchError.',
  emptyGroup: '`deployments.` and `deployments.v1.` mean any group. Here a dot at the end means the core group.',
  nameBehindType:
    'A word after a type is the name of an object: `rc foo`. For `resolveAll`, each word is a type or `TYPE/NAME`; the command line reads `rc foo` as kubectl does.',
  emptyArgument: 'An empty argument names no object and is not an error. Here it is a NoMatchError.',
  besideTypes: '`TYPE/NAME` cannot be mixed with types. `resolveAll` takes both.',
  cached:
    '`api-resources --cached` does not ask the server. There is no such flag: discovery is always confirmed with the server, which the store makes cheap.',
} as const;

export type DifferenceName = keyof typeof differences;
