import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../../core/shared/json-record.js';
import type { ApiRequest } from '../../core/transport/connection.js';
import { UnfencedWriteError } from './errors.js';

/** The mark that distinguishes the writes of one term from those of all others. */
export interface Fence {
  /** The annotation that the objects carry. */
  readonly annotation: string;
  /** Its value in this term, different from that in any other term. */
  readonly epoch: string;
}

/** The part of a body that a fence reads and writes. */
interface Body {
  metadata?: { resourceVersion?: unknown; annotations?: unknown };
  preconditions?: { resourceVersion?: unknown };
}

const versionAdvice = 'set metadata.resourceVersion to the version that was read';

/**
 * Returns the write with the epoch in its object. A write that changes an object has to name the version that was read:
 * once another leader has put its epoch there, the version is different and the server answers 409. A create is fenced
 * by its name only.
 *
 * @throws UnfencedWriteError for a write that names no version
 */
export function fenceWrite(request: ApiRequest, { annotation, epoch }: Fence): ApiRequest {
  const { method = 'GET', contentType = 'application/json' } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  if (/json-patch/i.test(contentType)) {
    throw unfenced(request, 'a JSON patch cannot carry the epoch; use { type: "merge" }');
  }
  const body = readBody(request);
  if (method === 'DELETE') {
    if (isVersion(body?.preconditions?.resourceVersion)) return request;
    throw unfenced(request, 'set preconditions.resourceVersion, which is not possible when deleting several objects');
  }
  if (body === undefined) throw unfenced(request, 'its body is not a JSON object');
  if (method !== 'POST' && !isVersion(body.metadata?.resourceVersion)) throw unfenced(request, versionAdvice);
  const metadata = body.metadata ?? {};
  const { annotations = {} } = metadata;
  if (!isJsonRecord(metadata) || !isJsonRecord(annotations)) {
    throw unfenced(request, 'its metadata or metadata.annotations is not an object, so the epoch cannot be stored');
  }
  const fenced = { ...metadata, annotations: { ...annotations, [annotation]: epoch } };
  return { ...request, body: JSON.stringify({ ...body, metadata: fenced }) };
}

function readBody(request: ApiRequest): Body | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text, requireExact);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    return undefined;
  }
  return isJsonRecord(value) ? value : undefined;
}

/** The body is serialized again, so a number that was rounded on the way would change the stored object. */
function requireExact(_key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  throw new InvalidArgumentError(
    'body',
    'contains a number that JavaScript cannot represent exactly, so it cannot be fenced',
  );
}

/** `0` means any version. */
function isVersion(value: unknown): boolean {
  return typeof value === 'string' && !/^0*$/.test(value);
}

function unfenced({ method = 'GET', path }: ApiRequest, problem: string): UnfencedWriteError {
  return new UnfencedWriteError({ method, path }, problem);
}
