import type { Case, Served, Table } from './table.js';

/** A question at a moment (in milliseconds), and how often the server had been asked again by then. */
export interface MissCase extends Case<readonly [at: number, word: string], readonly [answer: string, rounds: number]> {
  /** What the server has once it is asked again; nothing before. */
  readonly later: readonly Served[];
}

/** The peer's cache is called stale by hand; here a round of discovery holds for a second. */
export const missesInTurn: Table<MissCase> = {
  name: 'client-go restmapper/discovery: a miss asks again (sequence)',
  cases: [
    {
      id: 'once while what is known is fresh',
      later: [['foo.v1.a', 'Foo']],
      steps: [
        { ask: [0, 'foo.v1.a'], peer: ['foo.v1.a', 1] },
        { ask: [10, 'foo.v1.a'], peer: ['foo.v1.a', 1] },
        { ask: [20, 'bar.v1.a'], peer: ['!no-match', 1] },
        { ask: [2000, 'bar.v1.a'], peer: ['!no-match', 2] },
      ],
    },
  ],
};

export const missedShortNames: Table<MissCase> = {
  name: 'client-go restmapper/shortcut: a short name of a new resource',
  cases: [
    {
      id: 'is found after a miss',
      later: [['storageclasses.v1.a', 'StorageClass', { shortNames: ['sc'] }]],
      steps: [{ ask: [0, 'sc.a'], peer: ['storageclasses.v1.a', 1] }],
    },
  ],
};
