import type { Client } from '../core/client.js';
import { ClusterError } from './errors.js';
import type { EachOptions, Fleet } from './create-fleet.js';

/** What clusters answered, and which did not. */
export interface FleetAnswers<Value> {
  /** The answers, in the order of the fleet. */
  readonly answers: readonly (readonly [cluster: string, value: Value])[];
  /** The clusters without an answer, and sources that could not be read: what is missing in the answers. */
  readonly failures: readonly ClusterError[];
}

/** Asks all clusters, and waits for all of them. */
export async function askAll<Value>(
  fleet: Fleet,
  ask: (client: Client, signal: AbortSignal) => Promise<Value>,
  options: EachOptions,
): Promise<FleetAnswers<Value>> {
  const found = new Map<string, Value>();
  const failures: ClusterError[] = [];
  try {
    for await (const answer of fleet.each((client, { signal }) => ask(client, signal), options)) {
      if (answer.error === undefined) found.set(answer.cluster, answer.value);
      else failures.push(answer.error);
    }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    failures.push(error);
  }
  const order = new Map(fleet.clusters.map(({ name }, index) => [name, index]));
  const place = (name: string | undefined): number => order.get(name ?? '') ?? order.size;
  return {
    answers: [...found].sort(([one], [other]) => place(one) - place(other)),
    failures: failures.sort((one, other) => place(one.cluster) - place(other.cluster)),
  };
}
