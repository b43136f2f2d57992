import { createClient } from '../../src/core/client.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import type { Bench } from './bench.js';
import { answer, documentsOf, type Documents } from './documents.js';
import { formatCount, formatRatio, formatTime } from './format.js';
import { measureTogether } from './samples.js';
import { parseJson } from './subject.js';

/** Measures the work of a live catalog after each change of a definition. */
export const changedGroupBench: Bench = {
  name: 'changed',
  title: 'One group changed',
  about:
    'A new document in which one group has changed: a new catalog and mapper by `refresh()`, compared with both from scratch, and with ' +
    '`JSON.parse` of the whole document. What did not change stays the same object.',
  async run() {
    const rows = [];
    for (const groups of [300, 3000, 15_000]) rows.push(await row(groups));
    return {
      columns: ['groups', 'from nothing', 'changed', 'ratio', '`JSON.parse`', 'a new mapper alone'],
      rows,
    };
  },
};

async function row(groups: number): Promise<string[]> {
  const whole = documentsOf(groups);
  const [changing, change] = changingDocuments(whole);
  let tags = 0;
  const clientOf = (documents: Documents) =>
    createClient({
      server: 'http://server.test',
      transport: {
        async send({ url }) {
          const { headers, ...rest } = answer(documents, url);
          // The core group is in another document, which stays the same.
          tags += url.endsWith('/apis') ? 1 : 0;
          return { ...rest, headers: { ...headers, etag: `"${url.endsWith('/apis') ? tags : 0}"` } };
        },
        close: () => undefined,
      },
    });
  const [fresh, live] = [clientOf(whole), clientOf(changing)];
  const catalog = await live.discovery.catalog();
  const { nothing, changed, json, mapper } = await measureTogether(
    {
      nothing: async () => {
        fresh.discovery.invalidate();
        return createMapper(await fresh.discovery.catalog());
      },
      changed: async () => {
        change();
        await live.discovery.refresh();
        return live.mapper();
      },
      json: () => parseJson(whole),
      mapper: () => createMapper(catalog),
    },
    { rounds: 9, inARow: Math.ceil(24_000 / groups) },
  );
  await Promise.all([fresh.close(), live.close()]);
  return [
    formatCount(groups),
    formatTime(nothing.median),
    formatTime(changed.median),
    `${formatRatio(changed.median / nothing.median)} (${formatRatio(changed.min / nothing.min)})`,
    formatTime(json.median),
    formatTime(mapper.median),
  ];
}

/** Returns documents and a function that changes a short name of the group in the middle, to one not used recently. */
function changingDocuments({ api, apis }: Documents): [Documents, () => void] {
  const text = new TextDecoder().decode(apis);
  const field = '"shortNames":["';
  const place = text.indexOf(field, text.length >> 1) + field.length;
  const bytes = new TextEncoder().encode(`${text.slice(0, place)}aaa${text.slice(place)}`);
  let count = 0;
  const change = (): void => {
    count += 1;
    for (let letter = 0; letter < 3; letter += 1) bytes[place + letter] = 97 + (Math.floor(count / 26 ** letter) % 26);
  };
  return [{ api, apis: bytes }, change];
}
