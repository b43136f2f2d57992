import type { WriteObserver } from './connection.js';

/** A registered symbol: an ES module and a CommonJS module of this package may meet in one program. */
export const writesKey: unique symbol = Symbol.for('kubeatlas.writes') as never;

/** What writes through an observed connection. The inner door for what of this package waits for its own writes. */
export interface ObservedWriter {
  readonly [writesKey]?: Set<WriteObserver> | undefined;
}
