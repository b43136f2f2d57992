import { onTestFinished } from 'vitest';
import { createClient, type Client } from '../../../src/core/client.js';
import type { ElectionClock } from '../../../src/controller/lease/election-clock.js';
import { createLeaderElection, type LeaderElection } from '../../../src/controller/lease/leader-election.js';
import type { Leadership } from '../../../src/controller/lease/leadership.js';
import type { LeaderElectionOptions } from '../../../src/controller/lease/options.js';
import type { Transport, TransportAnswer, TransportRequest } from '../../../src/core/transport/transport.js';
import { createManualClock, type ManualClock } from '../../../src/testing/manual-clock.js';
import { idleTurns } from '../../shared/idle-turns.js';

/** What happens to one request for the lease: nothing ever, another answer, a break before or after it was carried out. */
export type Mishap = 'hang' | 'lost' | 'lost after' | { readonly status: number };

/** A lease as a test sees it. */
export interface StoredLease {
  apiVersion: string;
  kind: string;
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
}

/** A server with one lease, without a network. Every other request is answered with an object. */
export interface LeaseServer {
  lease: StoredLease | undefined;
  /** Changes the lease as somebody else would. */
  edit(change: (lease: StoredLease) => void): void;
  /** What befalls the next requests for the lease, in turn; `undefined` is nothing. */
  readonly mishaps: (Mishap | undefined)[];
  /** Befalls each request for the lease, while it is set. */
  always: Mishap | undefined;
  /** What is stored instead of what was sent. */
  changesSpec: Record<string, unknown>;
  /** Whether what is not about the lease gets no answer. */
  hangs: boolean;
  /** Called before each write of the lease is carried out. */
  beforeWrite: (() => void) | undefined;
  /** `METHOD path` of all requests. */
  readonly requests: string[];
  /** Bodies of writes that are not about the lease. */
  readonly bodies: unknown[];
  client(): Client;
}

const leasePath = '/apis/coordination.k8s.io/v1/namespaces/ns/leases';

/** Makes a {@link LeaseServer}. */
export function leaseServer(initial?: Record<string, unknown>): LeaseServer {
  let version = 0;
  const store = (lease: StoredLease): StoredLease => {
    version += 1;
    server.lease = {
      ...lease,
      metadata: { uid: `uid-${version}`, ...lease.metadata, resourceVersion: String(version) },
    };
    return server.lease;
  };

  const answer = (method: string, path: string, body: string | undefined): TransportAnswer => {
    const name = path.slice(leasePath.length + 1);
    if (!path.startsWith(leasePath)) {
      server.bodies.push(body === undefined ? undefined : JSON.parse(body));
      return answerOf(200, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', uid: 'u', namespace: 'web' } });
    }
    if (method !== 'GET') server.beforeWrite?.();
    const given = body === undefined ? undefined : (JSON.parse(body) as StoredLease);
    if (given !== undefined) given.spec = { ...given.spec, ...server.changesSpec };
    if (method === 'POST') return server.lease === undefined ? answerOf(201, store(given!)) : refusal(409);
    if (server.lease === undefined || name !== server.lease.metadata['name']) return missing(name);
    if (method === 'GET') return answerOf(200, server.lease);
    const { resourceVersion } = given!.metadata;
    return resourceVersion === server.lease.metadata['resourceVersion'] ? answerOf(200, store(given!)) : refusal(409);
  };

  const transport: Transport = {
    send({ method, url, body, signal }: TransportRequest): Promise<TransportAnswer> {
      const path = new URL(url).pathname;
      server.requests.push(`${method} ${path}`);
      const isLease = path.startsWith(leasePath);
      const mishap = isLease ? (server.always ?? server.mishaps.shift()) : server.hangs ? 'hang' : undefined;
      if (mishap === 'hang') {
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
      }
      if (mishap === 'lost') return Promise.reject(new Error('broken'));
      if (typeof mishap === 'object') return Promise.resolve(refusal(mishap.status));
      const right = answer(method, path, body as string | undefined);
      return mishap === 'lost after' ? Promise.reject(new Error('broken')) : Promise.resolve(right);
    },
    close: () => undefined,
  };

  const server: LeaseServer = {
    lease: undefined,
    edit(change) {
      const copy = structuredClone(server.lease!);
      change(copy);
      store(copy);
    },
    mishaps: [],
    always: undefined,
    changesSpec: {},
    hangs: false,
    beforeWrite: undefined,
    requests: [],
    bodies: [],
    client() {
      const client = createClient({ server: 'http://lease.test', transport, retry: { limit: 0 } });
      onTestFinished(() => client.close());
      return client;
    },
  };
  if (initial !== undefined) {
    store({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'it', namespace: 'ns' },
      spec: initial,
    });
  }
  return server;
}

/** Both clocks of a process; the wall clock can be set. */
export interface TestClock extends ManualClock {
  wallNow(this: void): number;
  /** How far the wall clock is put forward, in milliseconds; less than 0 for back. */
  skew: number;
  /** Lets both clocks go on while nothing runs, as SIGSTOP does: timers come late. */
  freeze(ms: number): void;
}

/** Makes a {@link TestClock}. */
export function testClock(): TestClock {
  let frozen = 0;
  const clock = createManualClock({ settle: idleTurns() });
  const both: TestClock = {
    sleep: (ms, signal) => clock.sleep(ms, signal),
    advance: (ms) => clock.advance(ms),
    get sleepers() {
      return clock.sleepers;
    },
    now: () => clock.now() + frozen,
    skew: 0,
    wallNow: () => Date.UTC(2026, 0, 1) + clock.now() + frozen + both.skew,
    freeze(ms) {
      frozen += ms;
    },
  };
  return both;
}

/** A candidate of a test, with all that it reported. */
export interface Candidate {
  readonly election: LeaderElection;
  readonly client: Client;
  /** In turn: `lead`, `lost taken`, `error 500`, `leader b`, ... */
  readonly reported: string[];
  /** The terms that it had. */
  readonly terms: Leadership[];
  /** How `run()` ended; undefined while it goes on. */
  readonly outcome: () => string | undefined;
}

/** Starts a candidate `a` that leads until its signal is aborted. */
export function candidate(
  server: LeaseServer,
  clock: ElectionClock,
  options: Partial<LeaderElectionOptions> = {},
  lead: (leadership: Leadership) => unknown = untilAborted,
): Candidate {
  const client = server.client();
  const reported: string[] = [];
  const terms: Leadership[] = [];
  const election = createLeaderElection(client, {
    ...{ name: 'it', namespace: 'ns', identity: 'a', clock },
    onLost: (error) => reported.push(`lost ${error.end}`),
    onError: (error) => reported.push(`error ${wordsOf(error)}`),
    onNewLeader: (identity) => reported.push(`leader ${identity}`),
    ...options,
  });
  let outcome: string | undefined;
  election
    .run((leadership) => {
      reported.push('lead');
      terms.push(leadership);
      return lead(leadership);
    })
    .then(
      () => {
        outcome = 'over';
      },
      (error: unknown) => {
        outcome = wordsOf(error);
      },
    );
  return { election, client, reported, terms, outcome: () => outcome };
}

/** What leads until it may no more. */
export function untilAborted({ signal }: Leadership): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

function wordsOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { code, statusCode, end, message } = error as Partial<Record<string, string>>;
  if (code === 'api') return String(statusCode);
  return end === undefined ? String(code ?? message) : `${String(code)} ${end}`;
}

function refusal(code: number): TransportAnswer {
  const reason = { 404: 'NotFound', 409: 'Conflict', 403: 'Forbidden', 422: 'Invalid' }[code] ?? 'InternalError';
  return answerOf(code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, code });
}

/** As a server answers that serves leases and has none of this name. */
function missing(name = ''): TransportAnswer {
  const details = { name, group: 'coordination.k8s.io', kind: 'leases' };
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound', details };
  return answerOf(404, { ...status, code: 404 });
}

function answerOf(status: number, body: object): TransportAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes;
    await Promise.resolve();
  }
  return { status, headers: { 'content-type': 'application/json' }, body: pieces() };
}
