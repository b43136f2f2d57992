import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { isOneSlip, nearWords } from '../../src/core/mapper/suggest.js';
import { NoMatchError } from '../../src/core/mapper/errors.js';
import type { Subject } from '../../src/core/mapper/subject.js';
import { catalogOf, res } from './build-catalog.js';

const mapper = createMapper(
  catalogOf([
    { name: '', versions: { v1: [res('pods', 'Pod', { shortNames: ['po'] }), res('nodes', 'Node', { verbs: [] })] } },
    { name: 'apps', versions: { v1: [res('deployments', 'Deployment', { shortNames: ['deploy'] })] } },
    { name: 'a.example.com', versions: { v1: [res('widgets', 'Widget')], v2: [res('widgets', 'Widget')] } },
    { name: 'b.example.com', versions: { v1: [res('widgetz', 'Widgez')] } },
  ]),
);

function suggestionsFor(subject: Subject, verbs?: readonly string[]): readonly string[] {
  try {
    mapper.resolve(subject, { verbs });
  } catch (error) {
    if (error instanceof NoMatchError) return error.suggestions;
    throw error;
  }
  throw new Error(`${JSON.stringify(subject)} is there`);
}

describe('a near miss', () => {
  const table: [subject: Subject, suggestions: readonly string[]][] = [
    ['podz', ['pods']],
    ['pdos', ['pods']],
    ['ppods', ['pods']],
    ['deploymnt', ['deployments']],
    ['dpeloy', ['deployments']],
    ['deploymnts.apps', ['deployments.apps']],
    ['deploymnts.v1.apps', ['deployments.v1.apps']],
    ['deployments.aps', ['deployments.apps']],
    ['deployments.v1.apsp', ['deployments.v1.apps']],
    ['deployments.v9.apps', ['deployments.v1.apps']],
    ['widgetx', ['widgets', 'widgetz']],
    [{ kind: 'Widget', group: 'a.example.com', version: 'v3' }, ['Widget.v1.a.example.com']],
    [{ apiVersion: 'apps/v1', kind: 'Deploymnt' }, ['Deployment.v1.apps']],
    [{ kind: 'Podss' }, []],
    [{ resource: 'podss', group: '' }, ['pods.']],
  ];
  it.each(table)('%j suggests %j', (subject, suggestions) => {
    expect(suggestionsFor(subject)).toEqual(suggestions);
  });

  it.each(table)('what %j suggests is there', (subject) => {
    for (const suggestion of suggestionsFor(subject)) expect(() => mapper.resolve(suggestion)).not.toThrow();
  });

  it.each(['pdo', 'ns', 'xods', 'pxdz', 'deploymntz', 'gadgets', 'widgets.zzz', 'pods.apps', '', 'p'.repeat(10_000)])(
    '%.20s is none',
    (word) => {
      expect(suggestionsFor(word)).toEqual(word === 'xods' ? ['pods'] : []);
    },
  );

  it('suggests a name that leads to what it is near to, and not to its namesake', () => {
    const metrics = createMapper(
      catalogOf([
        { name: '', versions: { v1: [res('pods', 'Pod')] } },
        { name: 'metrics.k8s.io', versions: { v1beta1: [res('pods', 'PodMetrics', { singular: '' })] } },
        { name: 'longhorn.io', versions: { v2: [res('volumes', 'Volume')], v1: [res('volumes', 'LegacyVolume')] } },
      ]),
    );
    expect(() => metrics.resolve('podmetrcs')).toThrow('did you mean "pods.metrics.k8s.io"?');
    expect(() => metrics.resolve('legacyvolum')).toThrow('did you mean "volumes"?');
  });

  it('suggests only what fits', () => {
    expect(suggestionsFor('nodez')).toEqual(['nodes']);
    expect(suggestionsFor('nodez', ['list'])).toEqual([]);
  });

  it('is told in the message', () => {
    expect(() => mapper.resolve('podz')).toThrow('no matches for "podz"; did you mean "pods"?');
    expect(() => mapper.resolve('widgetx')).toThrow('did you mean "widgets" or "widgetz"?');
  });
});

describe('near words', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';

  it('are all those that one slip makes, and no others', () => {
    const word = 'deployments';
    const slips = new Set<string>();
    for (let place = 0; place <= word.length; place += 1) {
      const [before, after] = [word.slice(0, place), word.slice(place)];
      slips.add(before + after.slice(1));
      if (after.length > 1) slips.add(`${before}${after.charAt(1)}${after.charAt(0)}${after.slice(2)}`);
      for (const letter of letters) slips.add(before + letter + after).add(before + letter + after.slice(1));
    }
    slips.delete(word);
    const known = [word];
    const found = [...slips].filter((slip) => nearWords(known, slip).length > 0);
    expect(found).toEqual([...slips]);
    expect([...slips].every((slip) => isOneSlip(slip, word) && isOneSlip(word, slip))).toBe(true);
    expect(slips.size).toBeGreaterThan(500);
    for (const far of ['deploymentsab', 'depolymenst', 'deploy', 'xxployments']) {
      expect(nearWords(known, far)).toEqual([]);
      expect(isOneSlip(far, word)).toBe(false);
    }
  });

  it('do not hold the word itself', () => {
    expect(nearWords(['deploy'], 'deploy')).toEqual([]);
  });

  it('are found among many, and three at most', () => {
    const many = Array.from({ length: 20_000 }, (_, place) => `thing${place}xyz`);
    expect(nearWords(many, 'thing1234yxz')).toEqual(['thing1234xyz']);
    expect(nearWords(many, 'zzqqvvkkjj')).toEqual([]);
    const plurals = [...letters].map((letter) => `pods${letter}`);
    expect(nearWords(plurals, 'pods')).toEqual(['podsa', 'podsb', 'podsc']);
  });
});
