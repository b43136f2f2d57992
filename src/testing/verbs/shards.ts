import { requireShardRanges, shardMatcher } from '../../core/selector/shard-selector.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { badRequest } from '../wire/refusals.js';
import type { ResourceRequest } from './resource-request.js';

const part = /^\s*shardRange\(\s*object\.metadata\.(\w+)\s*,\s*(['"])(\w+)\2\s*,\s*(['"])(\w+)\4\s*\)\s*$/;

/** The shard that a request asks for: its text, and the test for the metadata of an object. */
export interface RequestedShard {
  readonly text: string;
  readonly matches: ReturnType<typeof shardMatcher>;
}

/**
 * Reads the parameter `shardSelector`; undefined for none, for an empty one, and for a server that does not know shards.
 * Throws 400 for what a server refuses.
 */
export function shardOf({ query, shards = false }: ResourceRequest): RequestedShard | undefined {
  const text = query.get('shardSelector') ?? '';
  if (text === '' || !shards) return undefined;
  const parts = text.split('||').map((each) => part.exec(each));
  const [by] = parts.map((each) => each?.[1]);
  if (parts.includes(null)) throw refusal('only shardRange() and || are allowed');
  if (parts.some((each) => each?.[1] !== by)) throw refusal('all shard ranges must use the same field');
  const ranges = parts.map((each) => ({ start: each?.[3] ?? '', end: each?.[5] ?? '' }));
  try {
    return { text, matches: shardMatcher(requireShardRanges('shardSelector', { by, ranges })) };
  } catch (error) {
    throw error instanceof InvalidArgumentError ? refusal(error.message) : error;
  }
}

function refusal(problem: string): Error {
  return badRequest(`invalid shard selector: ${problem}`);
}
