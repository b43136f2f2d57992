import type { Answer } from './answers.js';
import type { Difference, Disagreement } from './difference.js';
import { membersOf } from './facts.js';
import { mayMean } from './may-mean.js';

/**
 * The ids of the differences that explain a disagreement, member by member: none when something is left unexplained, or
 * when ours is nothing that the question can mean.
 */
export function explain(differences: readonly Difference[], disagreement: Disagreement): readonly string[] | undefined {
  const { question, theirs, ours, contents } = disagreement;
  const kept = membersOf(ours, question.method);
  if (!kept.every((member) => mayMean(question, member, contents))) return undefined;
  const turned = differences.find((difference) => difference.turns?.(disagreement));
  if (turned !== undefined) return [turned.id];
  if (isOtherError(theirs) || isOtherError(ours) || question.method === 'singularFor') return undefined;

  const all = membersOf(theirs, question.method);
  const dropped = all.filter(({ text }) => !kept.some((member) => member.text === text));
  const added = kept.filter(({ text }) => !all.some((member) => member.text === text));
  const why = [
    ...dropped.map((member) => differences.find((difference) => difference.drops?.(member, disagreement))?.id),
    // Where one takes the place of another, the reason why that one is gone is enough.
    ...(isOne(theirs) && isOne(ours) && dropped.length === 1
      ? []
      : added.map((member) => differences.find((difference) => difference.adds?.(member, disagreement))?.id)),
  ];
  const ids = why.filter((id) => id !== undefined);
  return ids.length < why.length ? undefined : [...new Set(ids)];
}

function isOtherError(answer: Answer): boolean {
  return typeof answer === 'string' && answer !== 'no match';
}

function isOne(answer: Answer): boolean {
  return typeof answer !== 'string' && answer.length === 1;
}
