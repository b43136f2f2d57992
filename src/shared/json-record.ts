/** A JSON object as it came: any key, any value. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object, false for null, arrays and everything else. */
export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
