import { describe, expect, it } from 'vitest';
import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import { GroupUnavailableError, NoMatchError } from '../../src/core/mapper/errors.js';
import { aggregated, serverOf } from '../discovery/scripted-server.js';
import { catalogOf, endpoint, failureAt, res } from '../mapper/build-catalog.js';
import { discoveryOf, resolverOf } from './rounds.js';

function mapperOf(...resources: readonly string[]): RESTMapper {
  return createMapper(
    catalogOf([{ name: 'x.example.com', versions: { v1: resources.map((name) => res(name, `Kind${name}`)) } }]),
  );
}

/** A server whose resources can change, and a clock that stands until it is moved. */
function serverWith(...served: string[]) {
  let mapper = mapperOf(...served);
  let time = 0;
  let rounds = 0;
  let hold: Promise<void> = Promise.resolve();
  let failure: Error | undefined;
  const now = (): number => time;
  const discovery = discoveryOf(async () => {
    rounds += 1;
    // What the server says is read when the round begins, and is known when it ends.
    const seen = [...served];
    await hold;
    if (failure !== undefined) throw failure;
    const known = mapper.catalog.resources().map(({ resource }) => resource);
    if (seen.join() !== known.join()) mapper = mapperOf(...seen);
  }, now);
  const resolver = resolverOf({
    discovery,
    mapper: async (signal) => {
      signal?.throwIfAborted();
      return mapper;
    },
  });
  return {
    resolver,
    served,
    rounds: () => rounds,
    pass: (ms: number) => {
      time += ms;
    },
    /** Lets rounds begin but not end until the returned function is called. */
    holdRounds: () => {
      let release = (): void => undefined;
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    failWith: (error: Error | undefined) => {
      failure = error;
    },
    setMapper: (next: RESTMapper) => {
      mapper = next;
    },
  };
}

describe('the resolver of names', () => {
  it('asks nobody for a name that is there', async () => {
    const { resolver, rounds } = serverWith('widgets');
    expect(endpoint((await resolver.resolve('widgets')).mapping)).toBe('widgets.v1.x.example.com');
    expect((await resolver.resolveAll('widgets,kindwidgets')).resolutions).toHaveLength(1);
    expect(rounds()).toBe(0);
  });

  it('asks the server again for a name that is not there, and finds what is new', async () => {
    const { resolver, served, rounds } = serverWith('widgets');
    served.push('gadgets');
    expect(endpoint((await resolver.resolve('gadgets')).mapping)).toBe('gadgets.v1.x.example.com');
    served.push('things');
    expect(await resolver.resolve('gadgets')).toMatchObject({ reason: 'only one' });
    expect(rounds()).toBe(1);
  });

  it('asks once for questions that miss together', async () => {
    const { resolver, rounds } = serverWith('widgets');
    const questions = Array.from({ length: 10 }, (_, place) =>
      place % 2 === 0 ? resolver.resolve(`gadgets${place}`) : resolver.resolveAll(['widgets', `gadgets${place}`]),
    );
    const settled = await Promise.allSettled(questions);
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(rounds()).toBe(1);
  });

  it('believes a miss for one second, whatever the name, and then asks again', async () => {
    const { resolver, rounds, pass, served } = serverWith('widgets');
    await expect(resolver.resolve('gadgets')).rejects.toThrow(NoMatchError);
    served.push('gadgets');
    pass(1000);
    await expect(resolver.resolve('gadgets')).rejects.toThrow(NoMatchError);
    await expect(resolver.resolve('others')).rejects.toThrow(NoMatchError);
    expect(rounds()).toBe(1);
    pass(1);
    expect(endpoint((await resolver.resolve('gadgets')).mapping)).toBe('gadgets.v1.x.example.com');
    expect(rounds()).toBe(2);
  });

  it('finds at the first question what was published a second before it, though a round is under way', async () => {
    const { resolver, rounds, pass, served, holdRounds } = serverWith('widgets');
    const release = holdRounds();
    const early = resolver.resolve('gadgets');
    await settle();
    pass(100);
    served.push('gadgets');
    pass(1001);
    const late = resolver.resolve('gadgets');
    const alsoLate = resolver.resolve('gadgets');
    await settle();
    expect(rounds()).toBe(1);
    release();
    await expect(early).rejects.toThrow(NoMatchError);
    expect(endpoint((await late).mapping)).toBe('gadgets.v1.x.example.com');
    await alsoLate;
    expect(rounds()).toBe(2);
  });

  it('never begins two rounds within a second', async () => {
    const { resolver, rounds, pass } = serverWith('widgets');
    for (let step = 0; step < 100; step += 1) {
      await expect(resolver.resolve('gadgets')).rejects.toThrow(NoMatchError);
      pass(99);
    }
    expect(rounds()).toBe(10);
  });

  it('no longer finds what the server has taken back', async () => {
    const { resolver, served } = serverWith('widgets', 'gadgets');
    served.pop();
    await expect(resolver.resolve('unknown')).rejects.toThrow(NoMatchError);
    await expect(resolver.resolve('gadgets')).rejects.toThrow(NoMatchError);
  });

  it('asks again for a group that could not be read', async () => {
    const { resolver, setMapper, rounds } = serverWith('widgets');
    setMapper(createMapper(catalogOf([], { failures: [failureAt('x.example.com', 'v1')] })));
    expect(await resolver.resolve('widgets.x.example.com')).toMatchObject({ reason: 'only one' });
    expect(rounds()).toBe(1);
    const blind = resolverOf({
      discovery: discoveryOf(
        async () => undefined,
        () => 0,
      ),
      mapper: async () => createMapper(catalogOf([], { failures: [failureAt('x.example.com', 'v1')] })),
    });
    await expect(blind.resolve('widgets.x.example.com')).rejects.toThrow(GroupUnavailableError);
  });

  it('finds what is new in a group whose marks were asked about in vain', async () => {
    const things = { 'g.io/v1': ['things', 'old'] };
    const { answers, discovery, pass, asked } = serverOf({
      '/api': { body: aggregated({ v1: ['pods'] }) },
      '/apis': { body: aggregated(things) },
    });
    const resolver = resolverOf({ discovery, mapper: async () => createMapper(await discovery.catalog()) });
    await discovery.catalog();
    // Servers that answer in turn: what one of them lacks stays marked for a minute.
    for (const served of [{ 'g.io/v1': ['things'] }, things, { 'g.io/v1': ['things'] }]) {
      answers['/apis'] = { body: aggregated(served) };
      pass(1000);
      await discovery.refresh();
    }
    for (let round = 0; round < 6; round += 1) {
      pass(1001);
      await expect(resolver.resolve('gadgets.g.io')).rejects.toThrow(GroupUnavailableError);
    }
    answers['/apis'] = { body: aggregated({ 'g.io/v1': ['things', 'gadgets'] }) };
    asked();
    await expect(resolver.resolve('gadgets.g.io')).rejects.toThrow(GroupUnavailableError);
    expect(asked()).toEqual([]);
    pass(1001);
    expect(await resolver.resolve('gadgets.g.io')).toMatchObject({ reason: 'only one' });
  });

  it('throws what kept it from asking, and tries again after a second', async () => {
    const { resolver, failWith, served, pass, rounds } = serverWith('widgets');
    const refused = new Error('connection refused');
    failWith(refused);
    served.push('gadgets');
    await expect(resolver.resolve('gadgets')).rejects.toBe(refused);
    await expect(resolver.resolve('gadgets')).rejects.toBe(refused);
    expect(rounds()).toBe(1);
    failWith(undefined);
    pass(1001);
    expect(await resolver.resolve('gadgets')).toMatchObject({ reason: 'only one' });
  });

  it('lets one caller leave, and goes on for the others', async () => {
    const { resolver, served, holdRounds, rounds } = serverWith('widgets');
    served.push('gadgets');
    const release = holdRounds();
    const controller = new AbortController();
    const leaving = resolver.resolve('gadgets', { signal: controller.signal });
    const staying = resolver.resolve('gadgets');
    await settle();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(leaving).rejects.toBe(reason);
    release();
    expect(await staying).toMatchObject({ reason: 'only one' });
    expect(rounds()).toBe(1);
  });

  it('begins nothing for a signal that is aborted already', async () => {
    const { resolver, rounds } = serverWith('widgets');
    await expect(resolver.resolve('gadgets', { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(rounds()).toBe(0);
  });

  it('hands on what narrows the question', async () => {
    const { resolver, rounds } = serverWith('widgets');
    await expect(resolver.resolve('widgets', { scope: 'Cluster' })).rejects.toThrow('but without scope "Cluster"');
    expect(rounds()).toBe(1);
  });
});

/** Lets everything run that waits for its turn alone. A discovery counts as under way after a turn of the timers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
