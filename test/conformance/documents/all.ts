import { captured, capturedNames, type CapturedDocuments } from '../../fixtures/captured.js';
import { oddServer } from './odd-server.js';
import { randomServer } from './random-server.js';
import { renderAggregated } from './render-aggregated.js';
import { renderLegacy } from './render-legacy.js';

/** Discovery documents that questions are asked about. */
export interface NamedDocuments {
  readonly name: string;
  readonly documents: CapturedDocuments;
}

const seeds = [1, 2, 3, 4, 5, 6];

/** What real servers answered, and servers made up in each format. */
export function allDocuments(): readonly NamedDocuments[] {
  return [
    ...capturedNames.map((name) => ({ name, documents: captured(name) })),
    { name: 'odd-v2', documents: renderAggregated(oddServer) },
    { name: 'odd-legacy', documents: renderLegacy(oddServer) },
    ...seeds.flatMap((seed) => [
      { name: `random-${seed}-v2`, documents: renderAggregated(randomServer(seed)) },
      { name: `random-${seed}-legacy`, documents: renderLegacy(randomServer(seed)) },
    ]),
  ];
}
