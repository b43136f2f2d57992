import { expect, it } from 'vitest';
import { createMember } from '../../../src/controller/share/member.js';
import { createMemberWithout, mutants } from './mutants.js';
import { runHistory } from './simulation.js';

const seed = Number(process.env['KUBEATLAS_PROPERTY_SEED'] ?? 30_000);
const runs = 300 * Number(process.env['KUBEATLAS_PROPERTY_RUNS'] ?? 1);

it('lets requests for a shard begin in one member at most, and leaves none unheld', { timeout: 600_000 }, () => {
  let checks = 0;
  for (let index = 0; index < runs; index += 1) {
    const report = runHistory({ seed: seed + index, createMember });
    expect({ seed: seed + index, violations: report.violations }).toEqual({ seed: seed + index, violations: [] });
    ({ checks } = { checks: checks + report.checks });
  }
  expect(checks).toBeGreaterThan(runs * 1000);
});

it('closes nobody because the server was away', () => {
  for (let index = 0; index < 10; index += 1) {
    const { violations, ends } = runHistory({ seed: index, createMember, disturbances: 3, only: ['away'] });
    expect(violations).toEqual([]);
    expect(ends).toEqual([]);
  }
});

it.each(mutants)('would not do without: $rule', { timeout: 120_000 }, async (mutant) => {
  const lacking = await createMemberWithout(mutant);
  let caught = false;
  for (let index = 7000; index < 7300 && !caught; index += 1) {
    caught = runHistory({ seed: index, createMember: lacking, only: mutant.only }).violations.length > 0;
  }
  expect(caught).toBe(true);
});
