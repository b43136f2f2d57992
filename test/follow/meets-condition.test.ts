import { describe, expect, it } from 'vitest';
import { meetsCondition } from '../../src/index.js';

const deployment = (status: object, generation = 2): object => ({ metadata: { generation }, status });
const available = (status: string, more: object = {}): object => ({ type: 'Available', status, ...more });

describe('meetsCondition', () => {
  it.each([
    ['Available', { conditions: [available('True')] }, true],
    ['available=true', { conditions: [available('True')] }, true],
    ['Available=False', { conditions: [available('False')] }, true],
    ['Available', { conditions: [available('Unknown')] }, false],
    ['Ready', { conditions: [available('True')] }, false],
    ['Available', { conditions: [available('True', { observedGeneration: 1 })] }, false],
    ['Available', { observedGeneration: 1, conditions: [available('True')] }, false],
    ['Available', { observedGeneration: 2, conditions: [available('True')] }, true],
    ['Available', { conditions: 'none' }, false],
    ['Available', {}, false],
  ])('%s of %j: %s', (condition, status, met) => {
    expect(meetsCondition(deployment(status), condition)).toBe(met);
  });
});
