/** A JSON object with any keys and values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Reports whether a value is a JSON object, as opposed to null, an array or anything else. */
export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
