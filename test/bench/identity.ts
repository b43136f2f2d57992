import type { Catalog } from '../../src/core/catalog/catalog.js';
import { distinctResources, identityReport } from '../../src/identity/identity-report.js';
import type { Evidence } from '../../src/identity/evidence.js';
import { equivalenceClasses } from '../../src/identity/classify.js';
import type { Bench } from './bench.js';
import { documentsOf } from './documents.js';
import { formatRatio, formatTime } from './format.js';
import { measureTogether } from './samples.js';
import { readyMapper } from './subject.js';

/** Each group has one resource in two versions. */
const endpointsPerGroup = 2;
const sizes = { few: 3000, middle: 6000, many: 12_000 };

/** Like the legacy documents of a real server: one hash for all versions of a custom resource. */
const hashes: Evidence = ({ resource }) => ({ storageVersionHash: resource });
/** Like a server that implements the design. */
const ids: Evidence = ({ resource }) => ({ internalID: resource });

const questions: Readonly<Record<string, (catalog: Catalog) => unknown>> = {
  distinctResources: (catalog) => distinctResources(catalog, { verbs: ['list', 'watch'] }),
  'distinctResources, by hashes': (catalog) =>
    distinctResources(catalog, { verbs: ['list', 'watch'], evidence: hashes }),
  equivalenceClasses: (catalog) => equivalenceClasses(catalog),
  'equivalenceClasses, by hashes': (catalog) => equivalenceClasses(catalog, { evidence: hashes }),
  'equivalenceClasses, by ids': (catalog) => equivalenceClasses(catalog, { evidence: ids }),
  'identityReport, by hashes': (catalog) => identityReport(catalog, { evidence: hashes }),
};

/** One call is too short to measure, compared with the cost of the clean heap before it. */
const inARow = 20;

function again(ask: (catalog: Catalog) => unknown, catalog: Catalog): void {
  for (let time = 0; time < inARow; time += 1) ask(catalog);
}

/** Measures which endpoints serve the same objects, over a whole catalog. */
export const identityBench: Bench = {
  name: 'identity',
  title: 'The same objects',
  about:
    'Grouping all endpoints of a catalog into sets of objects, with two versions of one resource in each group; mean of 20 calls in a row. ' +
    'Must take under 10 ms at 6,000 endpoints, and less than 6× as long for four times as many. Nothing is cached between calls.',
  async run() {
    const catalogOf = async (endpoints: number): Promise<Catalog> =>
      (await readyMapper(documentsOf(endpoints / endpointsPerGroup))).catalog;
    const [few, middle, many] = [
      await catalogOf(sizes.few),
      await catalogOf(sizes.middle),
      await catalogOf(sizes.many),
    ];
    const rows = [];
    for (const [name, ask] of Object.entries(questions)) {
      const { a, b, c } = await measureTogether(
        { a: () => again(ask, few), b: () => again(ask, middle), c: () => again(ask, many) },
        { rounds: 9, inARow: 1 },
      );
      rows.push([name, ...[a, b, c].map(({ min }) => formatTime(min / inARow)), formatRatio(c.min / a.min)]);
    }
    return {
      columns: ['question', '3,000 endpoints', '6,000 endpoints', '12,000 endpoints', '12,000 to 3,000'],
      rows,
    };
  },
};
