import { InvalidArgumentError } from 'commander';
import type { DeleteOptions } from '../../index.js';
import { UsageError } from '../errors.js';

/** The flags that control how objects are deleted. */
export interface EndFlags {
  readonly cascade: 'Background' | 'Foreground' | 'Orphan';
  /** In seconds; -1 for the object's own. */
  readonly gracePeriod: number;
  readonly now?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/**
 * Reads the flags as kubectl does: without `--force`, 0 seconds mean 1. Throws {@link UsageError} for contradictions.
 */
export function deleteOptionsOf({ cascade, gracePeriod, now, force, dryRun }: EndFlags): DeleteOptions {
  if (now === true && gracePeriod !== -1)
    throw new UsageError('--now cannot be combined with --grace-period: it means --grace-period 1.');
  if (force === true && (gracePeriod > 0 || now === true)) {
    throw new UsageError('--force deletes immediately: it cannot be combined with --grace-period or --now.');
  }
  const seconds = force === true ? 0 : now === true || gracePeriod === 0 ? 1 : gracePeriod;
  return {
    propagationPolicy: cascade,
    ...(seconds >= 0 && { gracePeriodSeconds: seconds }),
    ...(dryRun === true && { dryRun: 'All' }),
  };
}

/** Parses `--cascade`, including the old values `true` and `false`. */
export function parseCascade(value: string): EndFlags['cascade'] {
  switch (value) {
    case 'background':
    case 'true':
      return 'Background';
    case 'foreground':
      return 'Foreground';
    case 'orphan':
    case 'false':
      return 'Orphan';
    default:
      throw new InvalidArgumentError('It must be background, foreground or orphan.');
  }
}

/** Parses `--grace-period`. */
export function parseGracePeriod(value: string): number {
  const seconds = Number(value);
  if (value === '-1' || (/^\d+$/.test(value) && Number.isSafeInteger(seconds))) return seconds;
  throw new InvalidArgumentError('It must be an integer number of seconds, or -1.');
}
