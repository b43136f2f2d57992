import type { AnswerBody } from '../../media/answer-body.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { GroupVersionKind } from '../../model/group-version-kind.js';
import type { ObjectMeta } from '../../model/kube-object.js';
import { markConverted } from '../../representation/origin.js';
import { ParsedAnswer } from '../../representation/parsed-answer.js';
import type { RepresentationContext } from '../../representation/representation.js';
import { requireWhole } from '../../shared/arguments.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import type { ApiRequest } from '../../transport/connection.js';
import { begin, objectPath, reach, readAs, send, type HandleParts } from '../call.js';
import { subresourceIn } from '../capabilities.js';
import { PreconditionError } from '../errors.js';
import { optionTables, type CallOptions, type ScaleOptions } from '../options.js';

/**
 * The size of an object in one shape for every scalable resource, whatever Scale version its server uses.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/autoscaling/scale-v1/
 */
export interface Scale {
  apiVersion: 'autoscaling/v1';
  kind: 'Scale';
  /** The metadata of the scaled object. */
  metadata: ObjectMeta;
  /** The desired number of replicas. Servers omit zero on the wire; here it is always a number. */
  spec: { replicas: number };
  /** `selector` is a label selector as text, empty if the server gives none. */
  status: { replicas: number; selector: string };
}

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
   * Sets the number of replicas, by a merge patch. With a precondition the Scale is read first, and a change in between
   * is a 409. If discovery does not list the verb `patch` for the Scale, use `replace` with `subresource: 'scale'`.
   *
   * Returns the Scale as stored. If the server answers the write with something other than a Scale, the write was done
   * all the same: the result then holds `spec.replicas` and an empty status, and `originOf` returns `converted`.
   *
   * @throws PreconditionError if a precondition does not hold; InvalidArgumentError for a number that is negative or
   *   not whole; UnsupportedError for a resource without a Scale, or with one that cannot be patched; ApiError
   */
  set(replicas: number, options?: ScaleOptions): Promise<Scale>;
}

const subresource = 'scale';

/** Creates the handle of one object's `/scale`. Each call uses the catalog that is current then. */
export function createScaleHandle(parts: HandleParts, name: string): ScaleHandle {
  const { connection, discovery } = parts;
  /** Finds the Scale, and what discovery says of it. */
  const find = async (verb: 'get' | 'patch', call: ReturnType<typeof begin>) => {
    const at = await reach(parts, verb, { ...call, subresource });
    const { responseKind } = subresourceIn(discovery.current, at.mapping.resource, subresource) ?? {};
    const request = { ...call.request, path: objectPath(at, name, subresource) };
    return { at: { ...at, responseKind } satisfies ScaleContext, request };
  };
  const read = async (at: Awaited<ReturnType<typeof find>>['at'], request: ApiRequest): Promise<Scale> =>
    readAs({ connection, representation: preferredScale }, 'get', at, request, (body) => decodeScale(body, at));

  return Object.freeze<ScaleHandle>({
    get: async (options = {}) => {
      const { at, request } = await find('get', begin(connection, optionTables.getScale, options));
      return read(at, request);
    },
    set: async (replicas, options = {}) => {
      requireWhole('replicas', replicas);
      const { at, request } = await find('patch', begin(connection, optionTables.setScale, options));
      const patch: { metadata?: object; spec: object } = { spec: { replicas } };
      if (options.resourceVersion !== undefined || options.currentReplicas !== undefined) {
        const now = await read(at, { ...request, query: undefined });
        const is = { currentReplicas: now.spec.replicas, resourceVersion: now.metadata.resourceVersion ?? '' };
        for (const precondition of ['currentReplicas', 'resourceVersion'] as const) {
          const [expected, actual] = [options[precondition], is[precondition]];
          if (expected === undefined || expected === actual) continue;
          throw new PreconditionError(at.mapping.resource, name, { precondition, expected, actual });
        }
        // A change in between is a conflict.
        patch.metadata = { resourceVersion: now.metadata.resourceVersion };
      }
      const contentType = 'application/merge-patch+json';
      const body = JSON.stringify(patch);
      const answer = await send(connection, { ...request, method: 'PATCH', contentType, body });
      return decodeWrittenScale(answer, at, { name, replicas });
    },
  });
}

/** The request that a Scale answers. */
export interface ScaleContext extends RepresentationContext {
  /** The kind that the subresource returns, according to discovery. */
  readonly responseKind?: GroupVersionKind | undefined;
}

/**
 * The versions in which servers omit zeros. That of `meta.k8s.io/v1` is of KEP-2336; those of old groups have a map as their
 * selector, which cannot express everything, so that `targetSelector` takes precedence.
 */
const knownVersions: readonly unknown[] = [
  ...['autoscaling/v1', 'meta.k8s.io/v1'],
  ...['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'],
];
/** Asks for a Scale of the preferred version; a server that ignores the version answers in its own. */
const preferredScale = { offer: () => ({ accept: 'application/json;g=autoscaling;v=v1;as=Scale,application/json' }) };

/**
 * Reads a Scale of any version. Numbers that the server omits are 0, as in Go; in an unknown version, and for another
 * kind that discovery names, `spec.replicas` must be present. The selector may be text or a map.
 *
 * Throws `UnexpectedShapeError` for anything that is not a Scale.
 */
export function decodeScale(body: AnswerBody, context: ScaleContext): Scale {
  return scaleIn(new ParsedAnswer(body, context), context);
}

/**
 * Reads the answer to a write of a Scale. The write was done, so an object of another shape is not a failure: the Scale
 * then has the `replicas` of that object, or otherwise the number that was set, and `originOf` returns `converted`.
 *
 * Throws `UnexpectedShapeError` for an answer that does not tell the outcome: the Status of a failure, and JSON that is
 * not a Kubernetes object.
 */
export function decodeWrittenScale(
  body: AnswerBody,
  context: ScaleContext,
  { name, replicas }: { readonly name: string; readonly replicas: number },
): Scale {
  const answer = new ParsedAnswer(body, context);
  const { kind, apiVersion } = answer;
  const isFailure = kind === 'Status' && answer.body['status'] !== 'Success';
  if (kind === undefined || apiVersion === undefined || isFailure) {
    throw answer.unexpected('', isFailure ? 'is a Status, but a Scale was requested' : 'is not a Scale');
  }
  try {
    return scaleIn(answer, context);
  } catch {
    const { namespace } = context;
    const spec = answer.body['spec'];
    const stored = isJsonRecord(spec) ? spec['replicas'] : undefined;
    return markConverted<Scale>({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
      spec: { replicas: typeof stored === 'number' ? stored : replicas },
      status: { replicas: 0, selector: '' },
    });
  }
}

function scaleIn(answer: ParsedAnswer, { responseKind }: ScaleContext): Scale {
  const { body, apiVersion, kind } = answer;
  const isKnown = kind === 'Scale' && knownVersions.includes(apiVersion);
  const isNamed =
    responseKind !== undefined && kind === responseKind.kind && apiVersion === formatGroupVersion(responseKind);
  if (kind !== 'Scale' && !isNamed) throw answer.unexpected('', 'is not a Scale');
  const { metadata } = answer.metadataOnly(body, '');
  const spec = answer.recordAt(body, 'spec') ?? {};
  const status = answer.recordAt(body, 'status') ?? {};
  const replicas = answer.integerAt(spec, 'replicas', 'spec');
  if (replicas === undefined && !isKnown) throw answer.unexpected('', 'is not a Scale');
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata,
    spec: { replicas: replicas ?? 0 },
    status: { replicas: answer.integerAt(status, 'replicas', 'status') ?? 0, selector: selectorIn(status) },
  };
}

/** Returns the selector as text; empty if the server gives none, or one of a form that is not known. */
function selectorIn({ selector, targetSelector }: JsonRecord): string {
  if (typeof targetSelector === 'string' && targetSelector !== '') return targetSelector;
  if (typeof selector === 'string') return selector;
  const labels = isJsonRecord(selector) ? Object.entries(selector).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
  const isMap = labels.every(([, value]) => typeof value === 'string');
  return isMap ? labels.map(([label, value]) => `${label}=${String(value)}`).join(',') : '';
}
