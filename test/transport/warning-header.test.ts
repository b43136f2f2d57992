import { describe, expect, it } from 'vitest';
import { parseWarnings } from '../../src/core/transport/observers.js';

describe('a Warning header', () => {
  it.each([
    ['299 - "deprecated"', [{ code: 299, agent: '-', text: 'deprecated' }]],
    [
      '299 kubernetes.io:443 "a" "Sat, 01 Jan 2026 00:00:00 GMT"',
      [{ code: 299, agent: 'kubernetes.io:443', text: 'a' }],
    ],
    [
      '299 - "one, two", 299 - "three"',
      [
        { code: 299, agent: '-', text: 'one, two' },
        { code: 299, agent: '-', text: 'three' },
      ],
    ],
    [
      String.raw`299 - "unknown field \"spec.x\" in C:\\dir"`,
      [{ code: 299, agent: '-', text: 'unknown field "spec.x" in C:\\dir' }],
    ],
    ['199 - ""', [{ code: 199, agent: '-', text: '' }]],
    ['299 - "Ã¼ber"', [{ code: 299, agent: '-', text: 'über' }]],
    ['299 - "\u00fcber"', [{ code: 299, agent: '-', text: 'über' }]],
    ['299 - "€ \u00fc"', [{ code: 299, agent: '-', text: '€ \u00fc' }]],
  ])('is read: %s', (header, warnings) => {
    expect(parseWarnings(header)).toEqual(warnings);
  });

  it.each([
    '',
    ',',
    '299',
    '299 -',
    '299 - text',
    '299 "text"',
    '29 - "text"',
    'abc - "text"',
    '299 - "open',
    '299 - "a" b',
  ])('that is malformed is left out: %s', (header) => {
    expect(parseWarnings(header)).toEqual([]);
  });

  it('keeps the good ones beside the malformed', () => {
    expect(parseWarnings('nonsense, 299 - "good", 299 bad')).toEqual([{ code: 299, agent: '-', text: 'good' }]);
  });

  it('of hostile length is read as any other', () => {
    expect(parseWarnings(`299 - "${'\\'.repeat(100_000)}`)).toEqual([]);
    expect(parseWarnings(`299 - "${'"a" '.repeat(100_000)}`)).toEqual([]);
  });
});
