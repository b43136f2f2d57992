import { isSame, type Answer } from './answers.js';
import type { Difference, Disagreement } from './difference.js';
import { methodDifferences } from './differences/methods.js';
import { wordDifferences } from './differences/words.js';
import { explain } from './explain.js';
import { membersOf } from './facts.js';
import type { WordsQuestion } from './questions/question.js';
import { nameAsked } from './questions/typed-words.js';
import { partialsOf, typedWordOf } from './typed-word.js';

/** What both answer to one word. */
export interface BothAnswers {
  readonly seen: readonly Answer[];
  readonly ours: Answer;
}

/** Looks up a word that was asked by itself. */
export type AskedAlone = (word: string) => BothAnswers | undefined;

/**
 * Explains a disagreement about what people type. One word has the differences of words and of the partial resources
 * that kubectl reads it as. A list and a category are what their words are: they have the differences of those.
 */
export function explainWords(disagreement: Disagreement, alone: AskedAlone): readonly string[] | undefined {
  return explain(singleWord, disagreement) ?? explainParts(disagreement, alone);
}

const singleWord: readonly Difference[] = [...wordDifferences, ...methodDifferences.map(onPartials)];

/** The difference of a method, for a word that kubectl takes to this method. */
function onPartials({ id, drops, adds, turns }: Difference): Difference {
  const some = (disagreement: Disagreement, test: (read: Disagreement) => boolean): boolean => {
    const word = typedWordOf(disagreement.question);
    return word !== undefined && partialsOf(word).some((question) => test({ ...disagreement, question }));
  };
  return {
    id,
    ...(drops && { drops: (member, disagreement) => some(disagreement, (read) => drops(member, read)) }),
    ...(adds && { adds: (member, disagreement) => some(disagreement, (read) => adds(member, read)) }),
    ...(turns && { turns: (disagreement) => some(disagreement, turns) }),
  };
}

function explainParts(disagreement: Disagreement, alone: AskedAlone): readonly string[] | undefined {
  const { theirs, ours } = disagreement;
  const parts = partsOf(disagreement, alone);
  if (parts === undefined || !isSame(ours, join(parts.map((part) => part.ours)))) return undefined;
  const chosen = products(parts.map(({ seen }) => seen)).find((answers) => isSame(theirs, join(answers)));
  if (chosen === undefined) return undefined;

  const differing = parts.flatMap(({ word, ours: ourPart }, at) => {
    const theirPart = chosen[at] ?? 'error';
    return isSame(theirPart, ourPart) ? [] : [{ word, theirPart, ourPart }];
  });
  const why = differing.map(({ word, theirPart, ourPart }) => {
    const question: WordsQuestion = { method: 'kubectl', words: [word] };
    return explainWords({ ...disagreement, question, theirs: theirPart, ours: ourPart }, alone);
  });
  const ids = why.filter((each) => each !== undefined);
  return ids.length < why.length || ids.length === 0 ? undefined : [...new Set(ids.flat())];
}

interface Part extends BothAnswers {
  readonly word: string;
}

/** The words of a list, or the resources of a category as kubectl asks for them; each must have been asked alone. */
function partsOf(disagreement: Disagreement, alone: AskedAlone): readonly Part[] | undefined {
  const { question, contents } = disagreement;
  const words = 'words' in question ? question.words.flatMap((word) => word.split(',')) : [];
  const [word = ''] = words;
  const isCategory = words.length === 1 && contents.endpoints.some(({ categories }) => categories.includes(word));
  if (words.length < 2 && !isCategory) return undefined;
  const parts = isCategory
    ? membersOfCategory(word, disagreement, alone)
    : words.map((each) => askedAlone(each, alone));
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known;
}

/** Of TYPE/NAME every type was asked with one name only. */
function askedAlone(word: string, alone: AskedAlone): Part | undefined {
  const [type = '', name] = word.split('/', 2);
  const both = alone(name === undefined ? type : `${type}/${nameAsked}`);
  if (both === undefined) return undefined;
  const named = (answer: Answer): Answer =>
    typeof answer === 'string' ? answer : answer.map((member) => member.replace(/ \/.*$/, ` /${name ?? ''}`));
  return { word, seen: both.seen.map(named), ours: named(both.ours) };
}

function membersOfCategory(
  category: string,
  { ours, contents }: Disagreement,
  alone: AskedAlone,
): readonly (Part | undefined)[] {
  const members = contents.endpoints.filter(({ categories }) => categories.includes(category));
  const types = new Map(
    members.map(({ group, resource }) => [group === '' ? resource : `${resource}.${group}`, { group, resource }]),
  );
  return [...types].map(([word, { group, resource }]) => {
    const both = alone(word);
    const own = membersOf(ours, 'kubectl').filter((member) => member.group === group && member.resource === resource);
    return both && { word, seen: both.seen, ours: own.map(({ text }) => text) };
  });
}

/** All members once, or the first error. */
function join(answers: readonly Answer[]): Answer {
  return (
    answers.find((answer) => typeof answer === 'string') ??
    [...new Set(answers.flatMap((answer) => (typeof answer === 'string' ? [] : answer)))].sort()
  );
}

/** Each choice of one answer for every part; of a question that is answered at random there are several. */
function products(parts: readonly (readonly Answer[])[]): readonly (readonly Answer[])[] {
  return parts.reduce<readonly (readonly Answer[])[]>(
    (all, answers) => all.flatMap((chosen) => answers.map((answer) => [...chosen, answer])),
    [[]],
  );
}
