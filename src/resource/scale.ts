import type { Catalog } from '../catalog/catalog.js';
import type { SubresourceEntry } from '../catalog/entries.js';
import { decodeScale, encodeScale, type DecodedScale } from '../representation/scale-codec.js';
import type { Scale } from '../representation/scale-shape.js';
import type { Connection } from '../transport/connection.js';
import { callForJson, countDown } from './call.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { CallOptions, WriteOptions } from './options.js';
import { writeQuery } from './query.js';
import type { ScaleHandle } from './resource-handle.js';
import { objectPath, type Target } from './target.js';
import { UnsupportedError } from './unsupported-error.js';

/** What the scale of one object is reached by. */
export interface ScaleSource {
  readonly connection: Connection;
  readonly target: Target;
  readonly currentCatalog: () => Catalog | undefined;
  readonly name: string;
}

/** Makes the handle of one object's `/scale`. Each call looks into the catalog of its moment. */
export function createScaleHandle(source: ScaleSource): ScaleHandle {
  return Object.freeze<ScaleHandle>({
    get: async (options = {}) => {
      subresourceOf(source);
      return (await readScale(source, options)).scale;
    },
    set: async (replicas, options = {}) => {
      if (!Number.isSafeInteger(replicas) || replicas < 0) {
        throw new InvalidArgumentError('replicas', 'has to be a whole number that is not negative');
      }
      const canPatch = subresourceOf(source)?.verbs.includes('patch') ?? false;
      return canPatch ? patchScale(source, replicas, options) : replaceScale(source, replicas, options);
    },
  });
}

/** What the catalog says of the subresource; undefined while there is no catalog to ask. */
function subresourceOf({ target, currentCatalog }: ScaleSource): SubresourceEntry | undefined {
  const { resource } = target.mapping;
  const catalog = currentCatalog();
  if (catalog === undefined) return undefined;
  const entry = catalog.resource(resource);
  const scale = entry?.subresources.find(({ subresource }) => subresource === 'scale');
  if (scale !== undefined) return scale;
  if (entry !== undefined) throw new UnsupportedError(resource, 'scale', 'discovery lists none for it');
  const unread = catalog.failuresOf(resource).length > 0;
  throw new UnsupportedError(resource, 'scale', unread ? 'its group could not be read' : 'it is no longer served');
}

async function readScale({ connection, target, name }: ScaleSource, options: CallOptions): Promise<DecodedScale> {
  const path = objectPath(target, name, 'scale');
  return decodeScale(await callForJson(connection, { method: 'GET', path, options }), target);
}

async function patchScale(source: ScaleSource, replicas: number, options: WriteOptions): Promise<Scale> {
  const { connection, target, name } = source;
  const answer = await callForJson(connection, {
    method: 'PATCH',
    path: objectPath(target, name, 'scale'),
    query: writeQuery(options),
    contentType: 'application/merge-patch+json',
    body: JSON.stringify({ spec: { replicas } }),
    options,
  });
  return decodeScale(answer, target).scale;
}

async function replaceScale(source: ScaleSource, replicas: number, options: WriteOptions): Promise<Scale> {
  const { connection, target, name } = source;
  const remaining = countDown(options.timeoutMs);
  const { scale, version } = await readScale(source, options);
  const answer = await callForJson(connection, {
    method: 'PUT',
    path: objectPath(target, name, 'scale'),
    query: writeQuery(options),
    contentType: 'application/json',
    body: JSON.stringify(encodeScale({ ...scale, spec: { replicas } }, version)),
    options: { ...options, timeoutMs: remaining() },
  });
  return decodeScale(answer, target).scale;
}
