import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { isSame, type Answer, type SeenAnswers } from './answers.js';
import { askOurs } from './ask-ours.js';
import type { Disagreement } from './difference.js';
import { methodDifferences } from './differences/methods.js';
import { explain } from './explain.js';
import { explainWords, type AskedAlone, type BothAnswers } from './explain-words.js';
import type { Subject } from './subject.js';

/** How our answers about one set of documents stand to client-go's. */
export interface Verdict {
  readonly asked: number;
  /** Questions to which client-go gave always the same answer. */
  readonly stable: number;
  /** Questions to which ours is among client-go's answers. */
  readonly agreed: number;
  /** For each difference the questions that it explains, alone or with others. */
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: readonly Disagreement[];
}

/** Asks our mapper every question and holds each disagreement against the differences that are meant. */
export function verdictOfAnswers({ catalog, contents, questions }: Subject, { seen }: SeenAnswers): Verdict {
  const mapper = createMapper(catalog);
  const both = questions.map((question, place): BothAnswers => {
    return { seen: seen[place] ?? [], ours: askOurs(mapper, question) };
  });
  const byWord = new Map<string, BothAnswers>();
  for (const [place, question] of questions.entries()) {
    const answers = both[place];
    if (question.method !== 'kubectl' || question.words.length !== 1 || answers === undefined) continue;
    byWord.set(question.words[0] ?? '', answers);
  }
  const alone: AskedAlone = (word) => byWord.get(word);

  const explained = new Map<string, number>();
  const unexplained: Disagreement[] = [];
  let agreed = 0;
  for (const [place, question] of questions.entries()) {
    const { seen: answers, ours } = both[place] ?? { seen: [], ours: 'error' };
    if (isAmong(ours, answers)) {
      agreed += 1;
      continue;
    }
    const disagreements = answers.map((theirs) => ({ question, theirs, ours, contents }));
    const ids = shortest(disagreements.map((each) => explainOne(each, alone)));
    for (const id of ids ?? []) explained.set(id, (explained.get(id) ?? 0) + 1);
    if (ids === undefined) unexplained.push(...disagreements.slice(0, 1));
  }
  const stable = seen.filter((answers) => answers.length === 1).length;
  return { asked: questions.length, stable, agreed, explained, unexplained };
}

function isAmong(ours: Answer, answers: readonly Answer[]): boolean {
  return answers.some((theirs) => isSame(theirs, ours));
}

function explainOne(disagreement: Disagreement, alone: AskedAlone): readonly string[] | undefined {
  return 'words' in disagreement.question
    ? explainWords(disagreement, alone)
    : explain(methodDifferences, disagreement);
}

function shortest(explanations: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return explanations.filter((ids) => ids !== undefined).sort((a, b) => a.length - b.length)[0];
}
