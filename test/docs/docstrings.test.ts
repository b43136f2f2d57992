import { describe, expect, it } from 'vitest';
import { neverThrow } from './never-throw.js';
import { publicNames, type PublicName } from './public-api.js';

const names = publicNames();

/** What users implement, or another package does: what their methods throw is said where they are called. */
const written = new Set([
  ...['Transport', 'DiscoveryStore', 'Decoders', 'Offering', 'Clock', 'ElectionClock', 'FollowState', 'FakeTimers'],
  ...['MappedSource', 'KeyvLike', 'HealthResponse', 'ClientNodeKubeConfig'],
]);

const ownerOf = ({ name }: PublicName): string => name.split('.')[0] ?? '';
const namesOf = (found: readonly PublicName[]): readonly string[] =>
  found.map(({ entry, name }) => `${entry}: ${name}`);

const mayThrow = names.filter((each) => each.isFunction && (each.isExport || !written.has(ownerOf(each))));

describe('docstrings', () => {
  it('say what every export, and every member of an exported interface or class, is', () => {
    const silent = names.filter(({ summary, defaults, isConstant }) => {
      return summary === '' && defaults.length === 0 && !isConstant;
    });
    expect(names.length).toBeGreaterThan(1500);
    expect(namesOf(silent)).toEqual([]);
  });

  it('say what every function and method throws, but for those that never do', () => {
    const silent = mayThrow.filter(({ name, throws }) => throws.length === 0 && !neverThrow.includes(name));
    expect(namesOf(silent)).toEqual([]);
  });

  it('say so in a tag, where tools look for it, and not in a sentence', () => {
    const inWords = mayThrow.filter(({ summary }) => /^Throws |[.;] Throws /m.test(summary));
    expect(namesOf(inWords)).toEqual([]);
  });

  it('name errors that are exported', () => {
    const exported = new Set([...names.map(({ name }) => name), 'TypeError']);
    const unknown = mayThrow.flatMap(({ name, throws }) =>
      throws
        .join(' ')
        .match(/\b[A-Z]\w*Error\b/g)
        ?.filter((error) => !exported.has(error))
        .map((error) => `${name}: ${error}`),
    );
    expect(unknown.filter((each) => each !== undefined)).toEqual([]);
  });

  it('show how every function is called', () => {
    const silent = names.filter(
      ({ isExport, isFunction, examples }) => isExport && isFunction && examples.length === 0,
    );
    expect(namesOf(silent)).toEqual([]);
  });

  it('say the default of every option, but for signals, which abort nothing unless given', () => {
    const silent = names.filter(({ name, isOption, defaults, summary }) => {
      return isOption && defaults.length === 0 && !(name.endsWith('.signal') && summary !== '');
    });
    expect(namesOf(silent)).toEqual([]);
  });
});

describe('the list of what never throws', () => {
  it('holds functions and methods that say nothing else', () => {
    const stale = neverThrow.filter((name) => {
      return !mayThrow.some((each) => each.name === name && each.throws.length === 0);
    });
    expect(stale).toEqual([]);
  });
});
