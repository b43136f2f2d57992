import { CoreV1Api } from '@kubernetes/client-node';
import { createCensus } from '../../src/census/index.js';
import { createOwners } from '../../src/owners/index.js';
import { type Transport } from '../../src/index.js';
import { createDefaultTransport } from '../../src/core/transport/default-transport.js';
import { apiServer, connectTo, noServer, podCount } from './api-server.js';
import { readByHand } from './by-hand.js';
import type { Bench } from './bench.js';
import { clientNodeConfig } from './client-node-config.js';
import { formatCount, formatRatio, formatTime } from './format.js';
import { measureTogether, type Work } from './samples.js';

const pods = '/api/v1/pods';
const metadataLists = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Measures what protobuf saves on the answers of a real server. */
export const realMetadataBench: Bench = {
  name: 'real-metadata',
  title: 'Metadata of a real server',
  about:
    `The metadata of ${formatCount(podCount)} pods, compared with the JSON form by hand (must stay under 0.4×), and with whole objects read by ` +
    'client-node (under 0.15×). Then what is built on metadata.',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const [ours, inJson] = [connectTo(access, withoutGzip()), connectTo(access, inJsonAlone())];
    try {
      const [handle, jsonHandle] = [ours.client.resource('pods'), inJson.client.resource('pods')];
      await Promise.all([handle.mapping(), jsonHandle.mapping()]);
      const works = {
        'metadata by hand, JSON': () => readByHand({ access, agent: ours.agent, path: pods, accept: metadataLists }),
        "`as('PartialObjectMetadata').list()`": () => handle.as('PartialObjectMetadata').list(),
        'the same in JSON': () => jsonHandle.as('PartialObjectMetadata').list(),
        'whole objects by client-node': () =>
          clientNodeConfig(access).makeApiClient(CoreV1Api).listPodForAllNamespaces(),
        'the owner graph': () => createOwners(ours.client).graph(),
        'the owner graph in JSON': () => createOwners(inJson.client).graph(),
        'a visit of every object': () => visit(ours),
        'a visit in JSON': () => visit(inJson),
      } satisfies Record<string, Work>;
      const times = await measureTogether(works, { rounds: 5, inARow: 1, warmUp: 1 });
      const to = (name: keyof typeof works, other: keyof typeof works): string => {
        const ratio = (of: 'median' | 'min') => formatRatio(times[name][of] / times[other][of]);
        return `${ratio('median')} (${ratio('min')})`;
      };
      const row = (name: keyof typeof works, ...ratios: readonly string[]) => [
        name,
        formatTime(times[name].median),
        formatTime(times[name].clock.median),
        ...ratios,
      ];
      const listed = "`as('PartialObjectMetadata').list()`";
      const hand = 'metadata by hand, JSON';
      const whole = 'whole objects by client-node';
      return {
        columns: ['', 'processor', 'clock', 'to JSON', 'to client-node'],
        rows: [
          row(hand, '1.00×', to(hand, whole)),
          row(listed, to(listed, hand), to(listed, whole)),
          row('the same in JSON', to('the same in JSON', hand), to('the same in JSON', whole)),
          row(whole, '', '1.00×'),
          row('the owner graph', to('the owner graph', 'the owner graph in JSON'), ''),
          row('the owner graph in JSON', '1.00×', ''),
          row('a visit of every object', to('a visit of every object', 'a visit in JSON'), ''),
          row('a visit in JSON', '1.00×', ''),
        ],
      };
    } finally {
      await Promise.all([ours.close(), inJson.close()]);
    }
  },
};

async function visit({ client }: Pick<ReturnType<typeof connectTo>, 'client'>): Promise<number> {
  let count = 0;
  for await (const _ of createCensus(client).objects()) count += 1;
  if (count < podCount) throw new Error(`${count} objects`);
  return count;
}

/**
 * Creates a transport without compression, which costs processor time on both ends and saves nothing without a network.
 */
function withoutGzip(change: (accept: string) => string = (accept) => accept): Transport {
  const transport = createDefaultTransport();
  return {
    send: ({ headers, ...request }) => {
      const accept = String(headers['accept'] ?? '');
      return transport.send({
        ...request,
        headers: { ...headers, accept: change(accept), 'accept-encoding': 'identity' },
      });
    },
    close: () => transport.close(),
  };
}

/** Creates a transport that requests nothing as protobuf. */
function inJsonAlone(): Transport {
  return withoutGzip((accept) => {
    const kept = accept.split(',').filter((type) => !type.includes('protobuf'));
    return kept.join(',');
  });
}
