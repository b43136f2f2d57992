import type { ListQuestion } from '../core/metadata/metadata-answer.js';
import type { CallOptions } from '../core/resource/options.js';

/** Which objects of a set to include; all of them by default. */
export interface SetQuestion extends Omit<ListQuestion, 'mapping'>, CallOptions {}
