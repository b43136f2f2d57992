import type { Catalog } from '../../catalog/catalog.js';
import type { SubresourceEntry } from '../../catalog/entries.js';
import {
  acceptScale,
  decodeScale,
  decodeWrittenScale,
  encodeScale,
  type DecodedScale,
  type Scale,
} from '../../representation/scale.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { Connection } from '../../transport/connection.js';
import { countDown, readAs, send } from '../call.js';
import { subresourceOf } from '../capabilities.js';
import { PreconditionError } from '../errors.js';
import { optionTables, queryOf, type CallOptions, type ScaleOptions } from '../options.js';
import { objectPath, type Ready, type Target } from '../target.js';

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
   * Sets the number of replicas: with a merge patch if discovery lists the verb, otherwise with get and replace, where
   * a change in between is a 409. With a precondition the Scale is read first, and a change in between is a 409 either
   * way.
   *
   * Returns the Scale as stored. If the server answers the write with something other than a Scale, the write was done
   * all the same: the result then holds `spec.replicas` and an empty status, and `originOf` returns `converted`.
   *
   * @throws PreconditionError if a precondition does not hold; InvalidArgumentError for a number that is negative or
   *   not whole; UnsupportedError for a resource without a Scale; ApiError
   */
  set(replicas: number, options?: ScaleOptions): Promise<Scale>;
}

/** The parts that address the Scale of one object. */
export interface ScaleSource {
  readonly connection: Connection;
  readonly ready: Ready;
  /** Called once `ready` has found the endpoint. */
  readonly target: () => Target;
  readonly currentCatalog: () => Catalog | undefined;
  readonly name: string;
}

/** Creates the handle of one object's `/scale`. Each call uses the catalog that is current then. */
export function createScaleHandle(source: ScaleSource): ScaleHandle {
  return Object.freeze<ScaleHandle>({
    get: async (options = {}) => {
      queryOf(optionTables.getScale, options);
      const limits = await source.ready(optionTables.getScale, options);
      return (await readScale(source, limits, scaleEntry(source))).scale;
    },
    set: async (replicas, given = {}) => {
      if (!Number.isSafeInteger(replicas) || replicas < 0) {
        throw new InvalidArgumentError('replicas', 'must be a non-negative integer');
      }
      const query = queryOf(optionTables.setScale, given);
      const options = await source.ready(optionTables.setScale, given);
      const subresource = scaleEntry(source);
      const { resourceVersion, currentReplicas } = options;
      const remaining = countDown(options.timeoutMs);
      const look = async (): Promise<DecodedScale> => {
        const now = await readScale(source, options, subresource);
        requirePreconditions(source, now.scale, options);
        return now;
      };
      const mustLook = resourceVersion !== undefined || currentReplicas !== undefined;
      const write = subresource?.verbs.includes('patch')
        ? patchOf(replicas, mustLook ? await look() : undefined)
        : replacementOf(replicas, await look());
      const { connection, target, name } = source;
      const answer = await send(connection, {
        ...write,
        path: objectPath(target(), name, 'scale'),
        query,
        options: { ...options, timeoutMs: remaining() },
      });
      return decodeWrittenScale(answer, contextOf(target(), subresource), { name, replicas });
    },
  });
}

function scaleEntry({ target, currentCatalog }: ScaleSource): SubresourceEntry | undefined {
  return subresourceOf(currentCatalog(), target().mapping.resource, 'scale');
}

async function readScale(
  { connection, target: boundTarget, name }: ScaleSource,
  { signal, timeoutMs }: CallOptions,
  subresource: SubresourceEntry | undefined,
): Promise<DecodedScale> {
  const target = boundTarget();
  const path = objectPath(target, name, 'scale');
  const call = { method: 'GET', path, options: { signal, timeoutMs } } as const;
  return readAs(connection, call, {
    verb: 'get',
    resource: target.mapping.resource,
    offer: { accept: acceptScale },
    decode: (body) => decodeScale(body, contextOf(target, subresource)),
  });
}

function requirePreconditions({ target, name }: ScaleSource, { metadata, spec }: Scale, options: ScaleOptions): void {
  const { resourceVersion, currentReplicas } = options;
  const { resource } = target().mapping;
  if (currentReplicas !== undefined && currentReplicas !== spec.replicas) {
    const precondition = { precondition: 'currentReplicas', expected: currentReplicas, actual: spec.replicas } as const;
    throw new PreconditionError(resource, name, precondition);
  }
  const actual = metadata.resourceVersion ?? '';
  if (resourceVersion !== undefined && resourceVersion !== actual) {
    throw new PreconditionError(resource, name, { precondition: 'resourceVersion', expected: resourceVersion, actual });
  }
}

/** If the Scale was read first, the patch carries its version, so that a change in between is a conflict. */
function patchOf(replicas: number, now: DecodedScale | undefined) {
  const resourceVersion = now?.scale.metadata.resourceVersion;
  const patch = { ...(resourceVersion !== undefined && { metadata: { resourceVersion } }), spec: { replicas } };
  return { method: 'PATCH', contentType: 'application/merge-patch+json', body: JSON.stringify(patch) } as const;
}

function replacementOf(replicas: number, now: DecodedScale) {
  const body = JSON.stringify(encodeScale(now, replicas));
  return { method: 'PUT', contentType: 'application/json', body } as const;
}

function contextOf(target: Target, subresource: SubresourceEntry | undefined) {
  return { ...target, responseKind: subresource?.responseKind };
}
