/** A JSON object with any keys and values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Reports whether a value is a JSON object, as opposed to null, an array or anything else. */
export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what a record has of its own under a name from outside, which may be any: `constructor` too. */
export function ownIn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns the JSON objects in a list; none of a value that is no list. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isJsonRecord) : [];
}

/** Returns the JSON object in a field; an empty one if there is none. */
export function recordIn(record: object, field: string): JsonRecord {
  const value: unknown = Reflect.get(record, field);
  return isJsonRecord(value) ? value : {};
}
