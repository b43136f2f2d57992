import { describe, expect, it } from 'vitest';
import {
  createMetadataReader,
  type ListQuestion,
  type PagingOptions,
} from '../../src/core/metadata/create-metadata-reader.js';
import { AnswerTooLargeError, ClientClosedError, TimeoutError } from '../../src/core/transport/errors.js';
import { expired, gadgets, page, refused, scriptedClient, type Asked, type Scripted } from './scripted-client.js';

const where = { method: 'GET', path: '/x' } as const;
const tooLarge = new AnswerTooLargeError(where, { maxBytes: 9, option: 'maxAnswerBytes' });

/** Goes through a scripted set; each step in a few words: the names of a page, or what else came. */
async function stepsOf(
  answers: readonly Scripted[],
  options: PagingOptions = {},
  question: Partial<ListQuestion> = {},
): Promise<{ readonly steps: string[]; readonly asked: string[]; readonly requests: Asked[] }> {
  const { client, asked } = scriptedClient(answers);
  const steps: string[] = [];
  for await (const step of createMetadataReader(client).pages({ mapping: gadgets, ...question }, options)) {
    if (step.state === 'page') steps.push(step.items.map(({ metadata }) => metadata.name).join(' '));
    else steps.push(step.state === 'again' ? 'AGAIN' : step.reason);
  }
  return {
    steps,
    asked: asked.map(({ limit, continue: next }) => `${next ?? '-'} ${limit ?? 'all'}`),
    requests: asked,
  };
}

describe('a set is paged through', () => {
  it('to its end, each page by the token of the one before, with the selectors and limits of the caller', async () => {
    const { signal } = new AbortController();
    const question = { namespace: 'shop', labelSelector: 'a=b', fieldSelector: 'c=d' };
    const answers = [page(['a', 'b'], 't'), page([], 'u'), page(['c'], '')];
    const { steps, requests } = await stepsOf(answers, { limit: 2, signal, timeoutMs: 7 }, question);
    expect(steps).toEqual(['a b', '', 'c']);
    const common = { ...question, limit: 2, signal, timeoutMs: 7 };
    expect(requests).toEqual([common, { ...common, continue: 't' }, { ...common, continue: 'u' }]);
  });

  it.each<[string, PagingOptions, string[]]>([
    ['of 500 objects', {}, ['- 500', 't 500']],
    ['with another size of the first one', { firstLimit: 1, limit: 9 }, ['- 1', 't 9']],
  ])('in pages %s', async (_what, options, expected) => {
    expect((await stepsOf([page(['a'], 't'), page(['b'])], options)).asked).toEqual(expected);
  });

  it('and nothing is asked before it is wanted', async () => {
    const { client, asked } = scriptedClient([page(['a'], 't', 3), page(['b'])]);
    const pages = createMetadataReader(client).pages({ mapping: gadgets });
    expect(asked).toHaveLength(0);
    expect(await pages.next()).toMatchObject({ value: { state: 'page', more: true, remaining: 3 } });
    await pages.return();
    expect(asked).toHaveLength(1);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 60])('and a count of %d that remain is none', async (remaining) => {
    const { client } = scriptedClient([page(['a'], 't', remaining)]);
    const { value } = await createMetadataReader(client).pages({ mapping: gadgets }).next();
    expect(value).toMatchObject({ state: 'page', remaining: undefined });
  });
});

describe('when the server forgets the first page,', () => {
  const stop = {};
  const go = { expired: 'continue' } as const;
  const restart = { expired: 'restart' } as const;
  const first = page(['a'], 't');

  it.each<[string, PagingOptions, readonly Scripted[], string[], string[]]>([
    ['stop ends', stop, [first, expired('on')], ['a', 'expired'], ['- 500', 't 500']],
    ['continue goes on', go, [first, expired('on'), page(['b'])], ['a', 'b'], ['- 500', 't 500', 'on 500']],
    [
      'continue goes on as often as the server gets on',
      go,
      [first, expired('on'), page(['b'], 'u'), expired('further'), page(['c'])],
      ['a', 'b', 'c'],
      ['- 500', 't 500', 'on 500', 'u 500', 'further 500'],
    ],
    ['continue ends without a way on', go, [first, expired()], ['a', 'expired'], ['- 500', 't 500']],
    ['continue ends with an empty way on', go, [first, expired('')], ['a', 'expired'], ['- 500', 't 500']],
    [
      'continue ends where the server forgets what it has just said',
      go,
      [first, expired('on'), expired('on')],
      ['a', 'expired'],
      ['- 500', 't 500', 'on 500'],
    ],
    [
      'continue ends where it is sent to the same place again',
      go,
      [first, expired('on'), page(['b'], 'u'), expired('on'), page(['b'], 'u')],
      ['a', 'b', 'b', 'unusable-answer'],
      ['- 500', 't 500', 'on 500', 'u 500', 'on 500'],
    ],
    ['continue ends at the first page', go, [expired('on')], ['expired'], ['- 500']],
    [
      'restart takes all at once',
      restart,
      [first, expired(), page(['a', 'b'])],
      ['a', 'AGAIN', 'a b'],
      ['- 500', 't 500', '- all'],
    ],
    [
      'restart goes on where a server pages what nobody limited',
      restart,
      [first, expired(), page(['a'], 'u'), page(['b'])],
      ['a', 'AGAIN', 'a', 'b'],
      ['- 500', 't 500', '- all', 'u all'],
    ],
    [
      'restart begins again once',
      restart,
      [first, expired(), page(['a'], 'u'), expired('on')],
      ['a', 'AGAIN', 'a', 'expired'],
      ['- 500', 't 500', '- all', 'u all'],
    ],
    ['restart ends at the first page', restart, [expired()], ['expired'], ['- 500']],
    [
      'restart says what is too much at once',
      restart,
      [first, expired(), tooLarge],
      ['a', 'AGAIN', 'unusable-answer'],
      ['- 500', 't 500', '- all'],
    ],
  ])('%s', async (_what, options, answers, steps, asked) => {
    expect(await stepsOf(answers, options)).toMatchObject({ steps, asked });
  });
});

describe('a set that cannot be read to its end', () => {
  it.each<[string, Error, string]>([
    ['a refusal', refused(403), 'forbidden'],
    ['a backend that is gone', refused(503, {}, false), 'unavailable'],
    ['no answer in time', new TimeoutError(where, 'timeoutMs', 5), 'no-answer'],
    ['a page that is too large', tooLarge, 'unusable-answer'],
    ['a group that is not served', refused(404, {}, false), 'not-served'],
  ])('ends with its reason: %s', async (_what, error, reason) => {
    expect((await stepsOf([error])).steps).toEqual([reason]);
    expect((await stepsOf([page(['a'], 't'), error], { expired: 'restart' })).steps).toEqual(['a', reason]);
  });

  it.each([
    ['gives one token again and again', (round: number) => `t${Math.min(round, 0)}`],
    ['goes from one token to the other and back', (round: number) => `t${round % 2}`],
    ['comes back to a token after a while', (round: number) => `t${round < 7 ? round : 7 + (round % 5)}`],
  ])('because the server %s', async (_what, tokenOf) => {
    const { client, asked } = scriptedClient(Array.from({ length: 100 }, (_, round) => page(['a'], tokenOf(round))));
    const last = [];
    for await (const step of createMetadataReader(client).pages({ mapping: gadgets })) last[0] = step;
    expect(last).toMatchObject([
      { reason: 'unusable-answer', error: { code: 'unexpected-shape', field: 'metadata.continue' } },
    ]);
    expect(asked.length).toBeLessThan(30);
  });

  it('is no step but an error for a closed client, and for what no server can help', async () => {
    await expect(stepsOf([page(['a'], 't'), new ClientClosedError()])).rejects.toMatchObject({ code: 'closed' });
    const broken = new TypeError('a mistake of ours');
    await expect(stepsOf([broken])).rejects.toBe(broken);
  });

  it('ends with the reason of an abort, whatever failed at the same moment', async () => {
    const controller = new AbortController();
    const { client, asked } = scriptedClient([page(['a'], 't'), refused(503)]);
    const pages = createMetadataReader(client).pages({ mapping: gadgets }, { signal: controller.signal });
    await pages.next();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(pages.next()).rejects.toBe(reason);
    expect(asked).toHaveLength(2);
    const aborted = { signal: AbortSignal.abort(reason) };
    await expect(createMetadataReader(client).pages({ mapping: gadgets }, aborted).next()).rejects.toBe(reason);
    expect(asked).toHaveLength(2);
  });
});
