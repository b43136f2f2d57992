import { requireShardSelector, type ShardSelector } from '../../core/selector/shard-selector.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { badRequest } from '../wire/refusals.js';

const part = /^\s*shardRange\(\s*object\.metadata\.(\w+)\s*,\s*(['"])(\w+)\2\s*,\s*(['"])(\w+)\4\s*\)\s*$/;

/** Reads the parameter `shardSelector`; undefined for none and for an empty one. Throws 400 for what a server refuses. */
export function readShardSelector(query: URLSearchParams): ShardSelector | undefined {
  const text = query.get('shardSelector') ?? '';
  if (text === '') return undefined;
  const parts = text.split('||').map((each) => part.exec(each));
  const [by] = parts.map((each) => each?.[1]);
  if (parts.includes(null)) throw refusal('only shardRange() and || are allowed');
  if (parts.some((each) => each?.[1] !== by)) throw refusal('all shard ranges must use the same field');
  const ranges = parts.map((each) => ({ start: each?.[3] ?? '', end: each?.[5] ?? '' }));
  try {
    return requireShardSelector('shardSelector', { by, ranges });
  } catch (error) {
    throw error instanceof InvalidArgumentError ? refusal(error.message) : error;
  }
}

function refusal(problem: string): Error {
  return badRequest(`invalid shard selector: ${problem}`);
}
