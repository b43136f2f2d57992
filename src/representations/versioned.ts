import { formatAccept, type MediaType, parseAccept } from '../core/media/media-type.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { Decoders, Offering } from '../core/representation/representation.js';

/** The versions that {@link versioned} states for generic types. */
export interface GenericVersions {
  /** `sv`: the version of `meta.k8s.io` for the generic kinds of an answer, such as a Status: `v1`. */
  readonly serverVersion?: string | undefined;
  /**
   * The `apiVersion` of the list options, sent with their `kind` in the query of a list and a watch: `meta.k8s.io/v1`.
   */
  readonly listOptions?: string | undefined;
}

/**
 * Returns the same representation with stated versions for generic types. A server without the version of the generic
 * kinds answers 406, and a server that knows versioned list options but not this version answers 400: both throw an
 * `ApiError`, without a further request. A server that ignores the versions answers as usual: kube-apiserver ignores
 * `sv=v1` and the versions of list options, and refuses any other `sv`.
 *
 * @param representation any representation: `wholeObject()`, `partialObjectMetadata()`, `csv()`, or your own
 * @throws InvalidArgumentError if neither version is given
 * @example
 * const tables = handle.as(versioned(tableRepresentation(), { serverVersion: 'v1' }));
 * await tables.list();
 */
export function versioned<One, Many, Item, Event>(
  representation: Offering & Decoders<One, Many, Item, Event>,
  versions: GenericVersions,
): Offering & Decoders<One, Many, Item, Event> {
  const { serverVersion, listOptions } = requireKnownOptions(versions, {
    serverVersion: true,
    listOptions: true,
  });
  for (const [name, value] of Object.entries({ serverVersion, listOptions })) {
    if (value === '') throw new InvalidArgumentError(name, 'must not be empty');
  }
  if (serverVersion === undefined && listOptions === undefined) {
    throw new InvalidArgumentError('versions', 'must name a version: serverVersion, listOptions or both');
  }
  const stated = (accept: string): string =>
    serverVersion === undefined
      ? accept
      : formatAccept(parseAccept(accept).map((each) => withVersion(each, serverVersion)));
  return {
    name: representation.name,
    offer(verb, context) {
      const { accept, jsonAccept, exact, query } = representation.offer(verb, context);
      const isListed = verb !== 'get' && listOptions !== undefined;
      return {
        accept: stated(accept),
        jsonAccept: jsonAccept === undefined ? undefined : stated(jsonAccept),
        exact: exact === true || serverVersion !== undefined,
        query: isListed ? { ...query, kind: 'ListOptions', apiVersion: listOptions } : query,
      };
    },
    decodeOne: (body, context) => representation.decodeOne(body, context),
    decodeMany: (body, context) => representation.decodeMany(body, context),
    decodeEvents: (context) => representation.decodeEvents(context),
    itemsOf: (many) => representation.itemsOf(many),
    continueOf: (many) => representation.continueOf(many),
  };
}

/** Servers of all ages take `sv` behind the parameters of the kind, and before all others. */
function withVersion({ type, parameters }: MediaType, serverVersion: string): MediaType {
  const isOfKind = ([name]: readonly [string, string]): boolean => ['g', 'v', 'as'].includes(name);
  const [ofKind, others] = [[...parameters].filter(isOfKind), [...parameters].filter((each) => !isOfKind(each))];
  return { type, parameters: new Map([...ofKind, ['sv', serverVersion], ...others]) };
}
