/**
 * The same as the reader under test, written for the eye instead of speed: with big integers, on copies, by a schema in words.
 * Throws for whatever is wrong. Says `undefined` for what is in order and told by JSON alone.
 */
type Schema = Readonly<Record<number, readonly [name: string, type: string]>>;

const schemas: Readonly<Record<string, Schema>> = {
  event: { 1: ['type', 'text'], 2: ['object', 'one extension'] },
  extension: { 1: ['raw', 'bytes'] },
  unknown: {
    1: ['typeMeta', 'one type'],
    2: ['raw', 'bytes'],
    3: ['contentEncoding', 'text'],
    4: ['contentType', 'text'],
  },
  type: { 1: ['apiVersion', 'text'], 2: ['kind', 'text'] },
  PartialObjectMetadata: { 1: ['metadata', 'one object'] },
  PartialObjectMetadataList: { 1: ['metadata', 'one list'], 2: ['items', 'many PartialObjectMetadata'] },
  object: {
    1: ['name', 'text'],
    2: ['generateName', 'text'],
    3: ['namespace', 'text'],
    4: ['selfLink', 'text'],
    5: ['uid', 'text'],
    6: ['resourceVersion', 'text'],
    7: ['generation', 'number'],
    8: ['creationTimestamp', 'time'],
    9: ['deletionTimestamp', 'time'],
    10: ['deletionGracePeriodSeconds', 'number or zero'],
    11: ['labels', 'map'],
    12: ['annotations', 'map'],
    13: ['ownerReferences', 'many owner'],
    14: ['finalizers', 'texts'],
  },
  owner: {
    1: ['kind', 'text'],
    3: ['name', 'text'],
    4: ['uid', 'text'],
    5: ['apiVersion', 'text'],
    6: ['controller', 'flag'],
    7: ['blockOwnerDeletion', 'flag'],
  },
  list: {
    1: ['selfLink', 'text'],
    2: ['resourceVersion', 'text'],
    3: ['continue', 'text'],
    4: ['remainingItemCount', 'number or zero'],
    5: ['shardInfo', 'one shardInfo'],
  },
  shardInfo: { 1: ['selector', 'text'] },
  Status: {
    1: ['metadata', 'one list'],
    2: ['status', 'text'],
    3: ['message', 'text'],
    4: ['reason', 'text'],
    5: ['details', 'one details'],
    6: ['code', 'short number'],
  },
  details: {
    1: ['name', 'text'],
    2: ['group', 'text'],
    3: ['kind', 'text'],
    4: ['causes', 'many cause'],
    5: ['retryAfterSeconds', 'short number'],
    6: ['uid', 'text'],
  },
  entry: { 1: ['key', 'text or not'], 2: ['value', 'text or not'] },
  moment: { 1: ['seconds', 'number'] },
  cause: { 1: ['reason', 'text'], 2: ['message', 'text'], 3: ['field', 'text'] },
};

const beginnings: Readonly<Record<string, object>> = {
  owner: { apiVersion: '', kind: '', name: '', uid: '' },
  PartialObjectMetadataList: { items: [] },
};

const onlyJson = new Error('only JSON tells');

export function readSlowly(bytes: Uint8Array, isEvent: boolean): unknown {
  try {
    if (!isEvent) return objectIn([...bytes]);
    const { type, object } = messageIn([...bytes], 'event') as { type?: string; object?: { raw?: number[] } };
    if (object?.raw === undefined) throw new Error('no object');
    return { type, object: objectIn(object.raw) };
  } catch (error) {
    if (error === onlyJson) return undefined;
    throw error;
  }
}

function objectIn(bytes: number[]): object {
  if (bytes.slice(0, 4).join() !== '107,56,115,0') throw new Error('no magic');
  const read = messageIn(bytes.slice(4), 'unknown') as Record<string, unknown>;
  const { typeMeta, raw, contentEncoding, contentType } = read;
  const { apiVersion = '', kind = '' } = (typeMeta ?? {}) as Record<string, string>;
  if (raw === undefined) throw new Error('no content');
  const type = `${apiVersion} ${kind}`;
  const isStatus = ['v1 Status', 'meta.k8s.io/v1 Status'].includes(type);
  if (!isStatus && !/^meta\.k8s\.io\/v1 PartialObjectMetadata(List)?$/.test(type)) throw onlyJson;
  if (contentEncoding !== undefined) throw onlyJson;
  if (contentType !== undefined && contentType !== 'application/vnd.kubernetes.protobuf') throw onlyJson;
  return { kind, apiVersion, ...messageIn(raw as number[], kind) };
}

function messageIn(bytes: number[], name: string): object {
  const record: Record<string, unknown> = { ...structuredClone(beginnings[name] ?? {}) };
  const rest = [...bytes].reverse();
  const next = (): number => {
    const byte = rest.pop();
    if (byte === undefined) throw new Error('cut off');
    return byte;
  };
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(next());
      value |= (byte & 0x7fn) << shift;
      if (value >= 1n << 64n || shift > 63n) throw new Error('more than 64 bits');
      if (byte < 0x80n) return BigInt.asIntN(64, value);
    }
  };
  const part = (): number[] => {
    const length = BigInt.asUintN(64, number());
    if (length > BigInt(rest.length)) throw new Error('beyond the end');
    return Array.from({ length: Number(length) }, next);
  };
  const arrayAt = (key: string): unknown[] => (record[key] ??= []) as unknown[];
  while (rest.length > 0) {
    const tag = BigInt.asUintN(64, number());
    const [field, wireType] = [Number(tag >> 3n), Number(tag & 7n)];
    if (field === 0 || tag >= 1n << 32n) throw new Error('no field');
    const [key, type] = schemas[name]?.[field] ?? [];
    if (key === undefined || type === undefined) {
      if (name === 'owner') throw onlyJson;
      if (name === 'entry') throw new Error('another field');
      if (wireType === 0) number();
      else if (wireType === 1) for (let index = 0; index < 8; index += 1) next();
      else if (wireType === 2) part();
      else if (wireType === 5) for (let index = 0; index < 4; index += 1) next();
      else throw new Error('no wire type');
      continue;
    }
    const isNumber = /number|flag/.test(type);
    if (wireType !== (isNumber ? 0 : 2)) throw new Error('another wire type');
    if (isNumber) {
      const value = number();
      if (type.startsWith('short') && value !== BigInt.asIntN(32, value)) throw new Error('more than 32 bits');
      if (type === 'flag') record[key] = value !== 0n;
      else if (value !== 0n || type.endsWith('zero')) record[key] = Number(value);
      continue;
    }
    const content = part();
    const [amount, inside = ''] = type.split(' ');
    if (amount === 'text') {
      if (content.length > 0 || inside !== '') record[key] = textOf(content);
    } else if (amount === 'texts') arrayAt(key).push(textOf(content));
    else if (amount === 'many') arrayAt(key).push(itemOf(content, inside));
    else if (amount === 'time') {
      const time = timeIn(content);
      if (time !== undefined) record[key] = time;
    } else if (amount === 'map') {
      record[key] = Object.fromEntries([...Object.entries(record[key] ?? {}), entryIn(content)]);
    } else {
      if (record[key] !== undefined) throw new Error('twice');
      record[key] = amount === 'bytes' ? content : messageIn(content, inside);
    }
  }
  return record;
}

function itemOf(content: number[], name: string): object {
  const type = name === 'PartialObjectMetadata' ? { kind: name, apiVersion: 'meta.k8s.io/v1' } : {};
  return { ...type, ...messageIn(content, name) };
}

function entryIn(content: number[]): [string, string] {
  const { key = '', value = '' } = messageIn(content, 'entry') as Record<string, string>;
  return [key, value];
}

function timeIn(content: number[]): string | undefined {
  if (content.length === 0) return undefined;
  const { seconds = 0 } = messageIn(content, 'moment') as { seconds?: number };
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    throw new Error('no time');
  return date.getTime() === new Date('0001-01-01T00:00:00Z').getTime()
    ? undefined
    : date.toISOString().replace('.000', '');
}

function textOf(content: number[]): string {
  return Buffer.from(content).toString('utf8');
}
