import { formatAccept, parseAccept } from '../core/media/media-type.js';
import { negotiatedMediaType, readNegotiation } from './negotiation.js';
import { requireKnownOptions, requireName, requireSignal, requireText } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { Decoders, Offering } from '../core/representation/representation.js';
import { partialObjectMetadata } from '../core/representation/partial-object-metadata.js';
import { ApiError } from '../core/transport/errors.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { ListOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';

/** The versions that {@link versioned} states for generic types. */
export interface GenericVersions {
  /** `sv`: the version of `meta.k8s.io` for the generic kinds of an answer, such as a Status: `v1`. */
  readonly serverVersion?: string | undefined;
  /**
   * The `apiVersion` of the list options, sent with their `kind` in the query of a list and a watch: `meta.k8s.io/v1`.
   */
  readonly listOptions?: string | undefined;
}

const versionChecks = { serverVersion: requireName, listOptions: requireName } as const;

/**
 * Returns the same representation with stated versions for generic types. A server without the version of the generic
 * kinds answers 406, and a server that knows versioned list options but not this version answers 400: both throw an
 * `ApiError`, without a further request. A server that ignores the versions answers as usual; `probeVersions` tells
 * which it is.
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
  const { serverVersion, listOptions } = requireKnownOptions(versions, versionChecks);
  if (serverVersion === undefined && listOptions === undefined) {
    throw new InvalidArgumentError('versions', 'must name a version: serverVersion, listOptions or both');
  }
  const stated = (accept: string): string => {
    if (serverVersion === undefined) return accept;
    const clauses = parseAccept(accept).map(readNegotiation);
    return formatAccept(clauses.map((clause) => negotiatedMediaType({ ...clause, serverVersion })));
  };
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

/** How a server treats the versions that a request states for generic types (errors and list options). */
export interface VersionSupport {
  /**
   * For `sv`: `honored` if errors come in that version; `ignored` if it is accepted and errors come in another;
   * `refused` if the server answers 406; `unknown` if the list failed for another reason, or no error could be
   * provoked.
   */
  readonly serverVersion: 'honored' | 'ignored' | 'refused' | 'unknown';
  /**
   * For the version of list options in the query: `checked` if an unknown version is refused; `ignored` if any version
   * is accepted, so that a version means nothing to this server; `unknown` if the list failed for another reason.
   */
  readonly listOptions: 'checked' | 'ignored' | 'unknown';
}

/** Options of {@link probeVersions}. */
export interface ProbeVersionsOptions {
  /** Ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The version of `meta.k8s.io` to request. @default v1 */
  readonly serverVersion?: string | undefined;
}

const nobodyHasIt = 'meta.k8s.io/v0kubeatlas';
const noToken = 'kubeatlas-no-such-token';

/**
 * Finds out, with up to three lists of one object, how the server of an endpoint treats `sv` and versioned list
 * options. A server that ignores a version answers as usual, so a single answer does not tell. kube-apiserver ignores
 * `sv=v1`, refuses any other `sv`, and ignores versions of list options.
 *
 * @throws the signal's reason after an abort, `InvalidArgumentError` for a malformed version, and as `client.resolve` if
 *   the handle cannot find its endpoint; any other failure is reported as `unknown`
 * @example
 * const { serverVersion, listOptions } = await probeVersions(handle);
 * console.log(serverVersion, listOptions); // 'ignored' 'ignored' on kube-apiserver
 */
export async function probeVersions(
  handle: ResourceHandle<Shapes>,
  options: ProbeVersionsOptions = {},
): Promise<VersionSupport> {
  const { signal, serverVersion = 'v1' } = requireKnownOptions(options, {
    signal: requireSignal,
    serverVersion: requireText,
  });
  await handle.mapping({ signal });
  const refusalOf = async (versions: GenericVersions, further: ListOptions = {}): Promise<unknown> => {
    const stated = handle.as(versioned(partialObjectMetadata(), versions));
    try {
      await stated.list({ limit: 1, signal, ...further });
      return undefined;
    } catch (error) {
      signal?.throwIfAborted();
      return error;
    }
  };
  const taken = await refusalOf({ serverVersion });
  const provoked = taken === undefined ? await refusalOf({ serverVersion }, { continue: noToken }) : undefined;
  const unversioned = await refusalOf({ listOptions: nobodyHasIt });
  const isStatus = (error: unknown, statusCode: number): boolean =>
    error instanceof ApiError && error.statusCode === statusCode;
  return {
    serverVersion: isStatus(taken, 406) ? 'refused' : treatmentOf(provoked, serverVersion),
    listOptions: unversioned === undefined ? 'ignored' : isStatus(unversioned, 400) ? 'checked' : 'unknown',
  };
}

function treatmentOf(error: unknown, serverVersion: string): 'honored' | 'ignored' | 'unknown' {
  if (!(error instanceof ApiError && error.fromServer)) return 'unknown';
  return error.status.apiVersion === `meta.k8s.io/${serverVersion}` ? 'honored' : 'ignored';
}
