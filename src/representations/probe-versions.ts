import { partialObjectMetadata } from '../core/representation/partial-object-metadata.js';
import { versioned, type GenericVersions } from './versioned.js';
import { ApiError } from '../core/transport/errors.js';
import type { Shapes } from '../core/representation/shapes.js';
import { requireKnownOptions, requireMethods, requireSignal, requireText } from '../core/shared/arguments.js';
import type { ListOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';

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
  requireMethods('handle', handle, ['as', 'mapping']);
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
  return {
    serverVersion: taken === undefined ? judge(provoked, serverVersion) : isStatus(taken, 406) ? 'refused' : 'unknown',
    listOptions: unversioned === undefined ? 'ignored' : isStatus(unversioned, 400) ? 'checked' : 'unknown',
  };
}

function judge(error: unknown, serverVersion: string): 'honored' | 'ignored' | 'unknown' {
  if (!(error instanceof ApiError && error.fromServer)) return 'unknown';
  return error.status.apiVersion === `meta.k8s.io/${serverVersion}` ? 'honored' : 'ignored';
}

function isStatus(error: unknown, statusCode: number): boolean {
  return error instanceof ApiError && error.statusCode === statusCode;
}
