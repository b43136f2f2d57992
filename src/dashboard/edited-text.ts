type JsonRecord = Readonly<Record<string, unknown>>;

/** What stands for the value of a Secret that is not shown. */
export const mask = '(masked)';

/** Returns the object of an edited text. Throws for what an edit cannot mean, in words for the person. */
export function requireOne(objects: readonly object[]): JsonRecord {
  const [edited, ...more] = objects as readonly JsonRecord[];
  if (edited === undefined || more.length > 0) throw new Error('The text must have exactly one object.');
  const isMasked = ['data', 'stringData'].some((field) => Object.values(edited[field] ?? {}).includes(mask));
  if (edited['kind'] === 'Secret' && isMasked) throw new Error(`A value is "${mask}", which only stands for one.`);
  return edited;
}
