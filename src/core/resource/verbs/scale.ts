import type { GroupVersionKind } from '../../model/group-version-kind.js';
import type { GroupVersionResource } from '../../model/group-version-resource.js';
import { acceptScale, decodeScale, decodeWrittenScale, type Scale } from '../../representation/scale.js';
import { requireWhole } from '../../shared/arguments.js';
import { begin, locate, readAs, send, type HandleParts } from '../call.js';
import { requireSubresource } from '../capabilities.js';
import { PreconditionError } from '../errors.js';
import { optionTables, type CallLimits, type CallOptions, type ScaleOptions } from '../options.js';
import { objectPath, type Target } from '../target.js';

/**
 * The `/scale` subresource of one object. Both calls throw `UnsupportedError`, without a request, if the current
 * catalog lists no such subresource. If there is no catalog yet, or its knowledge of the resource is incomplete or
 * stale, the request is sent.
 */
export interface ScaleHandle {
  /**
   * Reads the Scale.
   *
   * @throws UnsupportedError for a resource without a Scale; ApiError, with 404 if the object does not exist
   */
  get(options?: CallOptions): Promise<Scale>;
  /**
   * Sets the number of replicas, by a merge patch. With a precondition the Scale is read first, and a change in between is
   * a 409. Where discovery lists no verb `patch` of the Scale, use `replace` with `subresource: 'scale'`.
   *
   * Returns the Scale as stored. If the server answers the write with something other than a Scale, the write was done
   * all the same: the result then holds `spec.replicas` and an empty status, and `originOf` returns `converted`.
   *
   * @throws PreconditionError if a precondition does not hold; InvalidArgumentError for a number that is negative or
   *   not whole; UnsupportedError for a resource without a Scale, or with one that cannot be patched; ApiError
   */
  set(replicas: number, options?: ScaleOptions): Promise<Scale>;
}

/** Creates the handle of one object's `/scale`. Each call uses the catalog that is current then. */
export function createScaleHandle(parts: HandleParts, name: string): ScaleHandle {
  const { connection, discovery } = parts;
  const find = async (verb: 'get' | 'patch', limits: CallLimits): Promise<LocatedScale> => {
    const at = await locate(parts, limits);
    const entry = requireSubresource(discovery.current, at.mapping.resource, { subresource: 'scale', verb });
    return { at: { ...at, responseKind: entry?.responseKind }, path: objectPath(at, name, 'scale') };
  };
  const read = async ({ at, path }: LocatedScale, limits: CallLimits): Promise<Scale> =>
    readAs(connection, { method: 'GET', path, options: limits } as const, {
      verb: 'get',
      resource: at.mapping.resource,
      offer: { accept: acceptScale },
      decode: (body) => decodeScale(body, at),
    });

  return Object.freeze<ScaleHandle>({
    get: async (options = {}) => {
      const { limits } = begin(connection, optionTables.getScale, options);
      return read(await find('get', limits), limits);
    },
    set: async (replicas, options = {}) => {
      requireWhole('replicas', replicas);
      const { query, limits } = begin(connection, optionTables.setScale, options);
      const { resourceVersion, currentReplicas } = options;
      const found = await find('patch', limits);
      const { at, path } = found;
      const patch: { metadata?: object; spec: object } = { spec: { replicas } };
      if (resourceVersion !== undefined || currentReplicas !== undefined) {
        const now = await read(found, limits);
        requirePreconditions(at.mapping.resource, name, now, { resourceVersion, currentReplicas });
        // A change in between is a conflict.
        patch.metadata = { resourceVersion: now.metadata.resourceVersion };
      }
      const contentType = 'application/merge-patch+json';
      const call = { method: 'PATCH', path, query, contentType, body: JSON.stringify(patch), options: limits } as const;
      return decodeWrittenScale(await send(connection, call), at, { name, replicas });
    },
  });
}

/** Where the Scale of one object is, and what discovery says of it. */
interface LocatedScale {
  readonly at: Target & { readonly responseKind: GroupVersionKind | undefined };
  readonly path: string;
}

type Preconditions = { readonly [Each in 'resourceVersion' | 'currentReplicas']: ScaleOptions[Each] | undefined };

function requirePreconditions(
  resource: GroupVersionResource,
  name: string,
  { metadata, spec }: Scale,
  { resourceVersion, currentReplicas }: Preconditions,
): void {
  if (currentReplicas !== undefined && currentReplicas !== spec.replicas) {
    const precondition = { precondition: 'currentReplicas', expected: currentReplicas, actual: spec.replicas } as const;
    throw new PreconditionError(resource, name, precondition);
  }
  const actual = metadata.resourceVersion ?? '';
  if (resourceVersion !== undefined && resourceVersion !== actual) {
    throw new PreconditionError(resource, name, { precondition: 'resourceVersion', expected: resourceVersion, actual });
  }
}
