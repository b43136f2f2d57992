type JsonRecord = Readonly<Record<string, unknown>>;

/** What stands for the value of a Secret that is not shown. */
export const mask = '(masked)';

const setByServer = ['managedFields', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink'];

/** Returns an object as a person edits it: without what the server sets, and without a status that is written elsewhere. */
export function editable(object: JsonRecord, hasStatus: boolean): JsonRecord {
  const { status, metadata, ...rest } = object;
  const kept = Object.entries(metadata ?? {}).filter(([name]) => !setByServer.includes(name));
  return { ...rest, metadata: Object.fromEntries(kept), ...(status !== undefined && !hasStatus && { status }) };
}

/** Returns the object of an edited text. Throws for what an edit of this object cannot mean, in words for the person. */
export function requireEdited(objects: readonly object[], before: JsonRecord, hasStatus: boolean): JsonRecord {
  const [edited, ...more] = objects as readonly JsonRecord[];
  if (edited === undefined || more.length > 0) throw new Error('The text must have exactly one object.');
  for (const [name, was, is] of [
    ['apiVersion', before['apiVersion'], edited['apiVersion']],
    ['kind', before['kind'], edited['kind']],
    ['name', inMetadata(before, 'name'), inMetadata(edited, 'name')],
    ['namespace', inMetadata(before, 'namespace'), inMetadata(edited, 'namespace')],
  ] as const) {
    if (was !== is) throw new Error(`The ${name} cannot be changed here.`);
  }
  if (hasStatus && edited['status'] !== undefined) throw new Error('The status cannot be changed here.');
  const isMasked = ['data', 'stringData'].some((field) => Object.values(edited[field] ?? {}).includes(mask));
  if (edited['kind'] === 'Secret' && isMasked) throw new Error(`A value is "${mask}", which only stands for one.`);
  return editable(edited, hasStatus);
}

function inMetadata({ metadata }: JsonRecord, name: string): unknown {
  return (metadata as JsonRecord | undefined)?.[name];
}
