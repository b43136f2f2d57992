import { isJsonRange, isPlainAccept, isProtobuf, readAccept } from '../wire/accept.js';
import { badRequest, notAcceptable } from '../wire/refusals.js';
import type { FakeSwitches } from '../served/options.js';
import type { ServedResource } from '../served/served.js';

/** How much of each object a Table contains. */
export type Included = 'None' | 'Metadata' | 'Object';

/** The form in which objects are answered; `apiVersion` is that of the kind of the answer. */
export type View =
  | { readonly as: 'Whole' }
  | { readonly as: 'Table'; readonly apiVersion: string }
  | { readonly as: 'PartialObjectMetadata' | 'PartialObjectMetadataList'; readonly apiVersion: string };

const whole: View = { as: 'Whole' };

/** The form of an answer, and whether it is written in protobuf instead of JSON. */
export interface Negotiated {
  readonly view: View;
  readonly inProtobuf: boolean;
}

/**
 * Picks the requested view: that of the first clause of Accept that the server supports. Throws 406 if there is none.
 *
 * @param wholeInProtobuf whether whole answers can be written in protobuf; undefined if nothing can
 */
export function negotiateView(
  accept: string | null,
  resource: ServedResource,
  switches: FakeSwitches,
  wholeInProtobuf: boolean | undefined,
): Negotiated {
  const plain: Negotiated = { view: whole, inProtobuf: false };
  if (ignoresAccept(switches, resource.group)) return plain;
  if (switches.rejectsUnknownAccept === true && !isPlainAccept(accept)) throw notAcceptable();
  if (accept === null || accept === '') return plain;
  for (const clause of readAccept(accept)) {
    const inProtobuf = wholeInProtobuf !== undefined && isProtobuf(clause);
    const view = inProtobuf || isJsonRange(clause) ? viewOf(clause.parameters, resource) : undefined;
    const isUnwritable = inProtobuf && (view?.as === 'Table' || (view?.as === 'Whole' && !wholeInProtobuf));
    if (view !== undefined && !isUnwritable) return { view, inProtobuf };
  }
  throw notAcceptable();
}

/** Reports whether the switch `ignoresAccept` is on for a group. */
export function ignoresAccept({ ignoresAccept: ignored = false }: FakeSwitches, group: string): boolean {
  return typeof ignored === 'boolean' ? ignored : ignored.includes(group);
}

/** Returns the view of one clause; undefined if the server skips it. Unknown parameters are ignored. */
function viewOf(parameters: ReadonlyMap<string, string>, resource: ServedResource): View | undefined {
  const [as, group, version] = [parameters.get('as'), parameters.get('g'), parameters.get('v')];
  if ((parameters.get('sv') ?? 'v1') !== 'v1' || (parameters.get('stream') ?? 'watch') !== 'watch') return undefined;
  if (as === undefined && group === undefined && version === undefined) return whole;
  if (group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  const apiVersion = `${group}/${version}`;
  if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return { as, apiVersion };
  return as === 'Table' && resource.noTable !== true ? { as, apiVersion } : undefined;
}

/** Returns how much of each object the rows of a Table contain; throws 400 for an unknown `includeObject`. */
export function includedIn(query: URLSearchParams): Included {
  const value = query.get('includeObject') ?? '';
  if (value === '') return 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: ` +
      "must be 'Metadata', 'Object', 'None', or empty",
  );
}
