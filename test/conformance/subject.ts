import { createHash } from 'node:crypto';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { replay } from '../discovery/replay-connection.js';
import type { CapturedDocuments } from '../fixtures/captured.js';
import { allDocuments, type NamedDocuments } from './documents/all.js';
import { contentsOf, type Contents } from './documents/contents.js';
import { makeQuestions } from './questions/make-questions.js';
import type { Question } from './questions/question.js';

/** One set of documents with what we make of it and all that is asked about it. */
export interface Subject {
  readonly name: string;
  readonly documents: CapturedDocuments;
  /** As our discovery reads the documents. */
  readonly catalog: Catalog;
  /** As they are, for questions and for judging the answers. */
  readonly contents: Contents;
  readonly questions: readonly Question[];
  /** Changes with the documents and with the questions. */
  readonly fingerprint: string;
}

export function allSubjects(): Promise<readonly Subject[]> {
  return Promise.all(allDocuments().map(makeSubject));
}

async function makeSubject({ name, documents }: NamedDocuments): Promise<Subject> {
  const catalog = await createDiscovery(replay(documents)).catalog();
  const contents = contentsOf(documents);
  const questions = makeQuestions(contents);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([documents, questions]))
    .digest('hex')
    .slice(0, 16);
  return { name, documents, catalog, contents, questions, fingerprint };
}
