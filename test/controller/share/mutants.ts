import { readFileSync } from 'node:fs';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
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
    changes: [['Math.max(to.monotonic - from.monotonic, to.wall - from.wall)', 'to.monotonic - from.monotonic']],
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
    changes: [
      ['if (rank < 0 || !isLiveDue(tableSince + leaseDurationMs + rank * rankMs)) return;', 'if (rank < 0) return;'],
    ],
    only: ['deleteTable', 'stall', 'partition'],
  },
  {
    rule: 'a table is begun as settled only where no member is',
    changes: [['begin(isUnknown || [...members].some(isAtWork), found?.version)', 'begin(false, found?.version)']],
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
    changes: [['if (!isAgreed()) {', 'if (false) {']],
    only: ['rollout'],
  },
  {
    rule: 'a leader keeps its Lease as long as it lasts',
    changes: [["holder === '' || isDue(at + (found?.durationMs ?? leaseDurationMs))", 'true']],
    only: ['start'],
  },
  {
    rule: 'what is drained is given back only when its work has ended',
    changes: [['draining.filter(settings.isIdle)', 'draining']],
    only: ['start', 'leave'],
  },
];

/** Returns the machine without a rule. */
export async function createMemberWithout({ rule, changes }: Mutant): Promise<typeof MemberModule.createMember> {
  let source = readFileSync(new URL('../../../src/controller/share/member.ts', import.meta.url), 'utf8');
  for (const [from, to] of changes) {
    const parts = source.split(from);
    if (parts.length !== 2) throw new Error(`${rule}: the text is there ${parts.length - 1} times: ${from}`);
    source = parts.join(to);
  }
  const options = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
  const text = transpileModule(source, { compilerOptions: options }).outputText;
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  return ((await import(/* @vite-ignore */ url)) as typeof MemberModule).createMember;
}
