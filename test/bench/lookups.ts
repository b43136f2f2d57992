import type { RESTMapper } from '../../src/core/mapper/create-mapper.js';
import type { Bench } from './bench.js';
import { clientGo, type Lookup } from './client-go.js';
import { documentsOf, namesOf, type Names } from './documents.js';
import { formatRatio, formatTime } from './format.js';
import { measureTogether } from './samples.js';
import { readyMapper } from './subject.js';

const few = 300;
const many = 15_000;
const middle = 3000;
const questions = 10_000;

type Ask = (mapper: RESTMapper, names: Names) => unknown;

const hits: Readonly<Record<Exclude<Lookup, 'miss'>, Ask>> = {
  kindFor: (mapper, { plural }) => mapper.kindFor({ resource: plural }),
  resourceFor: (mapper, { plural }) => mapper.resourceFor({ resource: plural }),
  mappingFor: (mapper, { group, kind }) => mapper.mappingFor({ group, kind }),
  resolve: (mapper, { plural }) => mapper.resolve(plural),
};

const misses: Readonly<Record<string, (mapper: RESTMapper, word: string) => unknown>> = {
  'kindFor, a miss': (mapper, word) => mapper.kindFor({ resource: word }),
  'resolve, a miss': (mapper, word) => mapper.resolve(word),
};

/** Measures single lookups of a mapper. */
export const lookupsBench: Bench = {
  name: 'lookups',
  title: 'Lookups',
  about:
    'One question, mean over 64 resources in turn. Must take the same time with 600 and with 30,000 resources (within 1.5×), and be at least ' +
    '1,000 times faster than client-go at 6,000. Most of the time of a miss goes into creating an error with its stack.',
  async run() {
    const mappers = {
      few: await readyMapper(documentsOf(few)),
      middle: await readyMapper(documentsOf(middle)),
      many: await readyMapper(documentsOf(many)),
    };
    const go = await clientGo(middle);
    const rows = [];
    for (const name of Object.keys(hits) as (keyof typeof hits)[]) {
      const ask = hits[name];
      const { a, b, c } = await measureTogether(
        {
          a: () => askMany(mappers.few, few, ask),
          b: () => askMany(mappers.middle, middle, ask),
          c: () => askMany(mappers.many, many, ask),
        },
        { rounds: 9, inARow: 1 },
      );
      const slower = go?.lookups[name];
      rows.push(rowOf(name, a.min, b.min, c.min, slower?.min));
    }
    for (const [name, ask] of Object.entries(misses)) {
      const { a, b, c } = await measureTogether(
        {
          a: () => missMany(mappers.few, ask),
          b: () => missMany(mappers.middle, ask),
          c: () => missMany(mappers.many, ask),
        },
        { rounds: 9, inARow: 1 },
      );
      rows.push(rowOf(name, a.min, b.min, c.min, go?.lookups.miss.min));
    }
    return {
      columns: [
        'question',
        '600 resources',
        '6,000 resources',
        '30,000 resources',
        '30,000 to 600',
        'client-go at 6,000',
        'client-go to ours',
      ],
      rows,
    };
  },
};

function rowOf(name: string, a: number, b: number, c: number, go: number | undefined): string[] {
  const [few, middle, many] = [a, b, c].map((took) => took / questions) as [number, number, number];
  const clientGo = go === undefined ? ['no Go here', 'no Go here'] : [formatTime(go), formatRatio(go / middle)];
  return [name, formatTime(few), formatTime(middle), formatTime(many), formatRatio(many / few), ...clientGo];
}

const asked = 64;

/** The names are created before the clock starts, and few enough to stay in the processor caches at every size. */
const namesAt = new Map<number, readonly Names[]>();

function namesFor(groups: number): readonly Names[] {
  let names = namesAt.get(groups);
  if (names === undefined) {
    names = Array.from({ length: asked }, (_, place) => namesOf(Math.floor((place * groups) / asked)));
    namesAt.set(groups, names);
  }
  return names;
}

function askMany(mapper: RESTMapper, groups: number, ask: Ask): void {
  const names = namesFor(groups);
  for (let place = 0; place < questions; place += 1) {
    const each = names[place % asked];
    if (each !== undefined) ask(mapper, each);
  }
}

const unknownWords = Array.from({ length: asked }, (_, place) => `nowhere${namesOf(place).shortName}`);

function missMany(mapper: RESTMapper, ask: (mapper: RESTMapper, word: string) => unknown): void {
  for (let place = 0; place < questions; place += 1) {
    try {
      ask(mapper, unknownWords[place % asked] ?? '');
    } catch {
      continue;
    }
    throw new Error('a miss is a hit');
  }
}
