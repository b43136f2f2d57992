import { existsSync, readFileSync } from 'node:fs';
import type { ReplicaLine } from './sharing-replica-options.js';

/** What the replicas wrote, by identity. */
export type LinesByReplica = ReadonlyMap<string, readonly ReplicaLine[]>;

/** Reads the lines of a replica; the last one may be incomplete after a SIGKILL. */
export function readLines(file: string): ReplicaLine[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReplicaLine);
}

/** From the first to the last moment at which a holding let a request begin. */
interface Span {
  readonly who: string;
  readonly keys: Set<string>;
  from: number;
  to: number;
}

function spansOf(lines: LinesByReplica): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const [identity, all] of lines) {
    for (const line of all) {
      if (line.type !== 'begun') continue;
      const who = `${identity}/${line.holding}`;
      const span = spans.get(who) ?? { who, keys: new Set(), from: line.at, to: line.at };
      spans.set(who, span);
      span.keys.add(line.key);
      span.from = Math.min(span.from, line.at);
      span.to = Math.max(span.to, line.at);
    }
  }
  return spans;
}

/** Finds objects for which two holdings let requests begin in turn: neither had ended when the other one began. */
export function findOverlaps(lines: LinesByReplica): string[] {
  const byKey = new Map<string, Span[]>();
  for (const span of spansOf(lines).values()) {
    for (const key of span.keys) byKey.set(key, [...(byKey.get(key) ?? []), span]);
  }
  const found = new Set<string>();
  for (const [key, spans] of byKey) {
    let last: Span | undefined;
    for (const span of spans.sort((a, b) => a.from - b.from)) {
      if (last !== undefined && span.from < last.to) {
        found.add(
          `${key}: ${last.who} until ${last.to.toFixed(1)}, ${span.who} from ${span.from.toFixed(1)} to ${span.to.toFixed(1)}`,
        );
      }
      if (last === undefined || span.to > last.to) last = span;
    }
  }
  return [...found];
}

/** Finds objects whose cleanup began after their finalizer had been removed, or in two reconciles at once. */
export function findRepeatedCleanups(lines: LinesByReplica): string[] {
  const finalized = new Map<string, number>();
  for (const all of lines.values()) {
    for (const line of all) if (line.type === 'finalized') finalized.set(line.uid, line.at);
  }
  const found = new Set<string>();
  const turns = new Map<string, Map<string, { from: number; to: number }>>();
  for (const [identity, all] of lines) {
    for (const line of all) {
      if (line.type !== 'begun' || line.cleanupOf === undefined) continue;
      const over = finalized.get(line.cleanupOf) ?? Infinity;
      const who = `${identity}/${line.holding}/${line.turn}`;
      if (line.at > over)
        found.add(`${line.key}: ${who} ${(line.at - over).toFixed(1)} ms after the finalizer had gone`);
      const of = turns.get(line.cleanupOf) ?? new Map<string, { from: number; to: number }>();
      turns.set(line.cleanupOf, of);
      const span = of.get(who) ?? { from: line.at, to: line.at };
      of.set(who, { from: Math.min(span.from, line.at), to: Math.max(span.to, line.at) });
    }
  }
  for (const [uid, of] of turns) {
    const sorted = [...of].sort(([, a], [, b]) => a.from - b.from);
    for (const [index, [who, { from }]] of sorted.entries()) {
      const before = sorted[index - 1];
      if (before !== undefined && from < before[1].to) found.add(`${uid}: ${who} beside ${before[0]}`);
    }
  }
  return [...found];
}

/** How many reconciles sent something. */
export function countReconciles(lines: LinesByReplica): number {
  const turns = new Set<string>();
  for (const [identity, all] of lines) {
    for (const line of all) if (line.type === 'begun') turns.add(`${identity}/${line.turn}`);
  }
  return turns.size;
}
