import { describe, expect, it } from 'vitest';
import { selectorText } from '../../src/core/selector/label-selector.js';

describe('the selector of an object as text', () => {
  it.each([
    ['app=web', 'app=web'],
    [{ tier: 'front', app: 'web' }, 'app=web,tier=front'],
    [{ matchLabels: { app: 'web' } }, 'app=web'],
    [
      {
        matchLabels: { b: '1' },
        matchExpressions: [
          { key: 'd', operator: 'DoesNotExist' },
          { key: 'a', operator: 'In', values: ['y', 'x'] },
          { key: 'c', operator: 'NotIn', values: ['x'] },
          { key: 'e', operator: 'Exists' },
        ],
      },
      'a in (x,y),b=1,c notin (x),!d,e',
    ],
    [{ matchExpressions: 'none' }, ''],
    [{}, ''],
    [null, ''],
    [undefined, ''],
    [['app'], ''],
  ])('%j', (value, text) => {
    expect(selectorText(value)).toBe(text);
  });
});
