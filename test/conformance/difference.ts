import type { Answer } from './answers.js';
import type { Contents } from './documents/contents.js';
import type { Member } from './facts.js';
import type { Question } from './questions/question.js';

/** A question that both answered, but not alike. */
export interface Disagreement {
  readonly question: Question;
  readonly theirs: Answer;
  readonly ours: Answer;
  readonly contents: Contents;
}

/**
 * A difference from client-go that is meant. The tests hold them to what is asked: each must explain some question, and
 * all together each disagreement.
 */
export interface Difference {
  /** As docs/conformance.md has it. */
  readonly id: string;
  /** True when this is why a member of client-go's answer is not in ours. */
  readonly drops?: (member: Member, disagreement: Disagreement) => boolean;
  /** True when this is why ours has a member that client-go's has not. */
  readonly adds?: (member: Member, disagreement: Disagreement) => boolean;
  /** True when this is why one has an error of another class than the other, or an error where the other has none. */
  readonly turns?: (disagreement: Disagreement) => boolean;
}
