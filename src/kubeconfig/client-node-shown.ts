import { isJsonRecord } from '../shared/json-record.js';
import { ClientNodeError } from './client-node-error.js';
import type { Shown } from './credentials.js';
import { headerSafe } from './header-safe.js';
import type { KubeconfigPlace } from './kubeconfig-error.js';
import type { ClientPair, Pem } from './pem.js';

/** Reads what `applyToHTTPSOptions` left in an object: headers, `auth`, and a client certificate with its key. */
export function shownByClientNode(options: object, place: KubeconfigPlace): Shown {
  const headers = headersIn(Reflect.get(options, 'headers'), place);
  const auth: unknown = Reflect.get(options, 'auth');
  if (typeof auth === 'string' && auth !== '' && !headers.has('authorization'))
    headers.set('authorization', `Basic ${Buffer.from(auth, 'utf8').toString('base64')}`);
  return { headers: Object.fromEntries(headers), pair: pairIn(options, place) };
}

function headersIn(value: unknown, place: KubeconfigPlace): Map<string, string | string[]> {
  const given = isJsonRecord(value) ? Object.entries(value) : [];
  return new Map(
    given
      .filter(([, content]) => content !== undefined && content !== null)
      .map(([name, content]) => {
        const values = (Array.isArray(content) ? (content as unknown[]) : [content]).map((each) => {
          if (typeof each === 'string' || typeof each === 'number') return headerSafe(String(each), place);
          throw new ClientNodeError('applyToHTTPSOptions gives a header that is no string', place);
        });
        const [first] = values;
        return [name.toLowerCase(), values.length === 1 && first !== undefined ? first : values];
      }),
  );
}

function pairIn(options: object, place: KubeconfigPlace): ClientPair | undefined {
  const [certificate, key] = ['cert', 'key'].map((field) => pemIn(Reflect.get(options, field), field, place));
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  throw new ClientNodeError('applyToHTTPSOptions gives one of cert and key without the other', place);
}

function pemIn(value: unknown, field: string, place: KubeconfigPlace): Pem | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
  if (typeof text !== 'string')
    throw new ClientNodeError(`applyToHTTPSOptions gives a ${field} that is no text`, place);
  return { text, place: { ...place, field } };
}
