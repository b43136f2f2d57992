import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import { versioned, type GenericVersions } from '../representation/versioned.js';
import { ApiError } from '../transport/errors.js';
import type { Shapes } from '../representation/shapes.js';
import type { ListOptions } from './options.js';
import type { ResourceHandle } from './resource-handle.js';

/** What a server makes of stated versions of what is no resource. */
export interface VersionSupport {
  /**
   * Of `sv`: `honored`, errors come in the version; `ignored`, it is taken and errors come in another; `refused`, the server
   * answers 406. `unknown` where it could not be told: the list failed otherwise, or no error could be provoked.
   */
  readonly serverVersion: 'honored' | 'ignored' | 'refused' | 'unknown';
  /**
   * Of the version of list options in the query: `checked`, an unknown one is refused; `ignored`, any is taken, so that a
   * version means nothing to this server.
   */
  readonly listOptions: 'checked' | 'ignored' | 'unknown';
}

/** What {@link probeVersions} takes. */
export interface ProbeVersionsOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Which version of `meta.k8s.io` to ask for. @default v1 */
  readonly serverVersion?: string | undefined;
}

const nobodyHasIt = 'meta.k8s.io/v0kubeatlas';
const noToken = 'kubeatlas-no-such-token';

/**
 * Finds out by three lists of one object what the server of an endpoint makes of `sv` and of versioned list options. As a server
 * that ignores a version answers as always, one answer alone does not tell. kube-apiserver ignores `sv=v1`, refuses any other, and
 * ignores versions of list options.
 *
 * @throws what an abort gives as its reason, and `InvalidArgumentError` for a version that is none; whatever else fails is `unknown`
 * @example
 * const { serverVersion, listOptions } = await probeVersions(handle);
 * console.log(serverVersion, listOptions); // 'ignored' 'ignored' on kube-apiserver
 */
export async function probeVersions(
  handle: ResourceHandle<Shapes>,
  { signal, serverVersion = 'v1' }: ProbeVersionsOptions = {},
): Promise<VersionSupport> {
  const refusalOf = async (versions: GenericVersions, options: ListOptions = {}): Promise<unknown> => {
    const stated = handle.as(versioned(partialObjectMetadata(), versions));
    try {
      await stated.list({ limit: 1, signal, ...options });
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
