import type { Contents } from '../documents/contents.js';
import { randomOf } from '../random.js';
import { askAboutKinds } from './about-kinds.js';
import { askAboutResources } from './about-resources.js';
import { namesOf } from './names.js';
import type { Question } from './question.js';
import { typeWords } from './typed-words.js';

/** All questions about one server, each once and always in the same order. */
export function makeQuestions(contents: Contents): readonly Question[] {
  const names = namesOf(contents);
  const random = randomOf(names.length);
  const questions = new Map<string, Question>();
  for (const question of [
    ...askAboutResources(contents, names, random),
    ...askAboutKinds(contents, names, random),
    ...typeWords(contents, names, random),
  ]) {
    questions.set(JSON.stringify(question), question);
  }
  return [...questions.values()];
}
