import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The programs whose requests are recorded, because they take too long to build. */
export const recorded = ['kube-rs', 'fabric8'] as const;

/**
 * A request of a program. What differs from server to server stands in braces: `{{uid ConfigMap/ns/a}}`,
 * `{{version ConfigMap/ns/a}}`, and `{{continue}}`.
 */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly accept: string | null;
  readonly contentType: string | null;
  /** Empty for none. */
  readonly body: string;
}

/** Returns the file of the requests of a program: one a line. */
export function recordingOf(program: string): string {
  return path.join(import.meta.dirname, 'recordings', `${program}.jsonl`);
}

export function readRecording(program: string): readonly RecordedRequest[] {
  const lines = readFileSync(recordingOf(program), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedRequest);
}

/** Names an object as the braces do. */
export function nameOf(kind: string, namespace: string | undefined, name: string | undefined): string {
  return [kind, namespace ?? '', name ?? ''].join('/');
}
