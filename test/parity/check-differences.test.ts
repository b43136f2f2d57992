import { describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { checkDifferences } from './check-differences.js';
import { mask } from './mask.js';

const found = (part: string) => ({ request: 'get a', part, real: 1, fake: 2 });
const known = (parts: string[], requests = /^get a$/) => [
  { what: 'a thing', why: 'so', places: [{ requests, parts }] },
];

describe('a run', () => {
  it.each([
    ['the part itself', ['status'], ['status']],
    ['what lies below a part', ['body.items[2].spec.size', 'body.items[0].kind'], ['body.items']],
    ['any index', ['body.items[2].spec.size'], ['body.items[*].spec']],
  ])('passes when %s is listed', (_what, parts, listed) => {
    expect(checkDifferences(parts.map(found), ['get a'], known(listed))).toEqual({
      problems: [],
      listed: parts.length,
    });
  });

  it.each([
    ['a difference that is not listed', [found('status')], [], /^NOT LISTED: get a \| status \| real 1 \| fake 2$/],
    ['a part that only begins alike', [found('bodyguard')], known(['body']), /^LISTED but no longer so|^NOT LISTED/],
    ['a listed difference that is gone', [], known(['status']), /^LISTED but no longer so: get a \| status/],
    ['one of two parts that is gone', [found('body')], known(['body', 'status']), /^LISTED but no longer so/],
    ['a listed request that is not sent', [], known(['status'], /^get b$/), /^LISTED for no request/],
  ])('fails for %s', (_what, differences, list, problem) => {
    const { problems } = checkDifferences(differences, ['get a'], list);
    expect(problems).not.toEqual([]);
    for (const line of problems) expect(line).toMatch(problem);
  });
});

describe('two answers', () => {
  const answer = (body: unknown, headers: Record<string, string> = {}) => mask({ status: 200, headers, body });

  it('differ where one has what the other has not, as deep inside as can be told', () => {
    const real = { status: 200, body: { items: [{ a: 1 }, { a: 2, b: null }], kind: 'List' } };
    const fake = { status: 200, body: { items: [{ a: 1 }, { a: 3 }], kind: 'List' } };
    expect(compare(real, fake)).toEqual([
      { part: 'body.items[1].a', real: 2, fake: 3 },
      { part: 'body.items[1].b', real: null, fake: undefined },
    ]);
    expect(compare({ a: [1] }, { a: [1, 2] })).toEqual([{ part: 'a', real: [1], fake: [1, 2] }]);
  });

  it('do not differ by what is never the same twice', () => {
    const object = (uid: string, resourceVersion: string, time: string) => ({
      metadata: { uid, resourceVersion, creationTimestamp: time, managedFields: [time] },
    });
    const one = object('00000000-0000-4000-8000-000000000001', '7', '2026-01-01T00:00:00Z');
    const other = object('11111111-0000-4000-8000-000000000001', '1234', '2027-01-01T00:00:00Z');
    expect(compare(answer(one, { date: 'x' }), answer(other, { date: 'y' }))).toEqual([]);
  });

  it('do not differ by a bookmark that came because a clock struck, and do by one that ends the initial events', () => {
    const added = { type: 'ADDED', object: { metadata: { name: 'a' } } };
    const plain = { type: 'BOOKMARK', object: { metadata: { annotations: null } } };
    const end = { type: 'BOOKMARK', object: { metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } } } };
    expect(compare(answer([added, end, plain]), answer([added, end]))).toEqual([]);
    expect(compare(answer([added, plain]), answer(added))).toEqual([]);
    expect(compare(answer(plain), answer(''))).toEqual([]);
    expect(compare(answer([added, end]), answer([added, plain]))).not.toEqual([]);
  });

  it('differ by a uid, a version or a time that is none', () => {
    const masked = [
      answer({ metadata: { uid: 'mine' } }),
      answer({ metadata: { resourceVersion: '' } }),
      answer({ metadata: { creationTimestamp: null } }),
      answer({}, { etag: 'W/"0"' }),
    ];
    expect(masked).toEqual([
      expect.objectContaining({ body: { metadata: { uid: 'mine' } } }),
      expect.objectContaining({ body: { metadata: { resourceVersion: '' } } }),
      expect.objectContaining({ body: { metadata: { creationTimestamp: null } } }),
      expect.objectContaining({ header: { etag: 'W/"0"' } }),
    ]);
  });
});
