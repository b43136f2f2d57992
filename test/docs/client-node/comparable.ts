const ofTheMoment = ['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'managedFields', 'selfLink'];
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * An answer without what differs from one request to the next, and without what the guide says that the two clients tell
 * differently: times, and the kind of the items of a list.
 */
export function comparable(answer: unknown): unknown {
  if (answer === undefined) return undefined;
  // The page of a list is compared as a list is.
  const whole = Array.isArray(answer) ? { items: answer as unknown[] } : answer;
  return JSON.parse(JSON.stringify(whole), (key, value: unknown) => {
    if (ofTheMoment.includes(key)) return undefined;
    if (key === 'items' && Array.isArray(value)) return value.map(withoutKind);
    return typeof value === 'string' && time.test(value) ? new Date(value).toISOString() : value;
  }) as unknown;
}

function withoutKind(item: unknown): unknown {
  const { apiVersion: _, kind: __, ...rest } = item as Record<string, unknown>;
  return rest;
}
