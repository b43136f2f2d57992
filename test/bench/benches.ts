import type { Bench } from './bench.js';
import { containerStreamsBench } from './container-streams.js';
import { controllersBench } from './controllers.js';
import { firstEventBench } from './first-event.js';
import { beginBench } from './begin.js';
import { changedGroupBench } from './changed-group.js';
import { fleetBench } from './fleet.js';
import { fleetInformerBench } from './fleet-informer.js';
import { fanOutBench, firstAnswerBench } from './first-answer.js';
import { formsBench } from './forms.js';
import { getProcessBench } from './get-process.js';
import { heapBench } from './heap.js';
import { identityBench } from './identity.js';
import { informerEventsBench } from './informer-events.js';
import { informersBench } from './informers.js';
import { followBench, listsBench } from './lists.js';
import { lookupsBench } from './lookups.js';
import { metadataBench } from './metadata.js';
import { http2Bench, idleWatchesBench } from './many-streams.js';
import { ownersBench } from './owners.js';
import { realMetadataBench } from './real-metadata.js';
import { readyMapperBench } from './ready-mapper.js';
import { reconcileLatencyBench } from './reconcile-latency.js';
import { serverEventsBench } from './server-events.js';
import { shardsBench } from './shards.js';
import { sharingBench } from './sharing.js';
import { watchEventsBench } from './watch-events.js';

/** The benches of docs/performance.md, in its order: what a user asks. */
export const published: readonly Bench[] = [
  formsBench,
  listsBench,
  realMetadataBench,
  getProcessBench,
  informersBench,
  http2Bench,
  sharingBench,
  shardsBench,
];

/** All benches: also those that only a change of the source asks for. */
export const benches: readonly Bench[] = [
  ...published,
  containerStreamsBench,
  readyMapperBench,
  firstAnswerBench,
  changedGroupBench,
  fanOutBench,
  fleetBench,
  beginBench,
  lookupsBench,
  heapBench,
  identityBench,
  ownersBench,
  metadataBench,
  watchEventsBench,
  informerEventsBench,
  controllersBench,
  firstEventBench,
  idleWatchesBench,
  followBench,
  fleetInformerBench,
  serverEventsBench,
  reconcileLatencyBench,
];
