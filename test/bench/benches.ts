import type { Bench } from './bench.js';
import { firstEventBench } from './first-event.js';
import { formsBench } from './forms.js';
import { heapBench } from './heap.js';
import { identityBench } from './identity.js';
import { followBench, listsBench } from './lists.js';
import { lookupsBench } from './lookups.js';
import { metadataBench } from './metadata.js';
import { http2Bench, idleWatchesBench } from './many-streams.js';
import { ownersBench } from './owners.js';
import { readyMapperBench } from './ready-mapper.js';
import { watchEventsBench } from './watch-events.js';

/** All benches, in the order of docs/performance.md. */
export const benches: readonly Bench[] = [
  readyMapperBench,
  lookupsBench,
  heapBench,
  identityBench,
  ownersBench,
  metadataBench,
  formsBench,
  watchEventsBench,
  firstEventBench,
  idleWatchesBench,
  listsBench,
  followBench,
  http2Bench,
];
