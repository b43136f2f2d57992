import { stopApiServer } from './api-server.js';
import { benches, published } from './benches.js';
import { discoveryServerFlag, serveDiscovery } from './discovery-server.js';
import { eventServerFlag, serveEvents } from './event-server.js';
import { fleetInformerFlag, runFleetInformer } from './fleet-informer.js';
import { heapFlag, printHeap } from './heap.js';
import { changesServerFlag, informerEventsFlag, printInformerEvents, serveChanges } from './informer-events.js';
import { informersFlag, printInformers } from './informers.js';
import { metadataHeapFlag, printMetadataHeap } from './metadata.js';
import { printStreamsHeap, streamsHeapFlag } from './many-streams.js';
import { graphHeapFlag, printGraphHeap } from './owners.js';
import { latencyFlag, runLatencyController } from './reconcile-latency.js';
import { render, renderBench, write, writeBench } from './report.js';
import { printShard, shardFlag } from './shards.js';
import { printWatchHeap, watchHeapFlag } from './watch-events.js';
import type { Bench, Table } from './bench.js';

const [first, what, groups] = process.argv.slice(2);
if (first === heapFlag) await printHeap(what, Number(groups));
else if (first === graphHeapFlag) await printGraphHeap(what);
else if (first === metadataHeapFlag) await printMetadataHeap(what);
else if (first === discoveryServerFlag) await serveDiscovery();
else if (first === eventServerFlag) await serveEvents();
else if (first === watchHeapFlag) await printWatchHeap(what, groups);
else if (first === informersFlag) await printInformers(what, groups);
else if (first === changesServerFlag) await serveChanges();
else if (first === informerEventsFlag) await printInformerEvents(what, groups);
else if (first === streamsHeapFlag) await printStreamsHeap(what, groups);
else if (first === latencyFlag) await runLatencyController(what);
else if (first === fleetInformerFlag) await runFleetInformer(what, groups);
else if (first === shardFlag) await printShard(what, groups);
else await runBenches(process.argv.slice(2));

/** Runs the benches with these names, or all of them; `--write` puts those of docs/performance.md there. */
async function runBenches(words: readonly string[]): Promise<void> {
  const names = words.filter((word) => word !== '--write');
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`npm run bench -- [--write] [${benches.map((bench) => bench.name).join(' | ')}]...\n`);
    process.exitCode = 2;
    return;
  }
  const results: [Bench, Table][] = [];
  try {
    for (const bench of words.includes('--write') ? published : benches) {
      if (names.length > 0 && !names.includes(bench.name)) continue;
      const table = await bench.run();
      results.push([bench, table]);
      process.stdout.write(`${renderBench(bench, table)}\n\n`);
    }
  } finally {
    await stopApiServer();
  }
  if (!words.includes('--write')) return;
  if (names.length === 0) write(render(results));
  for (const [bench, table] of names.length === 0 ? [] : results) {
    writeBench(bench, table, published[published.indexOf(bench) - 1]);
  }
}
