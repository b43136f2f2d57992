import type { ListQuestion } from '../metadata/metadata-answer.js';
import type { CallOptions } from '../resource/options.js';

/** Which objects of a set to look at; all of them where nothing is given. */
export interface SetQuestion extends Omit<ListQuestion, 'mapping'>, CallOptions {}
