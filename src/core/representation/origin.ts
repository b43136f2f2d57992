const originKey = Symbol.for('kubeatlas.origin');

/**
 * Who produced a result: `server` if it arrived in the requested representation; `converted` if the server answered
 * with something else (because it ignores `as=Table`, for example) and kubeatlas converted it.
 */
export type Origin = 'server' | 'converted';

/**
 * Returns who produced a result or an event of a handle. Without a mark, it came from the server unchanged.
 *
 * @example
 * const table = await handle.as('Table').list();
 * if (originOf(table) === 'converted') console.warn('this server makes no tables');
 */
export function originOf(result: object): Origin {
  return Reflect.get(result, originKey) === 'converted' ? 'converted' : 'server';
}

/**
 * Marks a result of your own representation as converted. The mark does not show when the result is printed, compared
 * or serialised, and is lost in a copy.
 *
 * @throws TypeError for a frozen object
 * @example
 * const page = markConverted({ rows: ['front-0'] });
 * originOf(page); // 'converted'
 */
export function markConverted<T extends object>(result: T): T {
  return Object.defineProperty(result, originKey, {
    value: 'converted' satisfies Origin,
    enumerable: false,
  });
}
