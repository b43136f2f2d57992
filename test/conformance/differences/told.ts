/** A difference from client-go: docs/conformance.md tells what differs, `why` is for those who change it. */
export interface ToldDifference {
  readonly id: string;
  readonly theirs: string;
  readonly ours: string;
  readonly why: string;
}

/** What the seven methods answer differently. */
export const toldOfMethods: readonly ToldDifference[] = [
  {
    id: 'core-group',
    theirs: 'An empty group in a partial resource means any group, so the core group cannot be asked for.',
    ours: "`group: ''` is the core group; no group means any.",
    why: 'There is no other way to ask for it.',
  },
  {
    id: 'list-kinds',
    theirs: '`<Kind>List` and `List` are kinds of every group-version, with resources such as `podlists`.',
    ours: 'Not mapped, and not in `singularFor`.',
    why: 'No server has such endpoints; a request would be a 404.',
  },
  {
    id: 'lower-case-kind',
    theirs: 'A kind in lower case is found and returned in lower case.',
    ours: 'Found, and returned as the server spells it.',
    why: 'No manifest says `kind: deployment`.',
  },
  {
    id: 'exact-group',
    theirs:
      'An exact group is mixed with the groups that begin with it: `widgets` of group `apps` may be answered from `apps.example.com`.',
    ours: 'Only the exact group, if it has the resource.',
    why: 'The question names a group that has it.',
  },
  {
    id: 'unread-exact-group',
    theirs: 'As above, where the exact group could not be read.',
    ours: '`GroupUnavailableError`; no other group is taken instead.',
    why: 'The resource may be in the group that could not be read.',
  },
  {
    id: 'unavailable-group',
    theirs: 'A resource in an unavailable group-version is a NoMatch.',
    ours: '`GroupUnavailableError` if the question names the group; otherwise `NoMatchError` with the failures.',
    why: 'Unknown is not absent.',
  },
  {
    id: 'shared-kind',
    theirs: 'If resources of one group-version share a kind, the last one hides the others.',
    ours: '`mappingsFor` returns all, in the order of the catalog; `mappingFor` returns the first.',
    why: 'Each is a separate endpoint.',
  },
  {
    id: 'plural-first',
    theirs:
      "A word that is one resource's plural and another's singular in the same group-version is ambiguous for ResourceFor; KindFor returns the last one.",
    ours: 'The plural wins.',
    why: 'Each endpoint must be found under its own name.',
  },
  {
    id: 'shared-singular',
    theirs:
      'A singular that several resources of one group-version share is ambiguous for ResourceFor; KindFor returns the last one, or a random one if group and version are given.',
    ours: '`AmbiguousMatchError` for both (not for `kindFor` if the kind is the same); the plural methods return all. `resolve` returns the first.',
    why: 'The same question always has the same answer.',
  },
  {
    id: 'hidden-kind',
    theirs: 'A kind hides another that differs from it only in letter case.',
    ours: 'The exact spelling wins; `mappingsFor` returns both.',
    why: 'As above.',
  },
  {
    id: 'capitals',
    theirs: 'A plural that the server spells with capitals is never found.',
    ours: 'Found in any letter case.',
    why: 'Each endpoint must be found under its own name.',
  },
  {
    id: 'beyond-ascii',
    theirs: 'The Kelvin sign and similar characters fold to ASCII letters.',
    ours: 'Non-ASCII words are compared as they are.',
    why: 'A match must not be an accident.',
  },
  {
    id: 'empty-word',
    theirs: 'An empty word is a different kind of error.',
    ours: '`NoMatchError`.',
    why: 'It names nothing.',
  },
];

/** What is read differently of that which people type. */
export const toldOfWords: readonly ToldDifference[] = [
  {
    id: 'round-trip',
    theirs:
      'The word is mapped to a resource, the resource to its kind, and the kind back to a resource, which may be a different one.',
    ours: 'The resource that the word names.',
    why: 'The way back is lossy if resources share a kind.',
  },
  {
    id: 'short-name-tie',
    theirs: 'Short names that tie are answered in the order of the list; with an in-memory cache, at random.',
    ours: "By rank, a group's preferred version first; the answer lists all candidates.",
    why: 'The same question always has the same answer, in both formats of discovery.',
  },
  {
    id: 'short-name-version',
    theirs: 'A short name loses its version: `hpa.v1.autoscaling` is autoscaling/v2.',
    ours: 'The version is kept; if it is not served, there is no match.',
    why: 'The word names it.',
  },
  {
    id: 'dot-at-end',
    theirs: '`deployments.` and `deployments.v1.` mean any group.',
    ours: 'A dot at the end means the core group.',
    why: "As with `group: ''`.",
  },
  {
    id: 'letter-case',
    theirs: 'Short names, kinds and categories must be spelled in the exact letter case.',
    ours: 'Any letter case.',
    why: 'As for plurals: kubectl finds `PODS` too.',
  },
  {
    id: 'kind-group',
    theirs: 'A kind without a group is searched in the core group only, and a group after a kind must be exact.',
    ours: 'Any group; a group may be abbreviated.',
    why: 'As for resources.',
  },
  {
    id: 'version-alone',
    theirs: '`deployments.v1` is a group.',
    ours: 'A version, if no group begins with it.',
    why: "kubectl's own help says `TYPE[.VERSION][.GROUP]`.",
  },
  {
    id: 'short-group',
    theirs: '`deployments.v1.app` is no match.',
    ours: 'A group may be abbreviated after a version, if nothing else fits.',
    why: 'As without a version.',
  },
  {
    id: 'category-name',
    theirs: 'A category hides a resource of that name.',
    ours: 'Plural and singular win over a category, a category over short names and kinds.',
    why: 'A custom resource definition can claim any category, `pods` too.',
  },
  {
    id: 'types-beside-names',
    theirs: '`TYPE/NAME` cannot be mixed with types.',
    ours: '`resolveAll` takes both.',
    why: 'The answer says which is which.',
  },
  {
    id: 'comma-behind-slash',
    theirs: 'After a slash, a comma belongs to the name.',
    ours: '`resolveAll` splits at every comma; `resolve` at none.',
    why: '`deploy/a,deploy/b` is a list.',
  },
  {
    id: 'malformed-word',
    theirs: '`TYPE/`, `/NAME` and a second slash are a different kind of error.',
    ours: '`NoMatchError`.',
    why: 'They name nothing.',
  },
  {
    id: 'legacy-order',
    theirs:
      'The order of groups in the document counts, which real servers build by different rules in the legacy format.',
    ours: 'In a legacy document, groups that are not built into Kubernetes rank by name.',
    why: 'The same server always gives the same answer.',
  },
];
