import type { ListQuestion } from '../metadata/metadata-answer.js';
import type { CallOptions } from '../resource/options.js';

/** Which objects of a set to include; all of them by default. */
export interface SetQuestion extends Omit<ListQuestion, 'mapping'>, CallOptions {}
