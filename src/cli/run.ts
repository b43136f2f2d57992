import type { Command } from 'commander';
import type { DiscoveryOptions } from '../index.js';
import type { Work } from './session.js';

/** What the action of a command calls: opens a session by its flags and does the work in it. */
export type Run = (command: Command, work: Work, discovery?: DiscoveryOptions) => Promise<void>;
