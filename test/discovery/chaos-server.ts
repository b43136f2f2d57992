import type { Transport, TransportAnswer, TransportRequest } from '../../src/core/transport/transport.js';
import type { Random } from '../conformance/random.js';
import { aggregated, legacyDocument, pathOf } from './scripted-server.js';

/** What a document can meet with. */
export const outcomes = [
  'good',
  '304',
  '401',
  '403',
  '404',
  '406',
  '410',
  '429',
  '500',
  '503',
  'HTML',
  'half',
  'wrong length',
  'silence',
  'reset',
] as const;
export type Outcome = (typeof outcomes)[number];

/** One answer of the server, for the judge. */
export interface Given {
  readonly path: string;
  readonly outcome: Outcome;
  readonly at: number;
  /** What the server served then. */
  readonly served: readonly string[];
}

/** A server of some group-versions, each of which always has the same resources, that answers as it likes. */
export class ChaosServer implements Transport {
  readonly given: Given[] = [];
  served: readonly string[];
  isLegacy = false;
  /** The probability of a good answer. */
  calm = 0.5;
  time = 0;

  constructor(
    private readonly random: Random,
    private readonly all: Readonly<Record<string, readonly string[]>>,
  ) {
    this.served = Object.keys(all);
  }

  async send({ url, headers, signal }: TransportRequest): Promise<TransportAnswer> {
    await Promise.resolve();
    const path = new URL(url).pathname;
    const document = this.documentOf(path, String(headers['accept']));
    const text = JSON.stringify(document ?? {});
    const etag = `"${text.length}-${this.served.join()}"`;
    const tag = headers['if-none-match'];
    let outcome = this.random.chance(this.calm) ? 'good' : this.random.pick(outcomes);
    // A server says 304 to a tag that it knows, or out of turn, but never of another document.
    if (outcome === '304' && tag !== undefined && tag !== etag) outcome = 'good';
    if (outcome === 'good' && document === undefined) outcome = '404';
    this.given.push({ path, outcome, at: this.time, served: this.served });
    const type = { 'content-type': 'application/json' };
    switch (outcome) {
      case 'good':
        return tag === etag ? { status: 304, headers: {}, body: null } : answer(200, { ...type, etag }, text);
      case 'HTML':
        return answer(200, { 'content-type': 'text/html' }, '<html>Please log in</html>');
      case 'half':
        return answer(200, type, text.slice(0, text.length / 2));
      case 'wrong length':
        return answer(200, { ...type, 'content-length': String(text.length + 10) }, text);
      case 'silence':
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reject(new Error('aborted'));
          });
        });
      case 'reset':
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      case '429':
        return answer(429, this.random.chance(0.5) ? { 'retry-after': '3' } : {}, 'slow down');
      default:
        return answer(Number(outcome), {}, outcome === '304' ? '' : 'no');
    }
  }

  close(): void {
    // There is nothing to give back.
  }

  private documentOf(path: string, accept: string): object | undefined {
    const isCore = path === '/api';
    if (isCore || path === '/apis') {
      const names = this.served.filter((name) => name.includes('/') !== isCore);
      if (!this.isLegacy && accept.includes('APIGroupDiscoveryList')) {
        return aggregated(Object.fromEntries(names.map((name) => [name, this.all[name] ?? []])));
      }
      if (isCore) return { kind: 'APIVersions', versions: names };
      const groups = [...new Set(names.map((name) => name.split('/')[0]))].map((group) => ({
        name: group,
        versions: names.filter((name) => name.startsWith(`${group}/`)).map((name) => ({ version: name.split('/')[1] })),
      }));
      return { kind: 'APIGroupList', groups };
    }
    const name = this.served.find((each) => pathOf(each) === path);
    return name === undefined ? undefined : (legacyDocument(this.all[name] ?? []) as { body: object }).body;
  }
}

function answer(status: number, headers: Record<string, string>, text: string): TransportAnswer {
  return { status, headers, body: piecesOf(text) };
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  yield bytes.subarray(0, 7);
  await Promise.resolve();
  yield bytes.subarray(7);
}
