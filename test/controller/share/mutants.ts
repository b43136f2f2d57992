import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type * as MemberModule from '../../../src/controller/share/member.js';
import type { DisturbanceName } from './simulation.js';

/** A rule of the protocol, switched off by a change of its text. */
export interface Mutant {
  readonly rule: string;
  readonly changes: readonly (readonly [from: string, to: string])[];
  /** What shows it soonest. */
  readonly only: readonly DisturbanceName[];
}

export const mutants: readonly Mutant[] = [
  {
    rule: 'a request begins only within the renew deadline, not the lease duration',
    changes: [['elapsedMs(shown, at) < renewDeadlineMs', 'elapsedMs(shown, at) < leaseDurationMs']],
    only: ['pause', 'partition', 'stall'],
  },
  {
    rule: 'a request begins only after a renewal in time',
    changes: [['elapsedMs(shown, at) < renewDeadlineMs', 'true']],
    only: ['pause', 'partition', 'stall'],
  },
  {
    rule: 'the guard counts by the clock that advanced more',
    changes: [['Math.max(now.monotonic - since.monotonic, now.wall - since.wall)', 'now.monotonic - since.monotonic']],
    only: ['stopClock', 'partition', 'pause', 'stall'],
  },
  {
    rule: 'a renewal counts once the own watch has shown it',
    changes: [
      [
        "if (name === 'own' && outcome === 'done') ownVersion = version;",
        "if (name === 'own' && outcome === 'done') { ownVersion = version; shown = sent.get(stamp); lane.until = undefined; return; }",
      ],
    ],
    only: ['stall', 'deleteMember', 'deleteTable', 'start'],
  },
  {
    rule: 'an identity without a Lease is unknown, not dead',
    changes: [['return goneAt !== undefined && isLiveDue(goneAt + leaseDurationMs);', 'return goneAt !== undefined;']],
    only: ['deleteMember', 'stall', 'partition'],
  },
  {
    rule: 'a recreated table waits',
    changes: [['rank >= 0 && isLiveDue(generationAt + leaseDurationMs + rank * rankMs)', 'rank >= 0']],
    only: ['deleteTable', 'stall', 'partition'],
  },
  {
    rule: 'a table is begun as settled only where no member is',
    changes: [['begin(isShared || isUnknown || [...members].some(isAtWork), found', 'begin(isShared, found']],
    only: ['deleteTable', 'stall', 'partition'],
  },
  {
    rule: 'another table ends all holdings',
    changes: [['if (joined !== undefined && (seen?.table', 'if (false && (seen?.table']],
    only: ['deleteTable', 'stall', 'partition'],
  },
  {
    rule: 'only what was taken by a write of its own is held',
    changes: [
      ['=== identity && taken.has(shard);', '=== identity;'],
      ['holder }, shard) => holder === identity && !taken.has(shard)', 'holder }, shard) => false'],
    ],
    only: ['editTable', 'stall', 'partition'],
  },
  {
    rule: 'nobody changes the parameters while a shard is held',
    changes: [['&& !isHeld', '']],
    only: ['rollout', 'stall', 'partition'],
  },
  {
    rule: 'a member waits for those that have other parameters',
    changes: [['else if (current.params !== params) {', 'else if (false) {']],
    only: ['rollout'],
  },
  {
    rule: 'a leader keeps its Lease as long as it lasts',
    changes: [["holder === '' ? 0 : durationMs", '0']],
    only: ['start'],
  },
  {
    rule: 'what is drained is given back only when its work has ended',
    changes: [['draining.filter(settings.isIdle)', 'draining']],
    only: ['start', 'leave'],
  },
];

const folder = fileURLToPath(new URL('../../../src/controller/', import.meta.url));

/** Returns the machine without a rule. */
export async function createMemberWithout({ rule, changes }: Mutant): Promise<typeof MemberModule.createMember> {
  const found = new Map(changes.map(([from]) => [from, 0]));
  const { outputFiles } = await build({
    ...{ entryPoints: [`${folder}share/member.ts`], bundle: true, write: false, format: 'esm' },
    plugins: [
      {
        name: 'mutant',
        setup(of) {
          of.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            let contents = await readFile(path, 'utf8');
            for (const [from, to] of changes) {
              const parts = contents.split(from);
              found.set(from, (found.get(from) ?? 0) + parts.length - 1);
              contents = parts.join(to);
            }
            return { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
  for (const [from, count] of found)
    if (count !== 1) throw new Error(`${rule}: the text is there ${count} times: ${from}`);
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.text).toString('base64')}`;
  return ((await import(/* @vite-ignore */ url)) as typeof MemberModule).createMember;
}
