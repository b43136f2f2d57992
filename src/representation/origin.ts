const originKey = Symbol.for('kubeatlas.origin');

/**
 * Who made a result: `server`, when it came in the representation that was asked for; `converted`, when the
 * server answered with something else (a server that ignores `as=Table`, say) and kubeatlas cut it to shape.
 */
export type Origin = 'server' | 'converted';

/**
 * Tells who made a result of `get` or `list`. Anything without a mark came from a server as it is.
 *
 * @example
 * const table = await handle.as('Table').list();
 * if (originOf(table) === 'converted') console.warn('this server makes no tables');
 */
export function originOf(result: object): Origin {
  return Reflect.get(result, originKey) === 'converted' ? 'converted' : 'server';
}

/**
 * Marks a result of a representation of your own as made here; the mark does not show when it is printed, compared or serialised, and a
 * copy does not have it.
 *
 * @throws TypeError for an object that is frozen
 * @example
 * const page = markConverted({ rows: ['front-0'] });
 * originOf(page); // 'converted'
 */
export function markConverted<T extends object>(result: T): T {
  return Object.defineProperty(result, originKey, { value: 'converted' satisfies Origin, enumerable: false });
}
