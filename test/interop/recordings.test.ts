import { afterAll, beforeAll, expect, it } from 'vitest';
import { isJsonRecord } from '../../src/core/shared/json-record.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import { startServer, type TestServer } from '../e2e/harness/start-server.js';
import { waitUntil } from '../e2e/harness/wait-until.js';
import { compare } from '../parity/compare.js';
import { mask } from '../parity/mask.js';
import type { Answer } from '../parity/request.js';
import { createSender, type Place } from '../parity/send.js';
import { nameOf, readRecording, recorded, type RecordedRequest } from './recording.js';
import { createFake } from './servers.js';

let real: TestServer;
let fake: RunningFakeApiServer;

beforeAll(async () => {
  [real, fake] = await Promise.all([startServer('1.37'), createFake().then((server) => startFakeApiServer(server))]);
}, 1_800_000);

afterAll(async () => {
  await Promise.all([real.stop(), fake.close()]);
});

interface KnownPart {
  readonly requests: RegExp;
  readonly part: RegExp;
  readonly why: string;
}

const known: readonly KnownPart[] = [
  { requests: /\/services/, part: /\.clusterIPs?(?:\[0\])?$/, why: 'Each server has addresses of its own.' },
  { requests: /^GET \/$/, part: /^body\.paths$/, why: 'A row of docs/testing.md: `/` lists fewer paths.' },
  { requests: /^GET \/apis\//, part: /\.storageVersionHash$/, why: 'A row of docs/testing.md.' },
  { requests: /selfsubjectreviews/, part: /^body\.status\.userInfo\./, why: 'Each server has users of its own.' },
  { requests: /\/eviction/, part: /^header\.warning$/, why: 'docs/testing.md: unknown fields of evictions.' },
  {
    requests: /^POST .*\/customresourcedefinitions/,
    part: /^body\.status\.storedVersions$/,
    why: 'The status is written with the conditions, a moment later.',
  },
];

/** Sends recorded requests to a server, with its own uids, versions and tokens. */
function createReplay(place: Place) {
  const sender = createSender(place);
  const present = new Map<string, string>();
  let token = '';
  const remember = (body: unknown): void => {
    if (!isJsonRecord(body) || !isJsonRecord(body['metadata'])) return;
    const { name, namespace, uid, resourceVersion, continue: next } = body['metadata'] as Record<string, string>;
    if (next !== undefined) token = next;
    const own = nameOf(String(body['kind']), namespace, name);
    if (uid !== undefined) present.set(`uid ${own}`, uid);
    if (resourceVersion !== undefined) present.set(`version ${own}`, resourceVersion);
  };
  const fill = (text: string): string =>
    text.replaceAll(/{{(.*?)}}/g, (_, what: string) => (what === 'continue' ? token : (present.get(what) ?? what)));
  return {
    close: (): void => {
      sender.close();
    },
    /** Under a name of its own. */
    replay: async ({ method, path, accept, contentType, body }: RecordedRequest, name: string): Promise<Answer> => {
      const sent = body === '' ? undefined : fill(body);
      const request = { name, method: method as 'GET', path: fill(path), accept, contentType, body: sent };
      const answer = await sender.send(request);
      remember(answer.body);
      return answer;
    },
  };
}

/** Beyond what parity masks: uids in the names of managed fields, and bookmarks, which are empty objects as Go writes them. */
function masked(answer: Answer): unknown {
  const { body, ...rest } = mask(answer);
  const events = Array.isArray(body) ? (body as { type?: string }[]).filter(({ type }) => type !== 'BOOKMARK') : body;
  const text = JSON.stringify({ ...rest, body: events });
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uid>'));
}

const isWatch = ({ path }: RecordedRequest): boolean => /[?&]watch=(?:1|true)/.test(path);

/** A watch that ends after a second, and begins where everything is there already. */
function brief(request: RecordedRequest): RecordedRequest {
  const [path = '', query] = request.path.split('?');
  const parameters = new URLSearchParams(query);
  for (const name of ['resourceVersion', 'sendInitialEvents', 'resourceVersionMatch']) parameters.delete(name);
  parameters.set('timeoutSeconds', '1');
  return { ...request, path: `${path}?${parameters.toString()}` };
}

it.each(recorded)(
  'what %s sends has the same answers on the fake server as on a real one',
  async (program) => {
    const all = readRecording(program);
    const places = [
      { url: real.url, ca: real.ca, tokens: real.tokens },
      { url: fake.url, tokens: {} },
    ];
    const replays = places.map(createReplay);
    const found: unknown[] = [];
    const ask = async (request: RecordedRequest, at: string): Promise<void> => {
      const name = `${at} ${request.method} ${request.path}`;
      const [truth, claim] = (await Promise.all(replays.map(({ replay }) => replay(request, name)))).map(masked);
      const differences = compare(truth, claim).filter(
        ({ part }) =>
          !known.some((each) => each.requests.test(`${request.method} ${request.path}`) && each.part.test(part)),
      );
      found.push(...differences.map((difference) => ({ request: name, ...difference })));
    };
    for (const [index, request] of all.entries()) {
      if (isWatch(request)) continue;
      await ask(request, String(index));
      if (request.method === 'POST' && request.path.includes('/customresourcedefinitions'))
        await untilServed(request, replays[0]);
    }
    const watches = all.map(brief).filter((request, index) => isWatch(all[index] ?? request));
    const different = [...new Map(watches.map((request) => [`${request.path} ${request.accept}`, request])).values()];
    await Promise.all(different.map((request, index) => ask(request, `watch ${index}`)));
    for (const replay of replays) replay.close();
    expect(found).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(80);
  },
  120_000,
);

/** A real server serves a definition a moment after it has answered, and lists it later still. */
async function untilServed({ body }: RecordedRequest, on: ReturnType<typeof createReplay> | undefined): Promise<void> {
  const { spec } = JSON.parse(body) as { spec: { group: string; names: { plural: string } } };
  let turn = 0;
  await waitUntil('the definition is served', async () => {
    turn += 1;
    const ask = { method: 'GET', accept: 'application/json', contentType: null, body: '' };
    const answer = await on?.replay({ ...ask, path: `/apis/${spec.group}/v1` }, `${spec.group} ${turn}`);
    return answer?.status === 200 && JSON.stringify(answer.body).includes(spec.names.plural) ? true : undefined;
  });
}
