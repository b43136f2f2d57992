import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UnreadableProtobufError } from '../../../src/core/media/errors.js';
import { UnexpectedShapeError } from '../../../src/core/representation/errors.js';
import { UnsupportedError, WatchEndedError } from '../../../src/core/resource/errors.js';
import {
  createWatchMachine,
  newWatchHealth,
  recoveries,
  rowFor,
  type Incident,
  type Recovery,
  type RecoveryRow,
  type RunningState,
  type StateName,
  type WatchFailure,
} from '../../../src/core/resource/watch/watcher.js';
import { ApiError, ConnectionError, TimeoutError, TooManyStreamsError } from '../../../src/core/transport/errors.js';
import { createServer } from '../../../src/core/transport/server.js';
import { instantClock, statusOf } from './watch-server.js';

const resource = { group: '', version: 'v1', resource: 'pods' };
const request = { method: 'GET', path: '/api/v1/pods' } as const;
const states: Readonly<Record<StateName, () => RunningState>> = {
  Listing: () => ({ name: 'Listing', least: '5', pages: 0 }),
  Starting: () => ({ name: 'Starting', least: '5', yielded: false }),
  'Starting+': () => ({ name: 'Starting', least: '5', yielded: true }),
  Watching: () => ({ name: 'Watching', version: '7' }),
  Polling: () => ({ name: 'Polling', least: '5', pages: 0, isListed: false }),
  'Polling+': () => ({ name: 'Polling', least: '5', pages: 0, isListed: true }),
};

const api = (statusCode: number): WatchFailure => ({
  error: new ApiError({ ...request, statusCode, status: statusOf(statusCode), fromServer: true }),
});
const lost = {
  error: new ConnectionError({ ...request, reasonCode: 'ECONNRESET', host: undefined, detail: 'reset' }),
};
/** Each incident as it happens: what ends the stream or list. */
const failureOf: Readonly<Record<Incident, WatchFailure>> = {
  closed: undefined,
  'closed at once': undefined,
  'cut short again': undefined,
  overdue: { error: new WatchEndedError('incomplete', resource) },
  silent: { error: new TimeoutError(request, 'silenceTimeoutMs', 75_000) },
  'silent again': { error: new TimeoutError(request, 'silenceTimeoutMs', 75_000) },
  lost,
  unreachable: lost,
  expired: api(410),
  torn: api(410),
  behind: { error: new WatchEndedError('behind', resource) },
  'not reached': api(504),
  'internal error': api(500),
  unavailable: api(503),
  refused: api(422),
  'not acceptable': api(406),
  unreadable: { error: new UnreadableProtobufError('/api/v1/pods', 'no JSON') },
  denied: api(403),
  'not found': api(404),
  'not watchable': { error: new UnsupportedError(resource, { verb: 'watch' }, 'discovery lists "list"') },
  'no stream': { error: new TooManyStreamsError(4) },
  unusable: {
    error: new UnexpectedShapeError({ resource, apiVersion: 'v1', kind: 'Pod', field: '', problem: 'is no list' }),
  },
  'anything else': { error: new Error('a bug of the representation') },
};
/** Where each incident cannot happen: there is no stream, or no list. */
const impossible: Partial<Record<Incident, readonly StateName[]>> = {
  closed: ['Listing', 'Polling', 'Polling+'],
  'closed at once': ['Listing', 'Polling', 'Polling+'],
  'cut short again': ['Listing', 'Watching', 'Polling', 'Polling+'],
  overdue: ['Listing', 'Watching', 'Polling', 'Polling+'],
  silent: ['Listing', 'Polling', 'Polling+'],
  'silent again': ['Listing', 'Starting', 'Starting+', 'Polling', 'Polling+'],
  unreachable: ['Listing', 'Starting+', 'Polling', 'Polling+'],
  torn: ['Starting', 'Starting+', 'Watching'],
  behind: ['Listing', 'Starting', 'Starting+', 'Polling', 'Polling+'],
  'not acceptable': ['Listing', 'Starting+', 'Polling', 'Polling+'],
  unreadable: ['Listing', 'Polling', 'Polling+'],
  'not watchable': ['Listing', 'Starting+', 'Polling', 'Polling+'],
  'no stream': ['Listing', 'Starting+', 'Polling', 'Polling+'],
};
const incidents = Object.keys(failureOf) as Incident[];
const stateNames = Object.keys(states) as StateName[];
const isPossible = (incident: Incident, state: StateName) => impossible[incident]?.includes(state) !== true;

/**
 * How often an incident can happen in a row: the second end of an initial state before its end mark is `cut short again`, the
 * second silence `silent again`.
 */
const mostTimes = (incident: Incident, state: StateName): number => {
  if (incident === 'silent' && state === 'Watching') return 1;
  const isCut = ['closed', 'closed at once', 'lost', 'unusable'].includes(incident);
  return isCut && state.startsWith('Starting') ? 1 : 99;
};

/** A machine in a state, to which something happens for the n-th time. */
function happen(incident: Incident, name: StateName, times: number, follows: boolean) {
  const clock = instantClock();
  const server = createServer();
  const health = newWatchHealth();
  const machine = createWatchMachine(
    {
      requested: { server, resource, verb: 'watch' },
      options: { clock, ...(name.startsWith('Polling') ? { poll: 5000 } : {}) },
      follower: follows ? { health } : undefined,
      maxDelayMs: 30_000,
    },
    states[name](),
  );
  machine.offer = { accept: 'application/vnd.kubernetes.protobuf', jsonAccept: 'application/json;as=Table' };
  for (let time = 0; time < times; time += 1) {
    const state = states[name]();
    if (incident === 'torn' && 'pages' in state) state.pages = 1;
    machine.state = state;
    if (incident !== 'unreachable') machine.opened();
    if (incident === 'silent again' || (incident === 'cut short again' && time === 0)) {
      const first = failureOf[incident];
      machine.advance(first);
      machine.state = state;
      machine.opened();
    }
    if (incident === 'closed') clock.pass(2000);
    machine.advance(failureOf[incident]);
  }
  const notes = (): string[] =>
    [...server.refused.keys()].flatMap((each) => /initial events (.*)/.exec(each)?.slice(1) ?? []);
  return { machine, notes, health: machine.health, state: machine.state };
}

type After = ReturnType<typeof happen>;
const starting = (least: string) => ({ name: 'Starting', least, yielded: false });
const unlisted = { name: 'Polling', least: '', pages: 0, isListed: false };
const relisted = ({ state }: After, next: object, isPolling: boolean, more: object = {}): void => {
  expect(state).toMatchObject({ name: 'Recovering', isInterruption: true, isRelist: true, ...more });
  expect(state).toMatchObject({ next: isPolling ? unlisted : next });
};

/** What each recovery makes of a state. */
const outcomes: Readonly<
  Record<Recovery, (after: After, from: StateName, incident: Incident, follows: boolean) => void>
> = {
  resume: ({ machine, state }, from, incident) => {
    expect(state).toMatchObject({ name: 'Recovering', isRelist: false, next: { name: states[from]().name } });
    if (incident === 'torn') expect(machine.limit).toBe(0);
  },
  'resume, unless the server is behind': ({ state }, from, _incident, follows) => {
    expect(state).toMatchObject({ name: 'Recovering', check: 'version', waitMs: 0, next: states[from]() });
    expect(state).toMatchObject({ isInterruption: follows });
  },
  'resume in JSON': ({ state }, from) => {
    expect(state).toMatchObject({ name: 'Recovering', isInterruption: false, waitMs: 0, next: states[from]() });
  },
  'resume in plain JSON': ({ state }, from) => {
    expect(state).toMatchObject({ name: 'Recovering', isInterruption: false, waitMs: 0, next: states[from]() });
  },
  list: ({ machine, state, notes }, _from, incident, follows) => {
    const isInterruption = follows && incident === 'silent';
    expect(state).toMatchObject({ name: 'Recovering', isInterruption, isRelist: false, waitMs: 0 });
    expect(state).toMatchObject({ next: { name: 'Listing', least: incident === 'not reached' ? '' : '5' } });
    expect(notes()).toEqual([]);
    machine.progressed();
    const mayPass = incident === 'not reached' || incident === 'unavailable';
    expect(notes()).toEqual(mayPass ? [] : [incident === 'not acceptable' ? machine.offer.accept : '']);
  },
  'read by lists': ({ machine, health, state }, from) => {
    expect(state).toMatchObject({ name: 'Recovering', isRelist: true, waitMs: 0 });
    expect(state).toMatchObject({ next: { name: 'Listing', least: '7', pages: 0 } });
    expect(health.byLists).toBe(true);
    // Until the next one is due, the streams go on in silence.
    if (state.name !== 'Recovering' || state.next.name !== 'Listing') throw new Error(state.name);
    const { quiet } = state.next;
    machine.state = { ...state.next, pages: 1 };
    machine.progressed();
    machine.synced({ name: 'Watching', version: '7', quiet });
    machine.advance(failureOf['silent again']);
    expect(machine.state).toMatchObject({
      check: 'version',
      isInterruption: false,
      isRelist: false,
      next: states[from](),
    });
  },
  'poll meanwhile': ({ machine, state, health }, _from) => {
    expect(state).toMatchObject({ isInterruption: false, isRelist: false, waitMs: 0, next: unlisted });
    expect(health.byLists).toBe(true);
    // Once there is a state, the first list is compared with it as a whole, and the others with the one before.
    health.synced = true;
    machine.state = { name: 'Watching', version: '7' };
    machine.advance(failureOf['no stream']);
    expect(machine.state).toMatchObject({ isRelist: true, waitMs: 10_000, next: unlisted });
    const listed = { name: 'Polling', least: '', pages: 1, isListed: true } as const;
    machine.synced(listed);
    machine.state = { name: 'Watching', version: '8' };
    machine.advance(failureOf['no stream']);
    expect(machine.state).toMatchObject({ isRelist: false, waitMs: 0, next: { ...listed, pages: 0 } });
    machine.state = { name: 'Watching', version: '8' };
    machine.streams(machine.state);
    expect([health.byLists, machine.pollMs, machine.seeksStream]).toEqual([false, undefined, false]);
  },
  poll: ({ machine, state }) => {
    expect(state).toMatchObject({ name: 'Recovering', isInterruption: false, next: unlisted });
    expect(machine.pollMs).toBe(10_000);
  },
  relist: (after, from) => {
    relisted(after, starting(from === 'Watching' ? '7' : from === 'Starting+' ? '' : '5'), from.startsWith('Polling'));
  },
  'relist the newest': (after, from) => {
    relisted(after, starting(''), from.startsWith('Polling'));
  },
  'relist the newest in one page': (after, from) => {
    relisted(after, starting(''), from.startsWith('Polling'));
    expect(after.machine.limit).toBe(0);
  },
  'relist the newest, once': (after, from, incident, follows) => {
    if (from === 'Starting+' || from.startsWith('Polling')) outcomes.end(after, from, incident, follows);
    else relisted(after, starting(''), false);
  },
  'relist until denialLimitMs': (after, from, incident, follows) => {
    outcomes.end(after, from, incident, follows);
  },
  'relist if served': (after, from) => {
    const least = from === 'Watching' ? '7' : from === 'Starting+' ? '' : '5';
    relisted(after, starting(least), from.startsWith('Polling'), { check: 'served' });
  },
  end: ({ state }, _from, incident) => {
    expect(state).toEqual({ name: 'Ended', error: failureOf[incident]?.error });
  },
  'end: expired': (after) => endedAs(after, 'expired'),
  'end: incomplete': (after) => endedAs(after, 'incomplete'),
  'end: closed': (after) => endedAs(after, 'closed'),
  'end: behind': (after) => endedAs(after, 'behind'),
};
function endedAs({ state }: After, end: string): void {
  expect(state).toMatchObject({ name: 'Ended', error: { code: 'watch-ended', end } });
}

/** Each incident in each state that a row is the first to fit. */
function casesOf(row: RecoveryRow): [Incident, StateName, number][] {
  return row.incident.flatMap((incident) =>
    row.state.flatMap((state): [Incident, StateName, number][] => {
      if (!isPossible(incident, state)) return [];
      const times = [1, 3].filter(
        (each) => each <= mostTimes(incident, state) && rowFor(incident, state, each) === row,
      );
      return times.map((each) => [incident, state, each]);
    }),
  );
}

describe('the table of recoveries', () => {
  describe.each(recoveries.map((row, index) => [index + 1, row] as const))('row %i', (_number, row) => {
    it.each(casesOf(row))('%s in %s, %i times', (incident, state, times) => {
      outcomes[row.watch](happen(incident, state, times, false), state, incident, false);
      outcomes[row.follow ?? row.watch](happen(incident, state, times, true), state, incident, true);
    });

    it('is reached', () => {
      expect(casesOf(row)).not.toEqual([]);
    });
  });

  it.each(incidents)('knows what to do about %s wherever it can happen', (incident) => {
    for (const state of stateNames.filter((each) => isPossible(incident, each))) {
      expect(recoveries).toContain(rowFor(incident, state, mostTimes(incident, state)));
    }
  });

  it('is the table of docs/watching.md', () => {
    const all = stateNames.length;
    const rows = recoveries.map(({ incident, state, times, watch, follow = watch }) => {
      const where = state.length === all ? 'any' : state.join(', ');
      const often = times === undefined ? '' : `, at most ${times} times in a row`;
      return `${incident.join(', ')}${often} | ${where} | ${watch} | ${follow}`;
    });
    const page = readFileSync(new URL('../../../docs/watching.md', import.meta.url), 'utf8');
    const table = page.slice(page.indexOf('| What happened')).split('\n\n')[0] ?? '';
    const cells = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
        .join(' | ');
    expect(table.split('\n').slice(2).map(cells)).toEqual(rows);
  });
});
