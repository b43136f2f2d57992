import type { Bench } from './bench.js';
import { clientGo } from './client-go.js';
import { documentsOf, namesOf } from './documents.js';
import { formatCount, formatRatio, formatTime } from './format.js';
import { measureTogether, type Samples } from './samples.js';
import { discover, parseJson, readyMapper, sizes } from './subject.js';

/** Measures the way from the bytes of the discovery documents to a mapper. */
export const readyMapperBench: Bench = {
  name: 'ready',
  title: 'From bytes to a mapper',
  about:
    'The discovery documents as bytes until a mapper is ready, compared with `JSON.parse` of the same bytes (must stay under 1.6×) and with ' +
    'client-go (under 0.4×).',
  async run() {
    const rows = [];
    for (const groups of sizes) rows.push(await row(groups));
    return {
      columns: [
        'groups',
        'bytes to mapper',
        '`JSON.parse`',
        'ratio',
        'catalog alone',
        'and a first `resolve`',
        'and a first list and group',
        'client-go',
        'ratio to client-go',
      ],
      rows,
    };
  },
};

async function row(groups: number): Promise<string[]> {
  const documents = documentsOf(groups);
  const { plural, group } = namesOf(groups >> 1);
  const { json, ready, catalog, resolved, listed } = await measureTogether(
    {
      json: () => parseJson(documents),
      ready: () => readyMapper(documents),
      catalog: () => discover(documents),
      resolved: async () => (await readyMapper(documents)).resolve(plural),
      listed: async () => {
        const { catalog } = await readyMapper(documents);
        return { catalog, all: catalog.resources(), group: catalog.group(group) };
      },
    },
    { rounds: 9, inARow: Math.ceil(24_000 / groups) },
  );
  const go = (await clientGo(groups))?.ready;
  return [
    formatCount(groups),
    formatTime(ready.median),
    formatTime(json.median),
    ratios(ready, json),
    ratios(catalog, json),
    ratios(resolved, json),
    ratios(listed, json),
    go === undefined ? 'no Go here' : formatTime(go.median),
    go === undefined ? 'no Go here' : ratios(ready, go),
  ];
}

function ratios(ours: Samples, other: Samples): string {
  return `${formatRatio(ours.median / other.median)} (${formatRatio(ours.min / other.min)})`;
}
