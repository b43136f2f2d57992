/** A difference from client-go as docs/conformance.md tells it. */
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
    ours: "`group: ''` is the core group, an absent one any.",
    why: 'There is no other way to say it.',
  },
  {
    id: 'list-kinds',
    theirs: '`<Kind>List` and `List` are kinds of every group-version, with resources such as `podlists`.',
    ours: 'Not mapped, nor in `singularFor`.',
    why: 'No server has such endpoints; a request would be a 404.',
  },
  {
    id: 'lower-case-kind',
    theirs: 'A kind in lower case is found and told back in lower case.',
    ours: 'Found, and told as the server spells it.',
    why: '`kind: deployment` is in no manifest.',
  },
  {
    id: 'exact-group',
    theirs:
      'An exact group is mixed with the groups that begin with it: `widgets` of group `apps` may be answered from `apps.example.com`.',
    ours: 'The exact group alone, where it has the resource.',
    why: 'The question named a group that has it.',
  },
  {
    id: 'unread-exact-group',
    theirs: 'As above, where the exact group could not be read.',
    ours: '`GroupUnavailableError`; no other group stands in for it.',
    why: 'What was asked for may be in there.',
  },
  {
    id: 'unavailable-group',
    theirs: 'A resource in an unavailable group-version is a NoMatch.',
    ours: '`GroupUnavailableError` when the question names the group; else `NoMatchError` with the failures.',
    why: 'Unknown is not absent.',
  },
  {
    id: 'shared-kind',
    theirs: 'Of resources that share a kind in one group-version the last one hides the others.',
    ours: 'All are in `mappingsFor`, in the order of the catalog; `mappingFor` gives the first.',
    why: 'Each is an endpoint of its own.',
  },
  {
    id: 'plural-first',
    theirs:
      "In one group-version, a word that is one resource's plural and another's singular is ambiguous for ResourceFor and the last one for KindFor.",
    ours: 'The plural goes first.',
    why: 'Each endpoint must be found by its own name.',
  },
  {
    id: 'shared-singular',
    theirs:
      'A singular of several resources in one group-version is ambiguous for ResourceFor, the last one for KindFor, and a random one where group and version are given.',
    ours: '`AmbiguousMatchError` for both (not for `kindFor` where the kind is the same); all of them in the plural methods. `resolve` gives the first.',
    why: 'One question, one answer.',
  },
  {
    id: 'hidden-kind',
    theirs: 'A kind that is another kind in lower case hides it.',
    ours: 'The very spelling goes first; both are in `mappingsFor`.',
    why: 'As above.',
  },
  {
    id: 'capitals',
    theirs: 'A plural that the server spells with capitals is never found.',
    ours: 'Found in any letter case.',
    why: 'Each endpoint must be found by its own name.',
  },
  {
    id: 'beyond-ascii',
    theirs: 'The Kelvin sign and its like fold to ASCII letters.',
    ours: 'Words beyond ASCII are compared as they are.',
    why: 'No match by accident.',
  },
  {
    id: 'empty-word',
    theirs: 'An empty word is an error of another kind.',
    ours: '`NoMatchError`.',
    why: 'It names nothing.',
  },
];

/** What is read differently of that which people type. */
export const toldOfWords: readonly ToldDifference[] = [
  {
    id: 'round-trip',
    theirs:
      'Goes from the word to a resource, to its kind, and from the kind to a resource again, which may be another one.',
    ours: 'The resource that the word names.',
    why: 'The way back is lossy where a kind is shared.',
  },
  {
    id: 'short-name-tie',
    theirs: 'Short names that tie are answered in the order of the list, at random from an in-memory cache.',
    ours: "In the order of rank, a group's preferred version first, and all the candidates are told.",
    why: 'One question, one answer, in both formats of discovery.',
  },
  {
    id: 'short-name-version',
    theirs: 'A short name loses its version: `hpa.v1.autoscaling` is autoscaling/v2.',
    ours: 'The version is kept; one that is not served is a NoMatch.',
    why: 'The word named it.',
  },
  {
    id: 'dot-at-end',
    theirs: '`deployments.` and `deployments.v1.` mean any group.',
    ours: 'A dot at the end means the core group.',
    why: "As for `group: ''`.",
  },
  {
    id: 'letter-case',
    theirs: 'Short names, kinds and categories in their very letter case only.',
    ours: 'Any letter case.',
    why: 'As for plurals, which kubectl finds as `PODS` too.',
  },
  {
    id: 'kind-group',
    theirs: 'A kind without a group is looked for in the core group only, and a group is exact behind a kind.',
    ours: 'Any group; a group may be cut short.',
    why: 'As for resources.',
  },
  {
    id: 'version-alone',
    theirs: '`deployments.v1` is a group.',
    ours: 'A version, where no group begins so.',
    why: "kubectl's own help says `TYPE[.VERSION][.GROUP]`.",
  },
  {
    id: 'short-group',
    theirs: '`deployments.v1.app` is no match.',
    ours: 'A group may be cut short behind a version, when nothing else fits.',
    why: 'As without a version.',
  },
  {
    id: 'category-name',
    theirs: 'A category hides a resource of that name.',
    ours: 'Plural and singular go before a category, a category before short names and kinds.',
    why: 'A custom resource definition can claim any category, `pods` too.',
  },
  {
    id: 'types-beside-names',
    theirs: '`TYPE/NAME` cannot stand beside types.',
    ours: '`resolveAll` takes both.',
    why: 'The answer says which is which.',
  },
  {
    id: 'comma-behind-slash',
    theirs: 'In a comma list behind a slash the comma belongs to the name.',
    ours: '`resolveAll` splits at every comma; `resolve` at none.',
    why: '`deploy/a,deploy/b` is a list.',
  },
  {
    id: 'malformed-word',
    theirs: '`TYPE/`, `/NAME` and a second slash are an error of another kind.',
    ours: '`NoMatchError`.',
    why: 'They name nothing.',
  },
  {
    id: 'legacy-order',
    theirs:
      'Follows the order of groups in the document, which real servers build by other rules in the legacy format.',
    ours: 'In a legacy document the groups that are not built into Kubernetes rank by name.',
    why: 'One server, one answer.',
  },
];
