import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { badRequest, type Cause } from '../wire/refusals.js';
import { parseJson, requireJson } from './read-body.js';
import { readBoolean } from './read-options.js';
import type { ResourceRequest } from './resource-request.js';
import { dryRunCauses, requireOptions, unsupported } from './write-options.js';

/** The options of a delete that have an effect here. */
export interface ReadDeleteOptions {
  readonly dryRun: boolean;
  readonly preconditions: { readonly uid?: unknown; readonly resourceVersion?: unknown };
  readonly propagation: Propagation;
  readonly gracePeriodSeconds: number | undefined;
}

/** What becomes of the dependents of a deleted object; nothing leaves it to the object and its kind. */
export interface Propagation {
  readonly policy?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  /** The older form of the policy. */
  readonly orphanDependents?: boolean | undefined;
}

/** Reads the propagation of checked options. */
export function propagationIn({ propagationPolicy, orphanDependents }: JsonRecord): Propagation {
  return {
    policy: typeof propagationPolicy === 'string' ? (propagationPolicy as Propagation['policy']) : undefined,
    orphanDependents: typeof orphanDependents === 'boolean' ? orphanDependents : undefined,
  };
}

/**
 * Reads DeleteOptions from the body if there is one, otherwise from the query, where preconditions are separate
 * parameters.
 */
export function readDeleteOptions({ query, contentType, body }: ResourceRequest): ReadDeleteOptions {
  const options = body === '' ? fromQuery(query) : fromBody(contentType, body);
  const { dryRun, propagationPolicy: policy, orphanDependents, preconditions } = options;
  const gracePeriodSeconds = gracePeriodIn(options);
  const dryRuns: unknown[] = Array.isArray(dryRun) ? dryRun : [];
  const both = 'orphanDependents and deletionPropagation cannot be both set';
  const causes: Cause[] = dryRunCauses(dryRuns);
  if (typeof policy === 'string') {
    const field = 'propagationPolicy';
    if (typeof orphanDependents === 'boolean') {
      causes.unshift({
        reason: 'FieldValueInvalid',
        message: `Invalid value: ${JSON.stringify(policy)}: ${both}`,
        field,
      });
    }
    if (!['Foreground', 'Background', 'Orphan'].includes(policy)) {
      causes.unshift(unsupported(field, policy, ['Foreground', 'Background', 'Orphan', 'nil']));
    }
  }
  requireOptions('DeleteOptions', causes);
  return {
    dryRun: dryRuns.length > 0,
    preconditions: isJsonRecord(preconditions) ? preconditions : {},
    propagation: propagationIn(options),
    gracePeriodSeconds,
  };
}

/** Reads the grace period of options; throws 400 for anything but a whole number. */
export function gracePeriodIn({ gracePeriodSeconds: given }: JsonRecord): number | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'number' && Number.isInteger(given)) return given;
  const what = typeof given === 'number' ? `number ${given}` : Array.isArray(given) ? 'array' : typeof given;
  throw badRequest(
    `json: cannot unmarshal ${what} into Go struct field DeleteOptions.gracePeriodSeconds of type int64`,
  );
}

function fromQuery(query: URLSearchParams): JsonRecord {
  const given = (name: string): JsonRecord => {
    const value = query.get(name);
    return value === null ? {} : { [name]: value };
  };
  const preconditions = { ...given('uid'), ...given('resourceVersion') };
  const orphans = query.has('orphanDependents') ? { orphanDependents: readBoolean(query.get('orphanDependents')) } : {};
  const policy = given('propagationPolicy');
  return { dryRun: query.getAll('dryRun'), preconditions, ...orphans, ...policy, ...gracePeriodOf(query) };
}

function gracePeriodOf(query: URLSearchParams): JsonRecord {
  const text = query.get('gracePeriodSeconds') ?? '';
  if (text === '') return {};
  if (/^[+-]?\d+$/.test(text)) return { gracePeriodSeconds: Number(text) };
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function fromBody(contentType: string | null, body: string): JsonRecord {
  requireJson(contentType);
  const options = parseJson(body, (why) => badRequest(`couldn't get version/kind; json parse error: ${why}`));
  if (!isJsonRecord(options)) throw badRequest("couldn't get version/kind; json parse error: the body is no object");
  const { apiVersion = 'v1', kind = 'DeleteOptions' } = options;
  if (kind === 'DeleteOptions') return options;
  throw badRequest(`no kind ${JSON.stringify(kind)} is known here in version ${JSON.stringify(apiVersion)}`);
}
