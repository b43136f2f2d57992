import type { FakeApiServer } from '../../src/testing/index.js';
import { cli, type Outcome, type Surroundings } from './support.js';

/** The manifest of a ConfigMap. */
export const configMap = (name: string, value: string, more = ''): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}${more} }\ndata: { key: ${value} }\n`;

/** Runs `apply -f -` with this text on standard input. */
export function apply(api: FakeApiServer, text: string, flags = '', more: Surroundings = {}): Promise<Outcome> {
  const readInput = (): Promise<string> => Promise.resolve(text);
  return cli(api, `apply -f - ${flags}`.trim(), { readInput, ...more });
}

export function writes(api: FakeApiServer): readonly string[] {
  return api.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
}
